import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { readScreen, type Screen } from "./screens.ts";

/**
 * The current screen. It is in the URL, so that Back returns to the previous screen. If the URL has no screen, the last
 * screen that can be shown is current: customers with an address begin at the second screen (rule CHECKOUT-6). If the
 * URL has the second screen but it cannot be shown yet, the first screen is current.
 */
export function useScreen({ isReady, canReview }: { isReady: boolean; canReview: boolean }) {
  const [query, setQuery] = useSearchParams();
  const lastPossibleScreen: Screen = canReview ? "pago" : "datos";
  const requestedScreen = readScreen(query.get("paso"));
  const screen = requestedScreen === "datos" ? requestedScreen : lastPossibleScreen;
  // flushSync: otherwise a second press could reach a button of the previous screen.
  const showScreen = (next: Screen): void => setQuery({ paso: next }, { preventScrollReset: false, flushSync: true });
  // The screen that is shown at the beginning is added to the URL, so that Back returns to it.
  const isMissingInUrl = isReady && requestedScreen === null;
  useEffect(() => {
    if (isMissingInUrl) setQuery({ paso: screen }, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with the screen of that moment
  }, [isMissingInUrl]);
  // A new screen is scrolled to the top, and its heading gets the focus for screen readers.
  const previousScreen = useRef<Screen | null>(null);
  useEffect(() => {
    if (previousScreen.current !== null && previousScreen.current !== screen) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>("main h2")?.focus({ preventScroll: true });
    }
    previousScreen.current = screen;
  }, [screen]);
  return { screen, go: showScreen };
}
