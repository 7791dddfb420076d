import { useEffect, useImperativeHandle, useRef, type PointerEvent, type RefObject } from "react";
import type { PictureView } from "../../ui/picture.tsx";
import { FIT, moveBy, zoomBounds, zoomTo, type ZoomBounds, type ZoomView } from "./zoom-view.ts";

/** The actions of the lightbox's buttons and keys on the shown picture. */
export interface ZoomControl {
  /** Multiplies the scale, around the middle of the screen. */
  zoomBy(factor: number): void;
  moveBy(x: number, y: number): void;
}

interface Options {
  picture: PictureView;
  isShown: boolean;
  zoomed: boolean;
  setZoomed: (zoomed: boolean) => void;
  control: RefObject<ZoomControl | null>;
}

/** A pointer that moves at most this far, in CSS pixels, is a press. */
const PRESS_PX = 8;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 40;
/** The scale to which a press or a double tap enlarges. */
const PRESS_SCALE = 2.5;

interface Point {
  x: number;
  y: number;
}

/**
 * Enlarges a picture by pinch, double tap, mouse press, wheel and keys, and moves an enlarged picture. It sets the
 * style of the element directly, because rendering at each movement would be too slow.
 */
export function useZoom({ picture, isShown, zoomed, setZoomed, control }: Options) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLSpanElement>(null);
  const view = useRef<ZoomView>(FIT);
  /** The position of each pressed pointer, by its id. */
  const positions = useRef(new Map<number, Point>());
  const pressedAt = useRef<Point | null>(null);
  const lastTap = useRef<(Point & { time: number }) | null>(null);
  /** When the last pointer event was handled. The click event that follows it is ignored. */
  const handledAt = useRef(0);

  const bounds = (): ZoomBounds => {
    const { clientWidth: width, clientHeight: height } = frame.current!;
    return zoomBounds({ width, height }, picture, Math.max(...picture.avif, ...picture.webp));
  };
  /** A point relative to the middle of the frame. */
  const pointOf = ({ x, y }: Point): Point => {
    const box = frame.current!.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const show = (next: ZoomView, isAnimated: boolean): void => {
    view.current = next;
    const { style } = content.current!;
    style.transition = isAnimated ? "transform 200ms ease-out" : "none";
    style.transform = next.scale === 1 ? "" : `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    setZoomed(next.scale > 1);
  };
  const zoomAbout = (scale: number, about: Point, isAnimated: boolean): void =>
    show(zoomTo(view.current, scale, about, bounds()), isAnimated);
  /** Enlarges a picture that fits its frame, and resets an enlarged one. */
  const toggle = (about: Point): void => zoomAbout(view.current.scale > 1 ? 1 : PRESS_SCALE, about, true);

  // Resets the scale when another picture is shown.
  useEffect(() => {
    if (!zoomed && view.current.scale !== 1) show(FIT, true);
  });
  useImperativeHandle(isShown ? control : null, () => ({
    zoomBy: (factor) => zoomAbout(view.current.scale * factor, { x: 0, y: 0 }, true),
    moveBy: (x, y) => show(moveBy(view.current, { x, y }, bounds()), true),
  }));
  // React's wheel listener is passive and cannot prevent the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  wheel.current = (event) => {
    // A horizontal wheel movement changes the picture.
    if (view.current.scale === 1 && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0025));
    zoomAbout(view.current.scale * factor, pointOf({ x: event.clientX, y: event.clientY }), false);
  };
  useEffect(() => {
    const element = frame.current!;
    const listen = (event: WheelEvent): void => wheel.current(event);
    element.addEventListener("wheel", listen, { passive: false });
    return () => element.removeEventListener("wheel", listen);
  }, []);

  const onPointerDown = (event: PointerEvent): void => {
    const point = { x: event.clientX, y: event.clientY };
    positions.current.set(event.pointerId, point);
    pressedAt.current = positions.current.size === 1 ? point : null;
    if (view.current.scale > 1 || positions.current.size > 1) frame.current!.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const previous = positions.current.get(event.pointerId);
    if (!previous) return;
    const point = { x: event.clientX, y: event.clientY };
    const from = pressedAt.current;
    if (from && Math.hypot(point.x - from.x, point.y - from.y) > PRESS_PX) pressedAt.current = null;
    const other = [...positions.current].find(([id]) => id !== event.pointerId)?.[1];
    positions.current.set(event.pointerId, point);
    if (other) {
      const distance = (a: Point): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
      const center = (a: Point): Point => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 });
      const [previousCenter, currentCenter] = [center(previous), center(point)];
      const moved = moveBy(
        view.current,
        { x: currentCenter.x - previousCenter.x, y: currentCenter.y - previousCenter.y },
        bounds(),
      );
      show(
        zoomTo(moved, moved.scale * (distance(point) / distance(previous)), pointOf(currentCenter), bounds()),
        false,
      );
    } else if (view.current.scale > 1) {
      show(moveBy(view.current, { x: point.x - previous.x, y: point.y - previous.y }, bounds()), false);
    }
  };
  const onPointerUp = (event: PointerEvent): void => {
    positions.current.delete(event.pointerId);
    if (!pressedAt.current) {
      // The click event after a drag is ignored.
      handledAt.current = event.timeStamp;
      return;
    }
    pressedAt.current = null;
    handledAt.current = event.timeStamp;
    const point = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "mouse") return event.button === 0 ? toggle(pointOf(point)) : undefined;
    const last = lastTap.current;
    const isSecond =
      last &&
      event.timeStamp - last.time < DOUBLE_TAP_MS &&
      Math.hypot(point.x - last.x, point.y - last.y) < DOUBLE_TAP_PX;
    lastTap.current = isSecond ? null : { ...point, time: event.timeStamp };
    if (isSecond) toggle(pointOf(point));
  };
  const onPointerCancel = (event: PointerEvent): void => {
    positions.current.delete(event.pointerId);
    pressedAt.current = null;
  };
  /** Handles clicks of the keyboard and of screen readers. The clicks of pointers are handled on pointerup. */
  const onClick = (event: { timeStamp: number }): void => {
    if (event.timeStamp - handledAt.current > DOUBLE_TAP_MS) toggle({ x: 0, y: 0 });
  };
  return { frame, content, onClick, pointers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
