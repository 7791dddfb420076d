import { openModal } from "../../ui/open-modal.ts";
import { useEffect, useLayoutEffect, useRef, useState, type UIEvent } from "react";

/** The dialog and its row of `count` pictures: the index of the shown picture, and whether it is enlarged. */
export function useLightbox(count: number, startIndex: number) {
  const dialog = useRef<HTMLDialogElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(startIndex);
  const [zoomed, setZoomed] = useState(false);
  const scrollTarget = useRef<number | null>(null);
  useLayoutEffect(() => {
    const close = openModal(dialog.current!);
    track.current?.scrollTo({ left: startIndex * track.current.clientWidth, behavior: "instant" });
    return close;
    // oxlint-disable-next-line react/exhaustive-deps -- scrolls to the start picture only once
  }, []);
  // The row does not scroll while a picture is enlarged, so a scroll under way ends on this picture.
  useLayoutEffect(() => {
    if (zoomed) track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: "instant" });
  }, [zoomed, index]);
  // Keys act on the shown picture, so it takes the focus, unless a control of the dialog has it.
  useEffect(() => {
    const focusedElement = document.activeElement;
    if (
      focusedElement instanceof HTMLElement &&
      dialog.current?.contains(focusedElement) &&
      focusedElement.closest("[data-control]")
    )
      return;
    track.current?.querySelector<HTMLElement>(":scope > :not([inert]) > button")?.focus({ preventScroll: true });
  }, [index, zoomed]);
  const goTo = (to: number): void => {
    if (to < 0 || to >= count) return;
    setZoomed(false);
    setIndex(to);
    scrollTarget.current = to;
    track.current?.scrollTo({ left: to * track.current.clientWidth, behavior: "smooth" });
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const position = Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth));
    // During a scroll to a requested picture, the pictures in between are not shown as current.
    if (scrollTarget.current !== null && scrollTarget.current !== position) return;
    scrollTarget.current = null;
    if (!zoomed) setIndex(position);
  };
  const onPointerDown = (): void => {
    scrollTarget.current = null;
  };
  return { dialog, track, index, zoomed, setZoomed, goTo, onScroll, onPointerDown };
}
