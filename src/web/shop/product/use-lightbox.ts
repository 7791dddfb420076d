import { openModal } from "../../ui/open-modal.ts";
import { useEffect, useLayoutEffect, useRef, useState, type UIEvent } from "react";

/** The dialog and its row of `count` pictures: the index of the shown picture, and whether it is enlarged. */
export function useLightbox(count: number, startIndex: number) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pictureRow = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(startIndex);
  const [zoomed, setZoomed] = useState(false);
  const scrollTarget = useRef<number | null>(null);
  useLayoutEffect(() => {
    const close = openModal(dialog.current!);
    pictureRow.current?.scrollTo({ left: startIndex * pictureRow.current.clientWidth, behavior: "instant" });
    return close;
    // oxlint-disable-next-line react/exhaustive-deps -- scrolls to the start picture only once
  }, []);
  // While a picture is enlarged, the row cannot scroll. A scroll under way would stop between two pictures, so it jumps
  // to this picture.
  useLayoutEffect(() => {
    if (zoomed) pictureRow.current?.scrollTo({ left: index * pictureRow.current.clientWidth, behavior: "instant" });
  }, [zoomed, index]);
  // Keys act on the focused picture, so the shown picture gets the focus, unless a control of the dialog has the focus.
  useEffect(() => {
    const focusedElement = document.activeElement;
    if (
      focusedElement instanceof HTMLElement &&
      dialog.current?.contains(focusedElement) &&
      focusedElement.closest("[data-control]")
    )
      return;
    pictureRow.current?.querySelector<HTMLElement>(":scope > :not([inert]) > button")?.focus({ preventScroll: true });
  }, [index, zoomed]);
  const goTo = (nextIndex: number): void => {
    if (nextIndex < 0 || nextIndex >= count) return;
    setZoomed(false);
    setIndex(nextIndex);
    scrollTarget.current = nextIndex;
    pictureRow.current?.scrollTo({ left: nextIndex * pictureRow.current.clientWidth, behavior: "smooth" });
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const position = Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth));
    // During a scroll to a requested picture, `index` must not become that of a picture in between.
    if (scrollTarget.current !== null && scrollTarget.current !== position) return;
    scrollTarget.current = null;
    if (!zoomed) setIndex(position);
  };
  const onPointerDown = (): void => {
    scrollTarget.current = null;
  };
  return { dialog, pictureRow, index, zoomed, setZoomed, goTo, onScroll, onPointerDown };
}
