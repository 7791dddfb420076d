import { blur, FULL, mix, rasterize, type Box, type Plane } from "./canvas.ts";
import type { FabricName } from "./fabric.ts";
import { gradientNoise } from "./noise.ts";
import type { Garment } from "./part.ts";
import { bounds, warpPath, type Warp } from "./path.ts";
import { relief, type Relief } from "./relief.ts";

/** A garment view with computed lighting, ready to be coloured. */
export interface Model {
  reliefs: Relief[];
  /** The share of light on the background, which the garment's shadow lowers. */
  backgroundLight: Plane;
  /** The pixels that the garment covers. */
  silhouette: Plane;
  frame: Box;
  /** From the design's coordinates to those of the picture. */
  warp: Warp;
}

/** Smoothly displaces outlines, seams and folds, because no garment is perfectly symmetrical. */
export function unevenness(seed: number, amount = 1): Warp {
  const a = gradientNoise(seed + 7),
    b = gradientNoise(seed + 13);
  return ([x, y]) => [
    x + amount * (a(x * 0.006, y * 0.006) * 6.5 + a(x * 0.025, y * 0.025) * 2.2),
    y + amount * (b(x * 0.006, y * 0.006) * 5.5 + b(x * 0.025, y * 0.025) * 2.2),
  ];
}

/** Centres a garment in the frame and scales it to about the same size as others, so that all look alike in a grid. */
export function fitting(garment: Garment, stretch: [number, number] = [1, 1]): Warp {
  const b = bounds(garment.parts.flatMap((p) => (p.isStand ? [] : [p.d])).join("")),
    w = (b.x1 - b.x0) * stretch[0],
    h = (b.y1 - b.y0) * stretch[1];
  const k = Math.min(1.16, 664 / w, 850 / h),
    cx = (b.x0 + b.x1) / 2,
    cy = (b.y0 + b.y1) / 2;
  return ([x, y]) => [400 + (x - cx) * k * stretch[0], 496 + (y - cy) * k * stretch[1]];
}

export interface ModelOptions {
  uneven?: number;
  stretch?: [number, number];
  /** The pixels to draw: the whole picture or a part of it, at any scale. */
  frame?: Box;
  /** Where the garment is placed, instead of the middle. */
  fit?: Warp;
}

/** Computes the lighting of all parts of a garment, and its shadow on the background. */
export async function model(
  garment: Garment,
  fabric: FabricName,
  seed: number,
  options: ModelOptions = {},
): Promise<Model> {
  const frame = options.frame ?? FULL,
    { w, h, scale } = frame,
    bend = unevenness(seed, options.uneven ?? 1),
    fit = options.fit ?? fitting(garment, options.stretch),
    warp: Warp = (p) => fit(bend(p)),
    reliefs: Relief[] = [];
  let index = 0;
  for (const part of garment.parts) {
    const drawn = await relief(part, seed + 31 * index++, { fabric, warp, frame });
    if (drawn) reliefs.push(drawn);
  }
  const silhouette = await rasterize(garment.parts.map((p) => `<path d="${warpPath(p.d, warp)}"/>`).join(""), frame);
  const float = garment.float ?? 1;
  const wide = blur(silhouette, frame, 26 * float),
    soft = blur(silhouette, frame, 9 * float),
    tight = blur(silhouette, frame, 3 * float);
  const backgroundLight = new Float32Array(w * h);
  const near = float > 1 ? 0.5 : 1;
  const at = (plane: Plane, x: number, y: number): number => plane[Math.max(0, y) * w + Math.max(0, x)]!;
  const shift = (units: number): number => Math.round(units * float * scale);
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++)
      backgroundLight[i] =
        1 -
        mix(0.2, 0.24, Math.min(1, float)) * at(wide, x - shift(10), y - shift(20)) -
        0.2 * near * at(soft, x - shift(4), y - shift(8)) -
        0.14 * near * at(tight, x - shift(1), y - shift(2));
  return { reliefs, backgroundLight, silhouette, frame, warp };
}
