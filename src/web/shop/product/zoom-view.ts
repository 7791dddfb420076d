/** The view of a picture in its frame: its scale, and the offset of its centre from the frame's, in CSS pixels. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

export interface ZoomBounds {
  frame: Size;
  /** The size of the whole picture in the frame, at scale 1. */
  fittedSize: Size;
  maxScale: number;
}

/** The view of the whole picture. */
export const WHOLE_PICTURE_VIEW: ZoomView = { scale: 1, x: 0, y: 0 };
/** The largest scale is never below this, so that small files can be enlarged too. */
const LOWEST_MAX_SCALE = 2;
/** The largest scale is never above this. */
const HIGHEST_MAX_SCALE = 6;

/**
 * The limits of a view. At the largest scale a pixel of the widest file is a CSS pixel, as far as the constants above
 * allow it.
 */
export function zoomBounds(frame: Size, picture: Size, widestFileWidth: number): ZoomBounds {
  const factor = Math.min(frame.width / picture.width, frame.height / picture.height);
  const fittedSize = { width: picture.width * factor, height: picture.height * factor };
  const maxScale = Math.min(HIGHEST_MAX_SCALE, Math.max(LOWEST_MAX_SCALE, widestFileWidth / fittedSize.width));
  return { frame, fittedSize, maxScale };
}

/** Scales around a point relative to the frame's centre. The part under the point stays there if the edges allow it. */
export function zoomTo(view: ZoomView, scale: number, fixedPoint: Point, bounds: ZoomBounds): ZoomView {
  const nextScale = Math.min(bounds.maxScale, Math.max(1, scale));
  const ratio = nextScale / view.scale;
  return keepInside(
    {
      scale: nextScale,
      x: fixedPoint.x - (fixedPoint.x - view.x) * ratio,
      y: fixedPoint.y - (fixedPoint.y - view.y) * ratio,
    },
    bounds,
  );
}

/** Moves the picture, at most to its edges. */
export function moveBy(view: ZoomView, { x, y }: Point, bounds: ZoomBounds): ZoomView {
  return keepInside({ ...view, x: view.x + x, y: view.y + y }, bounds);
}

function keepInside({ scale, x, y }: ZoomView, { frame, fittedSize }: ZoomBounds): ZoomView {
  const limit = (value: number, pictureLength: number, frameLength: number): number => {
    const maxOffset = Math.max(0, (pictureLength * scale - frameLength) / 2);
    return Math.min(maxOffset, Math.max(-maxOffset, value));
  };
  return { scale, x: limit(x, fittedSize.width, frame.width), y: limit(y, fittedSize.height, frame.height) };
}
