import { mirroredLine, mirroredPair, mirror, mirroredOutline } from "../path.ts";
import { crossFolds, hangingFolds, radialFolds } from "../folds.ts";
import type { Random } from "../noise.ts";
import type { Fold, Part } from "../part.ts";

/** The side of a garment that a design draws. The views of its pictures are in views.ts. */
export type Side = "front" | "back";

/** The points of the right half of a top, in drawing coordinates. The axis is at x = 400. */
export interface Cut {
  neckX: number;
  neckY: number;
  /** The height of the neckline at the axis, on the front and on the back. */
  frontNeckY: number;
  backNeckY: number;
  shoulderX: number;
  shoulderY: number;
  armpitX: number;
  armpitY: number;
  waistX: number;
  waistY: number;
  hemX: number;
  hemY: number;
  hemDrop: number;
  /** For a rounded shirt tail: how much higher the hem is at the side seam. */
  tailHeight?: number;
  /** How pointed the neckline is: 0 for a round neck, 1 for a V neck. */
  vee?: number;
}

export const DEFAULT_CUT: Cut = {
  neckX: 468,
  neckY: 150,
  frontNeckY: 214,
  backNeckY: 164,
  shoulderX: 594,
  shoulderY: 200,
  armpitX: 590,
  armpitY: 356,
  waistX: 584,
  waistY: 580,
  hemX: 596,
  hemY: 806,
  hemDrop: 12,
};

/** The right half of the neckline, from the axis to the shoulder. `outset` moves it outwards. */
export function neckline(cut: Cut, side: Side, outset = 0): string {
  const x = cut.neckX + outset,
    depth = (side === "front" ? cut.frontNeckY : cut.backNeckY) + outset,
    y = cut.neckY;
  const vee = side === "front" ? (cut.vee ?? 0) : 0;
  const halfWidth = x - 400,
    k = 0.62 * (1 - vee) + 0.06;
  return `M400 ${depth}C${400 + halfWidth * k} ${depth - (depth - y) * 0.04 * (1 + 6 * vee)} ${x - 6 - halfWidth * 0.3 * vee} ${y + (depth - y) * (0.52 + 0.1 * vee)} ${x} ${y}`;
}

export function armhole(cut: Cut): string {
  const { shoulderX: sx, shoulderY: sy, armpitX: ax, armpitY: ay } = cut;
  return `C${sx - 12} ${sy + (ay - sy) * 0.34} ${sx - 22} ${sy + (ay - sy) * 0.72} ${ax} ${ay}`;
}

export function sideSeam(cut: Cut): string {
  const { armpitX: ax, armpitY: ay, waistX: wx, waistY: wy, hemX: hx, hemY: hy } = cut;
  const end = hy - (cut.tailHeight ?? 0);
  return `C${ax - 2} ${ay + (wy - ay) * 0.4} ${wx} ${wy - (wy - ay) * 0.3} ${wx} ${wy}C${wx} ${wy + (end - wy) * 0.35} ${hx - 2} ${end - (end - wy) * 0.4} ${hx} ${end - 7}`;
}

export function hemPath(cut: Cut): string {
  const { hemX: hx, hemY: hy, hemDrop } = cut,
    t = cut.tailHeight ?? 0,
    w = hx - 400;
  return t
    ? `C${hx - 2} ${hy - t + 10} ${hx - w * 0.12} ${hy + 4} ${hx - w * 0.34} ${hy + hemDrop * 0.8}C${hx - w * 0.6} ${hy + hemDrop} ${400 + w * 0.3} ${hy + hemDrop} 400 ${hy + hemDrop}`
    : `Q${hx - 1} ${hy} ${hx - 9} ${hy + 1}C${hx - w * 0.4} ${hy + hemDrop * 0.85} ${400 + w * 0.3} ${hy + hemDrop} 400 ${hy + hemDrop}`;
}

export const bodyOutline = (cut: Cut, side: Side): string =>
  mirroredOutline(
    `${neckline(cut, side)}Q${(cut.neckX + cut.shoulderX) / 2 + 8} ${(cut.neckY + cut.shoulderY) / 2 - 5} ${cut.shoulderX - 10} ${cut.shoulderY - 2}Q${cut.shoulderX} ${cut.shoulderY} ${cut.shoulderX} ${cut.shoulderY + 8}${armhole(cut)}${sideSeam(cut)}${hemPath(cut)}`,
  );

/** A line parallel to the hem, `up` drawing units above it. */
export function hemLine(cut: Cut, up: number): string {
  const raisedCut = { ...cut, hemY: cut.hemY - up };
  const start = `M${cut.hemX - 1} ${raisedCut.hemY - (cut.tailHeight ?? 0) - 7}`;
  return mirroredLine(reversePath(start + hemPath(raisedCut)));
}

