import { useEffect, useRef, useState } from "react";

/** Time per slide (rule SCREEN-2). */
const SLIDE_MS = 10_000;
/** The row advances automatically only on wide screens without reduced motion (rule SCREEN-2). */
const AUTOPLAY_MEDIA = "(min-width: 64rem) and (prefers-reduced-motion: no-preference)";

/** A row of banners that advances automatically until it is touched. `current` is the index of the visible banner. */
export function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  /** Null once the visitor has stopped it: a change of the screen does not start it again. */
  const [isAutoplaying, setAutoplaying] = useState<boolean | null>(false);
  const [isPaused, setPaused] = useState(false);
  // The pictures of hidden banners are loaded when the row gets a pointer or the focus, or before it advances.
  const [isLoadingAll, setLoadingAll] = useState(false);
  const loadAll = (): void => setLoadingAll(true);
  useEffect(() => {
    const query = matchMedia(AUTOPLAY_MEDIA);
    const update = (): void => setAutoplaying((previous) => previous !== null && query.matches && count > 1);
    update();
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, [count]);
  useEffect(() => {
    if (!isAutoplaying || isPaused) return;
    const preloadTimer = setTimeout(loadAll, SLIDE_MS / 2);
    const timer = setInterval(() => {
      const element = track.current;
      if (element && document.visibilityState === "visible") {
        const next = (Math.round(element.scrollLeft / Math.max(1, element.clientWidth)) + 1) % count;
        void import("./animate-scroll.ts").then(({ animateScroll }) =>
          animateScroll(element, next * element.clientWidth),
        );
      }
    }, SLIDE_MS);
    return () => {
      clearTimeout(preloadTimer);
      clearInterval(timer);
    };
  }, [isAutoplaying, isPaused, count]);
  const stopAutoplay = (): void => setAutoplaying(null);
  const show = (index: number): void => {
    stopAutoplay();
    track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: "smooth" });
  };
  return { track, current, setCurrent, isAutoplaying, stopAutoplay, isLoadingAll, loadAll, setPaused, show };
}
