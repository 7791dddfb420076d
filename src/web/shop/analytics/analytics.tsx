import { useEffect, useRef, useState, type ReactNode } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { track } from "../../state/analytics.ts";
import { PREFERENCES_EVENT } from "./cookie-preferences.tsx";

type Watch = ReturnType<(typeof import("./consent.tsx"))["watchConsent"]>;

/**
 * The analytics of a visit. It comes before the page in the tree: the page view is tracked before the page's own
 * events. The code that asks for consent and measures is loaded when the page is idle, and only if the owner measures
 * visits.
 */
export function Analytics({ tag }: { tag: { id: string; script: string } | null }): ReactNode {
  const [notice, setNotice] = useState<ReactNode>(null);
  useTrackedPages();
  const { id, script } = tag ?? {};
  useEffect(() => {
    if (!id || !script) return;
    let isOver = false;
    let watch: Promise<Watch> | undefined;
    const startWatch = async (): Promise<Watch> =>
      (await import("./consent.tsx")).watchConsent({ id, script }, setNotice);
    const load = async (request?: Event): Promise<void> => {
      if (isOver) return;
      try {
        const { ask } = await (watch ??= startWatch());
        if (request) ask();
      } catch {
        // Blocked or no network: nothing is measured and the shop works. The next press tries again.
        watch = undefined;
      }
    };
    (window.requestIdleCallback ?? setTimeout)(() => void load());
    addEventListener(PREFERENCES_EVENT, load);
    return () => {
      isOver = true;
      removeEventListener(PREFERENCES_EVENT, load);
      void watch?.then(({ stop }) => stop());
    };
  }, [id, script]);
  return notice;
}

/** A page view for each address, and a search for each new term. Going back to the results is not a new search. */
function useTrackedPages(): void {
  const { pathname, search } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const tracked = useRef<{ address: string; term: string } | null>(null);
  useEffect(() => {
    const address = pathname + search;
    const term = new URLSearchParams(search).get("searchTerm")?.trim() ?? "";
    const before = tracked.current;
    if (before?.address === address) return;
    tracked.current = { address, term };
    track("page_view", null);
    if (term && term !== before?.term && !(before && isBack)) track("search", { term });
  }, [pathname, search, isBack]);
}
