import { useEffect, useRef, useState } from "react";

/** The time for which a banner is shown (rule SCREEN-2). */
const BANNER_MS = 10_000;
/** The carousel advances automatically only on wide screens without reduced motion (rule SCREEN-2). */
const AUTOPLAY_MEDIA = "(min-width: 64rem) and (prefers-reduced-motion: no-preference)";

/**
 * The state of a carousel of banners, which advances automatically until the visitor touches it or presses a key.
 * `current` is the index of the visible banner.
 */
export function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  /** Null once the visitor has stopped it: then a change of the screen's width does not start it again. */
  const [isAutoplaying, setAutoplaying] = useState<boolean | null>(false);
  const [isPaused, setPaused] = useState(false);
  /** Set when the carousel gets a pointer or the focus, or before it advances. Until then one picture is loaded. */
  const [shouldLoadAllPictures, setLoadingAll] = useState(false);
  const loadAllPictures = (): void => setLoadingAll(true);
  useEffect(() => {
    const query = matchMedia(AUTOPLAY_MEDIA);
    const update = (): void => setAutoplaying((previous) => previous !== null && query.matches && count > 1);
    update();
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, [count]);
  useEffect(() => {
    if (!isAutoplaying || isPaused) return;
    const preloadTimer = setTimeout(loadAllPictures, BANNER_MS / 2);
    const timer = setInterval(() => {
      const element = track.current;
      if (element && document.visibilityState === "visible") {
        const next = (Math.round(element.scrollLeft / Math.max(1, element.clientWidth)) + 1) % count;
        void import("./animate-scroll.ts").then(({ animateScroll }) =>
          animateScroll(element, next * element.clientWidth),
        );
      }
    }, BANNER_MS);
    return () => {
      clearTimeout(preloadTimer);
      clearInterval(timer);
    };
  }, [isAutoplaying, isPaused, count]);
  const stopAutoplay = (): void => setAutoplaying(null);
  const showBanner = (index: number): void => {
    stopAutoplay();
    track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: "smooth" });
  };
  return {
    track,
    current,
    setCurrent,
    isAutoplaying,
    stopAutoplay,
    shouldLoadAllPictures,
    loadAllPictures,
    setPaused,
    show: showBanner,
  };
}
