import type { Random } from "./noise.ts";
import type { Fold } from "./part.ts";

const RADIANS_PER_DEGREE = Math.PI / 180;
const curve = (x: number, y: number, angle: number, length: number, bend: number): string => {
  const a = angle * RADIANS_PER_DEGREE,
    nx = -Math.sin(a),
    ny = Math.cos(a),
    c = Math.cos(a),
    s = Math.sin(a);
  const at = (t: number, b: number): string =>
    `${(x + c * length * t + nx * b).toFixed(1)} ${(y + s * length * t + ny * b).toFixed(1)}`;
  return `M${at(0, 0)}C${at(0.35, bend * 0.4)} ${at(0.7, bend)} ${at(1, bend * 1.1)}`;
};

/** Angles are in degrees, lengths in drawing units. `height` is that of a `Fold`. */
export interface RadialFoldOptions {
  x: number;
  y: number;
  angle: number;
  spread: number;
  count: number;
  length: number;
  width: number;
  height: number;
  /** The approximate distance between (`x`, `y`) and the start of a fold. */
  startDistance?: number;
}

/** Folds that radiate from a point of tension (armpit, crotch, waist). */
export function radialFolds(next: Random, f: RadialFoldOptions): Fold[] {
  const folds: Fold[] = [];
  for (let i = 0; i < f.count; i++) {
    const t = f.count === 1 ? 0 : i / (f.count - 1) - 0.5;
    const angle = f.angle + t * f.spread + (next() - 0.5) * (f.spread / f.count) * 0.9;
    const distance = (f.startDistance ?? 8) * (0.4 + next() * 1.4),
      length = f.length * (0.55 + next() * 0.6);
    const x = f.x + Math.cos(angle * RADIANS_PER_DEGREE) * distance,
      y = f.y + Math.sin(angle * RADIANS_PER_DEGREE) * distance,
      bend = (next() - 0.5) * length * 0.34;
    const width = f.width * (0.7 + next() * 0.6),
      height = f.height * (0.6 + next() * 0.6);
    folds.push({ d: curve(x, y, angle, length, bend), width, height });
    const side = next() < 0.5 ? -1 : 1,
      gap = width * 0.85 * side;
    folds.push({
      d: curve(
        x - Math.sin(angle * RADIANS_PER_DEGREE) * gap,
        y + Math.cos(angle * RADIANS_PER_DEGREE) * gap,
        angle,
        length * 0.9,
        bend,
      ),
      width: width * 0.75,
      height: -height * 0.62,
    });
  }
  return folds;
}

export interface HangingFoldOptions {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  count: number;
  width: number;
  height: number;
  flare?: number;
  axis?: number;
}

/** Long hanging folds from level `y0` to `y1`. `flare` spreads them towards the bottom, away from x = `axis`. */
export function hangingFolds(next: Random, f: HangingFoldOptions): Fold[] {
  const folds: Fold[] = [];
  for (let i = 0; i < f.count; i++) {
    const t = (i + 0.5 + (next() - 0.5) * 0.55) / f.count;
    const x = f.x0 + (f.x1 - f.x0) * t,
      axis = f.axis ?? 400;
    const top = f.y0 + (f.y1 - f.y0) * next() * 0.25,
      bottom = f.y1 - (f.y1 - f.y0) * next() * 0.08;
    const end = axis + (x - axis) * (1 + (f.flare ?? 0)) + (next() - 0.5) * 14;
    const height = f.height * (0.6 + next() * 0.6),
      width = f.width * (0.7 + next() * 0.6);
    const line = (o: number): string =>
      `M${x + o} ${top}C${x + o + (next() - 0.5) * 8} ${top + (bottom - top) * 0.35} ${end + o * 1.3 + (next() - 0.5) * 8} ${top + (bottom - top) * 0.7} ${end + o * 1.5} ${bottom}`;
    folds.push({ d: line(0), width, height });
    folds.push({ d: line(width * (next() < 0.5 ? -0.9 : 0.9)), width: width * 0.8, height: -height * 0.7 });
  }
  return folds;
}

export interface CrossFoldOptions {
  x: number;
  y: number;
  angle: number;
  length: number;
  /** How far along the limb the folds are spread. */
  extent: number;
  count: number;
  width: number;
  height: number;
}

/**
 * Folds across a limb (elbow, knee, ankle) or a waist, one beside the other. `angle` is the direction of the limb, in
 * degrees.
 */
export function crossFolds(next: Random, f: CrossFoldOptions): Fold[] {
  const folds: Fold[] = [];
  for (let i = 0; i < f.count; i++) {
    const t = f.count === 1 ? 0 : i / (f.count - 1) - 0.5,
      along = t * f.extent + (next() - 0.5) * (f.extent / f.count) * 0.8;
    const side = i % 2 === 0 ? 1 : -1,
      angle = f.angle + 90 * side + (next() - 0.5) * 34;
    const length = f.length * (0.5 + next() * 0.5),
      startDistance = f.length * (0.35 + next() * 0.15);
    const x =
      f.x + Math.cos(f.angle * RADIANS_PER_DEGREE) * along - Math.cos(angle * RADIANS_PER_DEGREE) * startDistance;
    const y =
      f.y + Math.sin(f.angle * RADIANS_PER_DEGREE) * along - Math.sin(angle * RADIANS_PER_DEGREE) * startDistance;
    const width = f.width * (0.7 + next() * 0.6),
      height = f.height * (0.6 + next() * 0.6),
      bend = (next() - 0.5) * length * 0.4;
    folds.push({ d: curve(x, y, angle, length, bend), width, height });
    folds.push({
      d: curve(
        x + Math.cos(f.angle * RADIANS_PER_DEGREE) * width * 0.8,
        y + Math.sin(f.angle * RADIANS_PER_DEGREE) * width * 0.8,
        angle,
        length * 0.85,
        bend,
      ),
      width: width * 0.7,
      height: -height * 0.7,
    });
  }
  return folds;
}
