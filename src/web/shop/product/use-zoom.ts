import { useEffect, useImperativeHandle, useRef, type PointerEvent, type RefObject } from "react";
import type { PictureView } from "../../ui/picture.tsx";
import { FIT, moveBy, zoomBounds, zoomTo, type ZoomBounds, type ZoomView } from "./zoom-view.ts";

/** What the buttons and keys of the lightbox do with the picture on show. */
export interface ZoomControl {
  /** Multiplies the scale, about the middle of the screen. */
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

/** Movements up to this long are a press, in CSS pixels. */
const PRESS_PX = 8;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 40;
/** The first step of a press. */
const STEP = 2.5;

interface Touch {
  x: number;
  y: number;
}

/**
 * Enlarges a picture by pinch, double tap, press of a mouse, wheel and keys, and moves the enlarged one. It draws into
 * the element itself: a render for each movement would be too slow.
 */
export function useZoom({ picture, isShown, zoomed, setZoomed, control }: Options) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLSpanElement>(null);
  const view = useRef<ZoomView>(FIT);
  const touches = useRef(new Map<number, Touch>());
  const pressedAt = useRef<Touch | null>(null);
  const lastTap = useRef<(Touch & { time: number }) | null>(null);
  /** A press of the pointer was handled: the click that follows is not another one. */
  const handledAt = useRef(0);

  const bounds = (): ZoomBounds => {
    const { clientWidth: width, clientHeight: height } = frame.current!;
    return zoomBounds({ width, height }, picture, Math.max(...picture.avif, ...picture.webp));
  };
  /** From the middle of the frame. */
  const pointOf = ({ x, y }: Touch): Touch => {
    const box = frame.current!.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const show = (next: ZoomView, isStep: boolean): void => {
    view.current = next;
    const { style } = content.current!;
    style.transition = isStep ? "transform 200ms ease-out" : "none";
    style.transform = next.scale === 1 ? "" : `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    setZoomed(next.scale > 1);
  };
  const zoomAbout = (scale: number, about: Touch, isStep: boolean): void =>
    show(zoomTo(view.current, scale, about, bounds()), isStep);
  /** Enlarges a picture that fits, and lets an enlarged one fit again. */
  const toggle = (about: Touch): void => zoomAbout(view.current.scale > 1 ? 1 : STEP, about, true);

  // Another picture is on show: this one fits again.
  useEffect(() => {
    if (!zoomed && view.current.scale !== 1) show(FIT, true);
  });
  useImperativeHandle(isShown ? control : null, () => ({
    zoomBy: (factor) => zoomAbout(view.current.scale * factor, { x: 0, y: 0 }, true),
    moveBy: (x, y) => show(moveBy(view.current, { x, y }, bounds()), true),
  }));
  // React's own wheel listener cannot prevent the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  wheel.current = (event) => {
    // Sideways it changes the picture.
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
    touches.current.set(event.pointerId, point);
    pressedAt.current = touches.current.size === 1 ? point : null;
    if (view.current.scale > 1 || touches.current.size > 1) frame.current!.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const before = touches.current.get(event.pointerId);
    if (!before) return;
    const point = { x: event.clientX, y: event.clientY };
    const from = pressedAt.current;
    if (from && Math.hypot(point.x - from.x, point.y - from.y) > PRESS_PX) pressedAt.current = null;
    const other = [...touches.current].find(([id]) => id !== event.pointerId)?.[1];
    touches.current.set(event.pointerId, point);
    if (other) {
      const distance = (a: Touch): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
      const center = (a: Touch): Touch => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 });
      const [was, is] = [center(before), center(point)];
      const moved = moveBy(view.current, { x: is.x - was.x, y: is.y - was.y }, bounds());
      show(zoomTo(moved, moved.scale * (distance(point) / distance(before)), pointOf(is), bounds()), false);
    } else if (view.current.scale > 1) {
      show(moveBy(view.current, { x: point.x - before.x, y: point.y - before.y }, bounds()), false);
    }
  };
  const onPointerUp = (event: PointerEvent): void => {
    touches.current.delete(event.pointerId);
    if (!pressedAt.current) {
      // The click after a drag is none.
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
    touches.current.delete(event.pointerId);
    pressedAt.current = null;
  };
  /** Of the keyboard and of screen readers: those of pointers are handled when they are lifted. */
  const onClick = (event: { timeStamp: number }): void => {
    if (event.timeStamp - handledAt.current > DOUBLE_TAP_MS) toggle({ x: 0, y: 0 });
  };
  return { frame, content, onClick, pointers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
