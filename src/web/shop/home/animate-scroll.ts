/** The duration of the transition (rule SCREEN-2). */
const TRANSITION_MS = 1_000;

/** Scrolls to a banner in one second (rule SCREEN-2). The browser's own smooth scroll has no configurable duration. */
export function animateScroll(element: HTMLElement, to: number): void {
  const from = element.scrollLeft;
  const start = performance.now();
  element.style.scrollSnapType = "none";
  const frame = (time: number): void => {
    const progress = Math.min(1, Math.max(0, time - start) / TRANSITION_MS);
    element.scrollLeft = from + (to - from) * (1 - (1 - progress) ** 3);
    if (progress < 1) requestAnimationFrame(frame);
    else element.style.scrollSnapType = "";
  };
  requestAnimationFrame(frame);
}
