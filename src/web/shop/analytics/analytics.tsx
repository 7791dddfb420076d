import { useEffect, useRef, useState, type ReactNode } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { track } from "../../state/analytics.ts";
import { PREFERENCES_EVENT } from "./cookie-preferences.tsx";

type ConsentWatch = ReturnType<(typeof import("./consent.tsx"))["watchConsent"]>;

/**
 * The analytics of a visit. It is rendered before the page in the tree, so that the page view is tracked before the
 * page's own events. The code for consent is loaded when the page is idle, and only if the shop has an analytics tag.
 * That code loads the provider's code when the visitor consents.
 */
export function Analytics({ tag }: { tag: { id: string; scriptUrl: string } | null }): ReactNode {
  const [notice, setNotice] = useState<ReactNode>(null);
  usePageTracking();
  const { id, scriptUrl } = tag ?? {};
  useEffect(() => {
    if (!id || !scriptUrl) return;
    let isUnmounted = false;
    let watch: Promise<ConsentWatch> | undefined;
    const startWatch = async (): Promise<ConsentWatch> =>
      (await import("./consent.tsx")).watchConsent({ id, scriptUrl }, setNotice);
    const load = async (preferencesEvent?: Event): Promise<void> => {
      if (isUnmounted) return;
      try {
        const { openNotice } = await (watch ??= startWatch());
        if (preferencesEvent) openNotice();
      } catch {
        // The code is blocked or there is no network: nothing is measured. 'Preferencias de cookies' tries again.
        watch = undefined;
      }
    };
    (window.requestIdleCallback ?? setTimeout)(() => void load());
    addEventListener(PREFERENCES_EVENT, load);
    return () => {
      isUnmounted = true;
      removeEventListener(PREFERENCES_EVENT, load);
      void watch?.then(({ stop }) => stop());
    };
  }, [id, scriptUrl]);
  return notice;
}

/**
 * Tracks a page view for each path with its query, and a search for each new term. A term that Back or Forward leads to
 * is not tracked again.
 */
function usePageTracking(): void {
  const { pathname, search } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const lastTrackedPage = useRef<{ path: string; term: string } | null>(null);
  useEffect(() => {
    const path = pathname + search;
    const term = new URLSearchParams(search).get("searchTerm")?.trim() ?? "";
    const previous = lastTrackedPage.current;
    if (previous?.path === path) return;
    lastTrackedPage.current = { path, term };
    track("page_view", null);
    if (term && term !== previous?.term && !(previous && isPop)) track("search", { term });
  }, [pathname, search, isPop]);
}