/** The path in the opposite direction, because `mirroredLine` needs a half that starts at the axis. */
function reversePath(d: string): string {
  const numbers = (d.match(/-?\d*\.?\d+/g) ?? []).map(Number),
    points: string[] = [];
  for (let i = numbers.length - 2; i >= 0; i -= 2) points.push(`${numbers[i]} ${numbers[i + 1]}`);
  const commands = d
    .replace(/[^LCQ]/g, "")
    .split("")
    .reverse();
  let at = 1,
    out = `M${points[0]}`;
  for (const c of commands) {
    const n = c === "C" ? 3 : c === "Q" ? 2 : 1;
    out += c + points.slice(at, at + n).join(" ");
    at += n;
  }
  return out;
}

export function torsoFolds(next: Random, cut: Cut, strength = 1): Fold[] {
  const { armpitX: ax, armpitY: ay, hemY } = cut,
    folds: Fold[] = [];
  for (const s of [-1, 1]) {
    const x = 400 + s * (ax - 404);
    folds.push(
      ...radialFolds(next, {
        x,
        y: ay + 12,
        angle: s > 0 ? 118 : 62,
        spread: 76,
        count: 5,
        length: 190,
        width: 24,
        height: 5.5 * strength,
        startDistance: 14,
      }),
    );
    folds.push(
      ...radialFolds(next, {
        x: 400 + s * (cut.neckX - 396),
        y: cut.neckY + 50,
        angle: s > 0 ? 66 : 114,
        spread: 44,
        count: 2,
        length: 150,
        width: 26,
        height: 3 * strength,
      }),
    );
  }
  folds.push(
    ...hangingFolds(next, {
      x0: 800 - ax + 24,
      x1: ax - 24,
      y0: ay + 150,
      y1: hemY + 6,
      count: 4,
      width: 50,
      height: 6.5 * strength,
      flare: 0.08,
    }),
  );
  folds.push(
    ...crossFolds(next, {
      x: 400,
      y: (ay + hemY) / 2 + 40,
      angle: 90,
      length: 230,
      extent: 220,
      count: 2,
      width: 46,
      height: 2.2 * strength,
    }),
  );
  return folds;
}

/** Inside of the back neck, seen through the front opening; with `hasLabel`, also the maker's label. */
export function innerNeck(cut: Cut, hasLabel = true): Part[] {
  const { neckX: nx, neckY: ny, frontNeckY } = cut;
  const parts: Part[] = [
    {
      d: mirroredOutline(
        `M400 ${ny + 6}C${400 + (nx - 400) * 0.6} ${ny + 5} ${nx - 16} ${ny - 2} ${nx + 2} ${ny - 5}L${nx + 4} ${ny + 12}C${nx - 6} ${ny + (frontNeckY - ny) * 0.7} ${400 + (nx - 400) * 0.7} ${frontNeckY + 16} 400 ${frontNeckY + 16}`,
      ),
      isInside: true,
      puff: 0.25,
      lift: 0.3,
    },
  ];
  if (hasLabel)
    parts.push({
      d: `M385 ${ny + 12}L415 ${ny + 12}L415 ${ny + 33}L385 ${ny + 33}Z`,
      role: "label",
      fabric: "satin",
      puff: 0,
      rim: 1,
      lift: 0.3,
      isPlain: true,
      inks: [{ d: `M391 ${ny + 21}L409 ${ny + 21}M394 ${ny + 26}L406 ${ny + 26}`, color: "#8a8478", width: 1.6 }],
    });
  return parts;
}

export interface SleeveCut {
  outerX: number;
  outerY: number;
  innerX: number;
  innerY: number;
  elbowOutset?: number;
}
export const SHORT_SLEEVE: SleeveCut = { outerX: 716, outerY: 392, innerX: 626, innerY: 442 };
export const LONG_SLEEVE: SleeveCut = { outerX: 726, outerY: 796, innerX: 646, innerY: 810 };

/** The same sleeve, `by` units shorter, so that it ends under its cuff and no corner shows below the rib. */
export const tuckedSleeve = (s: SleeveCut, by = 16): SleeveCut => ({
  ...s,
  outerY: s.outerY - by,
  innerY: s.innerY - by,
});

