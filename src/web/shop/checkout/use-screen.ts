import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { readScreen, type Screen } from "./screens.ts";

/**
 * The screen on show, which is in the address, so that Back goes from one to the other. Without one in the address it is
 * the furthest that can be shown: customers with an address begin at the second (rule CHECKOUT-6).
 */
export function useScreen({ isReady, canReview }: { isReady: boolean; canReview: boolean }) {
  const [query, setQuery] = useSearchParams();
  const furthest: Screen = canReview ? "pago" : "datos";
  const requested = readScreen(query.get("paso"));
  const screen = requested === "datos" ? requested : furthest;
  // At once: a second press would otherwise reach a button of the screen before.
  const go = (next: Screen): void => setQuery({ paso: next }, { preventScrollReset: false, flushSync: true });
  // The first screen shown is put into the address, so that Back returns to it when more can be shown.
  const isUnnamed = isReady && requested === null;
  useEffect(() => {
    if (isUnnamed) setQuery({ paso: screen }, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with the screen of that moment
  }, [isUnnamed]);
  // A new screen begins at its heading, for eyes and for screen readers.
  const shown = useRef<Screen | null>(null);
  useEffect(() => {
    if (shown.current !== null && shown.current !== screen) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>("main h2")?.focus({ preventScroll: true });
    }
    shown.current = screen;
  }, [screen]);
  return { screen, go };
}
