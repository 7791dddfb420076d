import { useEffect, useRef, useState } from "react";

/** Time per slide and length of the transition (rule SCREEN-2). */
const SLIDE_MS = 10_000;
const TURN_MS = 1_000;
/** The carousel turns by itself only on wide screens without reduced motion (rule SCREEN-2). */
const MAY_TURN = "(min-width: 64rem) and (prefers-reduced-motion: no-preference)";

/** A row of banners that advances by itself until it is touched, and which of them is on show. */
export function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [turning, setTurning] = useState(false);
  const [resting, setResting] = useState(false);
  // The pictures of hidden banners are loaded when the visitor moves the row, or shortly before it advances.
  const [near, setNear] = useState(false);
  const approach = (): void => setNear(true);
  useEffect(() => {
    const query = matchMedia(MAY_TURN);
    const follow = (): void => setTurning(query.matches && count > 1);
    follow();
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [count]);
  useEffect(() => {
    if (!turning || resting) return;
    const soon = setTimeout(() => setNear(true), SLIDE_MS / 2);
    const timer = setInterval(() => {
      const element = track.current;
      if (element && document.visibilityState === "visible") {
        const next = (Math.round(element.scrollLeft / Math.max(1, element.clientWidth)) + 1) % count;
        glide(element, next * element.clientWidth);
      }
    }, SLIDE_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [turning, resting, count]);
  const stopTurning = (): void => setTurning(false);
  const show = (index: number): void => {
    stopTurning();
    track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: "smooth" });
  };
  return { track, current, setCurrent, turning, stopTurning, near, approach, rest: setResting, show };
}

/** One second from slide to slide (rule SCREEN-2). The browser's own smooth scroll has no duration to set. */
function glide(element: HTMLElement, to: number): void {
  const from = element.scrollLeft;
  const start = performance.now();
  element.style.scrollSnapType = "none";
  const frame = (time: number): void => {
    const done = Math.min(1, Math.max(0, time - start) / TURN_MS);
    element.scrollLeft = from + (to - from) * (1 - (1 - done) ** 3);
    if (done < 1) requestAnimationFrame(frame);
    else element.style.scrollSnapType = "";
  };
  requestAnimationFrame(frame);
}
