import { WIDTH } from "./canvas.ts";

export type Point = [number, number];
/** One contour of an SVG path as points. Paths may only have the absolute commands M, L, C, Q and Z. */
export interface Contour {
  points: Point[];
  isClosed: boolean;
}
export type Warp = (p: Point) => Point;

/** The maximum length of a segment, in drawing units. */
const MAX_SEGMENT_LENGTH = 7;
/** The minimum number of segments of a curve, so that buttons stay round in a close-up. */
const MIN_CURVE_SEGMENTS = 6;

/** Converts a path to contours of short straight segments. */
export function flatten(d: string): Contour[] {
  const contours: Contour[] = [];
  let current: Contour | null = null;
  for (const [, command, coordinates] of d.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const n = (coordinates!.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    if (command === "M") contours.push((current = { points: [[n[0]!, n[1]!]], isClosed: false }));
    const size = command === "C" ? 6 : command === "Q" ? 4 : 2;
    if (command === "Z") {
      current!.isClosed = true;
      continue;
    }
    for (let i = command === "M" ? 2 : 0; i + size <= n.length; i += size) {
      const a = current!.points.at(-1)!,
        c = n.slice(i, i + size),
        end: Point = [c[size - 2]!, c[size - 1]!];
      let length = 0,
        from = a;
      for (let k = 0; k < size; k += 2) {
        length += Math.hypot(c[k]! - from[0], c[k + 1]! - from[1]);
        from = [c[k]!, c[k + 1]!];
      }
      const steps = Math.max(size === 2 ? 1 : MIN_CURVE_SEGMENTS, Math.ceil(length / MAX_SEGMENT_LENGTH));
      for (let s = 1; s <= steps; s++) {
        const t = s / steps,
          m = 1 - t;
        const at = (k: 0 | 1): number =>
          size === 2
            ? m * a[k] + t * end[k]
            : size === 4
              ? m * m * a[k] + 2 * m * t * c[k]! + t * t * end[k]
              : m * m * m * a[k] + 3 * m * m * t * c[k]! + 3 * m * t * t * c[2 + k]! + t * t * t * end[k];
        current!.points.push([at(0), at(1)]);
      }
    }
  }
  return contours;
}

const formatPoints = (points: Point[]): string => points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L");

export const toPath = (contours: Contour[]): string =>
  contours.map((c) => `M${formatPoints(c.points)}${c.isClosed ? "Z" : ""}`).join("");

export const warpPath = (d: string, warp: Warp): string =>
  toPath(flatten(d).map((c) => ({ isClosed: c.isClosed, points: c.points.map(warp) })));

/** The reflection of a path at the vertical axis of the drawing. */
export const mirror = (d: string): string => warpPath(d, ([x, y]) => [WIDTH - x, y]);

/** A closed outline, made from its right half. The half begins and ends on the axis, first at the top. */
export function mirroredOutline(half: string): string {
  const right = flatten(half)[0]!.points;
  const left = right.map(([x, y]): Point => [WIDTH - x, y]).reverse();
  return `M${formatPoints([...right, ...left])}Z`;
}

/** An open line that crosses the axis, as hems and seams do, made from its right half. That half starts at the axis. */
export function mirroredLine(half: string): string {
  const right = flatten(half)[0]!.points;
  const left = right.map(([x, y]): Point => [WIDTH - x, y]).reverse();
  return `M${formatPoints([...left, ...right])}`;
}

/** `outer` with the hole `inner`, which gets the opposite winding. */
export const withHole = (outer: string, inner: string): string =>
  outer + toPath(flatten(inner).map((c) => ({ isClosed: c.isClosed, points: [...c.points].reverse() })));

/** The reflection of a path and the path itself, in this order. `d` is the one on the right side. */
export const mirroredPair = (d: string): string[] => [mirror(d), d];

export const circle = (x: number, y: number, r: number, ry = r): string => {
  const k = 0.5523;
  return `M${x - r} ${y}C${x - r} ${y - ry * k} ${x - r * k} ${y - ry} ${x} ${y - ry}C${x + r * k} ${y - ry} ${x + r} ${y - ry * k} ${x + r} ${y}C${x + r} ${y + ry * k} ${x + r * k} ${y + ry} ${x} ${y + ry}C${x - r * k} ${y + ry} ${x - r} ${y + ry * k} ${x - r} ${y}Z`;
};

export const rectangle = (x: number, y: number, w: number, h: number): string =>
  `M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`;

/** A band of the given width along a centre line: straps, piping, laces, ribbons. */
export function band(d: string, width: number, isTapered = false): string {
  return flatten(d)
    .map(({ points }) => {
      const left: Point[] = [],
        right: Point[] = [];
      points.forEach((p, i) => {
        const a = points[Math.max(0, i - 1)]!,
          b = points[Math.min(points.length - 1, i + 1)]!;
        const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        const t = points.length > 1 ? i / (points.length - 1) : 0;
        const w = (width / 2) * (isTapered ? Math.sin(Math.PI * avoidEnds(t)) : 1);
        left.push([p[0] - ((b[1] - a[1]) / l) * w, p[1] + ((b[0] - a[0]) / l) * w]);
        right.unshift([p[0] + ((b[1] - a[1]) / l) * w, p[1] - ((b[0] - a[0]) / l) * w]);
      });
      return `M${formatPoints([...left, ...right])}Z`;
    })
    .join("");
}

const avoidEnds = (t: number): number => 0.02 + 0.96 * t;

export function bounds(d: string): { x0: number; y0: number; x1: number; y1: number } {
  let x0 = Infinity,
    y0 = Infinity,
    x1 = -Infinity,
    y1 = -Infinity;
  for (const c of flatten(d))
    for (const [x, y] of c.points) {
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  return { x0, y0, x1, y1 };
}
