import type { ReactNode } from "react";
import { listen } from "../../state/analytics.ts";
import { readStored, STORAGE_KEY, writeStored } from "../../state/storage.ts";
import type { Ga4 } from "./ga4.ts";

export type ConsentAnswer = "granted" | "denied";

declare global {
  interface Navigator {
    /** Global Privacy Control (w3c.github.io/gpc): the browser refuses on behalf of its user. */
    globalPrivacyControl?: boolean;
  }
}

/**
 * Applies the visitor's answer about cookies in this tab, also if it was given in another tab: shows the notice while
 * there is no answer, starts the provider on consent, and stops it on refusal. `setNotice` renders the notice; null
 * removes it.
 */
export function watchConsent(
  tag: { id: string; scriptUrl: string },
  setNotice: (notice: ReactNode) => void,
): { openNotice(): void; stop(): void } {
  let provider: Ga4 | undefined;
  let answer: ConsentAnswer | null | undefined;

  const apply = async (newAnswer: ConsentAnswer | null): Promise<void> => {
    if (newAnswer === answer) return;
    const previousAnswer = answer;
    answer = newAnswer;
    if (newAnswer === "granted") {
      provider ??= (await import("./ga4.ts")).createGa4(tag);
      // The consent was withdrawn while the provider was loading.
      if (answer !== "granted") return;
      provider.start();
      listen(provider.send);
    } else if (newAnswer === "denied") {
      listen(() => {});
      const wasGranted = previousAnswer === "granted" || /(^|; )_ga/.test(document.cookie);
      if (wasGranted) (await import("./ga4.ts")).withdrawConsent(tag.id);
    }
  };
  // After a failed import, the next answer tries again.
  const tryApply = (newAnswer: ConsentAnswer | null): void => void apply(newAnswer).catch(() => (answer = undefined));
  const applyStoredAnswer = (event?: StorageEvent | PageTransitionEvent): void => {
    if (event instanceof StorageEvent && event.key !== STORAGE_KEY.consent) return;
    const storedAnswer = readAnswer();
    if (storedAnswer && event) setNotice(null);
    tryApply(storedAnswer);
  };
  const showNotice = async (isOpenedByVisitor: boolean): Promise<void> => {
    const { ConsentNotice } = await import("./consent-notice.tsx");
    const decide = (newAnswer: ConsentAnswer): void => {
      writeStored(STORAGE_KEY.consent, newAnswer);
      setNotice(null);
      tryApply(newAnswer);
    };
    setNotice(
      <ConsentNotice
        answer={readAnswer()}
        isOpenedByVisitor={isOpenedByVisitor}
        isRefusedByBrowser={navigator.globalPrivacyControl === true}
        onDecide={decide}
        onClose={() => setNotice(null)}
      />,
    );
  };

  addEventListener("storage", applyStoredAnswer);
  // After a restore from the back/forward cache, another tab may have stored an answer.
  addEventListener("pageshow", applyStoredAnswer);
  applyStoredAnswer();
  if (readAnswer() === null) void showNotice(false).catch(() => {});
  return {
    openNotice: () => void showNotice(true).catch(() => {}),
    stop: () => {
      removeEventListener("storage", applyStoredAnswer);
      removeEventListener("pageshow", applyStoredAnswer);
    },
  };
}

/** Null until the visitor answers. A refusal by the browser itself has priority. */
function readAnswer(): ConsentAnswer | null {
  if (navigator.globalPrivacyControl) return "denied";
  const storedText = readStored(STORAGE_KEY.consent);
  return storedText === "granted" || storedText === "denied" ? storedText : null;
}
