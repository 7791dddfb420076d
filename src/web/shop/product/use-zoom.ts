import { useEffect, useImperativeHandle, useRef, type PointerEvent, type RefObject } from "react";
import type { PictureView } from "../../ui/picture.tsx";
import { WHOLE_PICTURE_VIEW, moveBy, zoomBounds, zoomTo, type ZoomBounds, type ZoomView } from "./zoom-view.ts";

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
const MAX_PRESS_MOVE_PX = 8;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 40;
/** The scale to which a press or a double tap enlarges. */
const PRESS_SCALE = 2.5;

interface Point {
  x: number;
  y: number;
}

/**
 * Changes the scale of a picture by pinch, double tap, mouse press, wheel and keys, and moves an enlarged picture. Sets
 * the style of the element directly, because rendering at each movement would be too slow.
 */
export function useZoom({ picture, isShown, zoomed, setZoomed, control }: Options) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLSpanElement>(null);
  const view = useRef<ZoomView>(WHOLE_PICTURE_VIEW);
  /** The position of each pressed pointer, by its id. */
  const positions = useRef(new Map<number, Point>());
  const pressPoint = useRef<Point | null>(null);
  const lastTap = useRef<(Point & { time: number }) | null>(null);
  /** When the last pointerup event was handled. The click event that follows it is ignored. */
  const pointerUpHandledAt = useRef(0);

  const measureBounds = (): ZoomBounds => {
    const { clientWidth: width, clientHeight: height } = frame.current!;
    return zoomBounds({ width, height }, picture, Math.max(...picture.avif, ...picture.webp));
  };
  /** A point relative to the middle of the frame. */
  const pointOf = ({ x, y }: Point): Point => {
    const box = frame.current!.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const show = (nextView: ZoomView, isAnimated: boolean): void => {
    view.current = nextView;
    const { style } = content.current!;
    style.transition = isAnimated ? "transform 200ms ease-out" : "none";
    style.transform =
      nextView.scale === 1 ? "" : `translate(${nextView.x}px, ${nextView.y}px) scale(${nextView.scale})`;
    setZoomed(nextView.scale > 1);
  };
  const zoomAround = (scale: number, fixedPoint: Point, isAnimated: boolean): void =>
    show(zoomTo(view.current, scale, fixedPoint, measureBounds()), isAnimated);
  /** Enlarges a picture that fits its frame, and resets an enlarged one. */
  const toggle = (fixedPoint: Point): void => zoomAround(view.current.scale > 1 ? 1 : PRESS_SCALE, fixedPoint, true);

  // Resets the scale when another picture is shown.
  useEffect(() => {
    if (!zoomed && view.current.scale !== 1) show(WHOLE_PICTURE_VIEW, true);
  });
  useImperativeHandle(isShown ? control : null, () => ({
    zoomBy: (factor) => zoomAround(view.current.scale * factor, { x: 0, y: 0 }, true),
    moveBy: (x, y) => show(moveBy(view.current, { x, y }, measureBounds()), true),
  }));
  // React's wheel listener is passive and cannot prevent the page from scrolling.
  const onWheel = useRef<(event: WheelEvent) => void>(() => {});
  onWheel.current = (event) => {
    // A horizontal wheel movement scrolls to another picture.
    if (view.current.scale === 1 && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0025));
    zoomAround(view.current.scale * factor, pointOf({ x: event.clientX, y: event.clientY }), false);
  };
  useEffect(() => {
    const element = frame.current!;
    const listen = (event: WheelEvent): void => onWheel.current(event);
    element.addEventListener("wheel", listen, { passive: false });
    return () => element.removeEventListener("wheel", listen);
  }, []);

  const onPointerDown = (event: PointerEvent): void => {
    const point = { x: event.clientX, y: event.clientY };
    positions.current.set(event.pointerId, point);
    pressPoint.current = positions.current.size === 1 ? point : null;
    if (view.current.scale > 1 || positions.current.size > 1) frame.current!.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const previousPoint = positions.current.get(event.pointerId);
    if (!previousPoint) return;
    const point = { x: event.clientX, y: event.clientY };
    const startPoint = pressPoint.current;
    if (startPoint && Math.hypot(point.x - startPoint.x, point.y - startPoint.y) > MAX_PRESS_MOVE_PX)
      pressPoint.current = null;
    const otherPoint = [...positions.current].find(([id]) => id !== event.pointerId)?.[1];
    positions.current.set(event.pointerId, point);
    if (otherPoint) {
      const distance = (a: Point): number => Math.max(1, Math.hypot(a.x - otherPoint.x, a.y - otherPoint.y));
      const center = (a: Point): Point => ({ x: (a.x + otherPoint.x) / 2, y: (a.y + otherPoint.y) / 2 });
      const [previousCenter, currentCenter] = [center(previousPoint), center(point)];
      const movedView = moveBy(
        view.current,
        { x: currentCenter.x - previousCenter.x, y: currentCenter.y - previousCenter.y },
        measureBounds(),
      );
      show(
        zoomTo(
          movedView,
          movedView.scale * (distance(point) / distance(previousPoint)),
          pointOf(currentCenter),
          measureBounds(),
        ),
        false,
      );
    } else if (view.current.scale > 1) {
      show(
        moveBy(view.current, { x: point.x - previousPoint.x, y: point.y - previousPoint.y }, measureBounds()),
        false,
      );
    }
  };
  const onPointerUp = (event: PointerEvent): void => {
    positions.current.delete(event.pointerId);
    if (!pressPoint.current) {
      // The click event after a drag is ignored.
      pointerUpHandledAt.current = event.timeStamp;
      return;
    }
    pressPoint.current = null;
    pointerUpHandledAt.current = event.timeStamp;
    const point = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "mouse") return event.button === 0 ? toggle(pointOf(point)) : undefined;
    const previousTap = lastTap.current;
    const isSecondTap =
      previousTap &&
      event.timeStamp - previousTap.time < DOUBLE_TAP_MS &&
      Math.hypot(point.x - previousTap.x, point.y - previousTap.y) < DOUBLE_TAP_PX;
    lastTap.current = isSecondTap ? null : { ...point, time: event.timeStamp };
    if (isSecondTap) toggle(pointOf(point));
  };
  const onPointerCancel = (event: PointerEvent): void => {
    positions.current.delete(event.pointerId);
    pressPoint.current = null;
  };
  /** Handles clicks of the keyboard and of screen readers. The clicks of pointers are handled on pointerup. */
  const onClick = (event: { timeStamp: number }): void => {
    if (event.timeStamp - pointerUpHandledAt.current > DOUBLE_TAP_MS) toggle({ x: 0, y: 0 });
  };
  return { frame, content, onClick, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
