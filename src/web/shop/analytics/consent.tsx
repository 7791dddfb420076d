import type { ReactNode } from "react";
import { listen } from "../../state/analytics.ts";
import { readStored, STORED, writeStored } from "../../state/storage.ts";
import type { Ga4 } from "./ga4.ts";

export type Answer = "granted" | "denied";

declare global {
  interface Navigator {
    /** Global Privacy Control (w3c.github.io/gpc): the browser says no for its person. */
    globalPrivacyControl?: boolean;
  }
}

/**
 * Holds a visit to its answer about cookies: asks where there is none, starts the provider on a yes, stops it on a no,
 * here and in the other tabs. `show` puts the notice on the page, null takes it away.
 */
export function watchConsent(
  tag: { id: string; script: string },
  show: (notice: ReactNode) => void,
): { ask(): void; stop(): void } {
  let provider: Ga4 | undefined;
  let answer: Answer | null | undefined;

  const runAction = async (next: Answer | null): Promise<void> => {
    if (next === answer) return;
    const before = answer;
    answer = next;
    if (next === "granted") {
      provider ??= (await import("./ga4.ts")).ga4(tag);
      // Withdrawn while the provider was on its way.
      if (answer !== "granted") return;
      provider.start();
      listen(provider.send);
    } else if (next === "denied") {
      listen(() => {});
      const hasTraces = before === "granted" || /(^|; )_ga/.test(document.cookie);
      if (hasTraces) (await import("./ga4.ts")).withdraw(tag.id);
    }
  };
  const follow = (event?: StorageEvent | PageTransitionEvent): void => {
    if (event instanceof StorageEvent && event.key !== STORED.consent) return;
    const stored = readAnswer();
    if (stored && event) show(null);
    void runAction(stored).catch(() => {});
  };
  const showNotice = async (asked: boolean): Promise<void> => {
    const { ConsentNotice } = await import("./consent-notice.tsx");
    const decide = (next: Answer): void => {
      writeStored(STORED.consent, next);
      show(null);
      void runAction(next).catch(() => {});
    };
    show(
      <ConsentNotice
        answer={readAnswer()}
        isAsked={asked}
        isRefusedByBrowser={navigator.globalPrivacyControl === true}
        onDecide={decide}
        onClose={() => show(null)}
      />,
    );
  };

  addEventListener("storage", follow);
  // Back from the page cache: another tab may have answered meanwhile.
  addEventListener("pageshow", follow);
  follow();
  if (readAnswer() === null) void showNotice(false).catch(() => {});
  return {
    ask: () => void showNotice(true).catch(() => {}),
    stop: () => {
      removeEventListener("storage", follow);
      removeEventListener("pageshow", follow);
    },
  };
}

/** Null until somebody answers; the browser's own no counts above everything. */
function readAnswer(): Answer | null {
  if (navigator.globalPrivacyControl) return "denied";
  const stored = readStored(STORED.consent);
  return stored === "granted" || stored === "denied" ? stored : null;
}