/** Both sleeves. With `hasOpening`, the dark inside of each sleeve's opening is drawn beneath the sleeve. */
export function sleeves(
  next: Random,
  cut: Cut,
  s: SleeveCut,
  extraPropsOf: (isRight: boolean) => Partial<Part> = () => ({}),
  hasOpening = true,
): Part[] {
  const { shoulderX: sx, shoulderY: sy, armpitX: ax, armpitY: ay } = cut;
  const isLong = s.outerY > 560,
    mx = (s.outerX + s.innerX) / 2,
    my = (s.outerY + s.innerY) / 2,
    reach = s.outerY - sy;
  const tilt = Math.atan2(s.innerY - s.outerY, s.innerX - s.outerX),
    bx = -Math.sin(tilt),
    by = Math.cos(tilt),
    curve = isLong ? -6 : -9;
  const cuff = `Q${mx + bx * curve} ${my + by * curve} ${s.innerX} ${s.innerY}`;
  const outer = isLong
    ? `M${sx - 34} ${sy - 10}L${sx - 6} ${sy - 1}C${sx + 46} ${sy + 20} ${sx + 74} ${sy + reach * 0.16} ${sx + 94 + (s.elbowOutset ?? 0)} ${sy + reach * 0.4}C${sx + 106} ${sy + reach * 0.58} ${s.outerX - 4} ${s.outerY - reach * 0.3} ${s.outerX} ${s.outerY}`
    : `M${sx - 34} ${sy - 10}L${sx - 6} ${sy - 1}C${sx + 34} ${sy + 16} ${sx + 58} ${sy + 66} ${s.outerX} ${s.outerY}`;
  const inner = isLong
    ? `C${s.innerX - 4} ${s.innerY - reach * 0.3} ${ax + 50} ${ay + reach * 0.36} ${ax + 28} ${ay + reach * 0.14}C${ax + 20} ${ay + 40} ${ax + 8} ${ay + 14} ${ax} ${ay}`
    : `L${ax + 4} ${ay + 6}`;
  const d = `${outer}${cuff}${inner}L${sx - 60} ${ay}Z`;
  const opening = `M${s.outerX - 1} ${s.outerY - 4}Q${mx - bx * curve * 1.2} ${my - by * curve * 1.2} ${s.innerX + 1} ${s.innerY - 3}Q${mx + bx * 16} ${my + by * -16} ${s.outerX - 1} ${s.outerY - 4}Z`;
  const parts: Part[] = [];
  for (const isRight of [false, true]) {
    const flip = (p: string): string => (isRight ? p : mirror(p));
    const flipX = (x: number): number => (isRight ? x : 800 - x),
      flipAngle = (a: number): number => (isRight ? a : 180 - a);
    const folds: Fold[] = [
      ...radialFolds(next, {
        x: flipX(ax + 10),
        y: ay - 4,
        angle: flipAngle(-22),
        spread: 82,
        count: isLong ? 5 : 4,
        length: isLong ? 110 : 92,
        width: 19,
        height: 4.6,
        startDistance: 12,
      }),
    ];
    if (isLong) {
      folds.push(
        ...crossFolds(next, {
          x: flipX((sx + 84 + ax + 34) / 2 + 4),
          y: sy + 250,
          angle: flipAngle(80),
          length: 92,
          extent: 150,
          count: 4,
          width: 27,
          height: 3.6,
        }),
      );
      folds.push(
        ...crossFolds(next, {
          x: flipX(mx - 1),
          y: my - 70,
          angle: flipAngle(88),
          length: 66,
          extent: 90,
          count: 2,
          width: 24,
          height: 2.8,
        }),
      );
      folds.push(
        ...hangingFolds(next, {
          x0: flipX(sx + 20),
          x1: flipX(sx + 60),
          y0: sy + 60,
          y1: my - 60,
          count: 2,
          width: 20,
          height: 3,
          axis: flipX(sx + 40),
        }),
      );
    } else
      folds.push(
        ...radialFolds(next, {
          x: flipX(mx),
          y: my - 10,
          angle: flipAngle(-118),
          spread: 50,
          count: 3,
          length: 110,
          width: 22,
          height: 3.2,
        }),
      );
    if (hasOpening) parts.push({ d: flip(opening), isSleeve: true, isInside: true, puff: 0, lift: 0.2, rim: 0 });
    parts.push({
      d: flip(d),
      isSleeve: true,
      folds,
      puff: 0.85,
      lift: 0.3,
      grain: flipAngle(0) === 0 ? (isLong ? -8 : -24) : isLong ? 8 : 24,
      ...extraPropsOf(isRight),
    });
  }
  return parts;
}

/** A line for stitches, parallel to a sleeve's end and `up` drawing units above it. */
export function cuffLine(s: SleeveCut, up: number, isRight: boolean): string {
  const isLong = s.outerY > 560,
    mx = (s.outerX + s.innerX) / 2,
    my = (s.outerY + s.innerY) / 2;
  const tilt = Math.atan2(s.innerY - s.outerY, s.innerX - s.outerX),
    nx = Math.sin(tilt),
    ny = -Math.cos(tilt);
  const curve = isLong ? 6 : 9,
    ux = -nx * up * -1,
    uy = -ny * up * -1;
  const d = `M${s.outerX + ux * -1} ${s.outerY + uy * -1}Q${mx + nx * curve - ux} ${my + ny * curve - uy} ${s.innerX - ux} ${s.innerY - uy}`;
  return isRight ? d : mirror(d);
}

export const armholeSeams = (cut: Cut): string[] =>
  mirroredPair(`M${cut.shoulderX} ${cut.shoulderY + 4}${armhole(cut)}`);
