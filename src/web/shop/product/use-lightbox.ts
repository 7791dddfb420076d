import { useEffect, useLayoutEffect, useRef, useState, type UIEvent } from "react";

/** The dialog and its row of `count` pictures: which one is on show, and whether it is enlarged. */
export function useLightbox(count: number, start: number) {
  const dialog = useRef<HTMLDialogElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(start);
  const [zoomed, setZoomed] = useState(false);
  const heading = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    track.current?.scrollTo({ left: start * track.current.clientWidth, behavior: "instant" });
    return () => element?.close();
    // oxlint-disable-next-line react/exhaustive-deps -- the picture to begin with, once
  }, []);
  // When enlarged, the row does not scroll: it stays on this picture, even if it was still scrolling.
  useLayoutEffect(() => {
    if (zoomed) track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: "instant" });
  }, [zoomed, index]);
  // The keys act on the picture on show: it keeps the focus, whatever was pressed last.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && dialog.current?.contains(focused) && focused.closest("[data-control]"))
      return;
    track.current?.querySelector<HTMLElement>(":scope > :not([inert]) > button")?.focus({ preventScroll: true });
  }, [index, zoomed]);
  const go = (to: number): void => {
    if (to < 0 || to >= count) return;
    setZoomed(false);
    setIndex(to);
    heading.current = to;
    track.current?.scrollTo({ left: to * track.current.clientWidth, behavior: "smooth" });
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const at = Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth));
    // While it scrolls to a requested picture, the pictures it passes do not count.
    if (heading.current !== null && heading.current !== at) return;
    heading.current = null;
    if (!zoomed) setIndex(at);
  };
  const onPointerDown = (): void => {
    heading.current = null;
  };
  return { dialog, track, index, zoomed, setZoomed, go, onScroll, onPointerDown };
}
