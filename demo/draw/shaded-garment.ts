import { blur, FULL_BOX, mix, rasterize, type Box, type Plane } from "./canvas.ts";
import type { FabricName } from "./fabric.ts";
import { createGradientNoise } from "./noise.ts";
import type { Garment } from "./part.ts";
import { bounds, warpPath, type Warp } from "./path.ts";
import { computeRelief, type Relief } from "./relief.ts";

/** A garment view with computed lighting, ready to be coloured. */
export interface ShadedGarment {
  reliefs: Relief[];
  /** The share of light on the background, which the garment's shadow lowers. */
  backgroundLight: Plane;
  /** The pixels that the garment covers. */
  garmentMask: Plane;
  frame: Box;
  /** Moves a point of the design to its place in the drawing. Both are in drawing units, not in pixels of `frame`. */
  warp: Warp;
}

/** Smoothly displaces outlines, seams and folds, because no garment is perfectly symmetrical. */
export function unevenWarp(seed: number, amount = 1): Warp {
  const a = createGradientNoise(seed + 7),
    b = createGradientNoise(seed + 13);
  return ([x, y]) => [
    x + amount * (a(x * 0.006, y * 0.006) * 6.5 + a(x * 0.025, y * 0.025) * 2.2),
    y + amount * (b(x * 0.006, y * 0.006) * 5.5 + b(x * 0.025, y * 0.025) * 2.2),
  ];
}

/** Centres a garment in the drawing and scales it to about the size of the others, so that a grid of them is even. */
export function fittingWarp(garment: Garment, stretch: [number, number] = [1, 1]): Warp {
  const b = bounds(garment.parts.flatMap((p) => (p.isStand ? [] : [p.d])).join("")),
    w = (b.x1 - b.x0) * stretch[0],
    h = (b.y1 - b.y0) * stretch[1];
  const k = Math.min(1.16, 664 / w, 850 / h),
    cx = (b.x0 + b.x1) / 2,
    cy = (b.y0 + b.y1) / 2;
  return ([x, y]) => [400 + (x - cx) * k * stretch[0], 496 + (y - cy) * k * stretch[1]];
}

export interface ShadingOptions {
  unevenness?: number;
  stretch?: [number, number];
  /** The pixels to draw: the whole picture or a part of it, at any scale. */
  frame?: Box;
  /** The warp that places and scales the garment, by default `fittingWarp`. */
  fit?: Warp;
}

/** Computes the lighting of all parts of a garment, and its shadow on the background. */
export async function shadeGarment(
  garment: Garment,
  fabric: FabricName,
  seed: number,
  options: ShadingOptions = {},
): Promise<ShadedGarment> {
  const frame = options.frame ?? FULL_BOX,
    { w, h, scale } = frame,
    bend = unevenWarp(seed, options.unevenness ?? 1),
    fit = options.fit ?? fittingWarp(garment, options.stretch),
    warp: Warp = (p) => fit(bend(p)),
    reliefs: Relief[] = [];
  let index = 0;
  for (const part of garment.parts) {
    const partRelief = await computeRelief(part, seed + 31 * index++, { fabric, warp, frame });
    if (partRelief) reliefs.push(partRelief);
  }
  const silhouette = await rasterize(garment.parts.map((p) => `<path d="${warpPath(p.d, warp)}"/>`).join(""), frame);
  const distance = garment.distance ?? 1;
  const wideShadow = blur(silhouette, frame, 26 * distance),
    softShadow = blur(silhouette, frame, 9 * distance),
    tightShadow = blur(silhouette, frame, 3 * distance);
  const backgroundLight = new Float32Array(w * h);
  const nearWeight = distance > 1 ? 0.5 : 1;
  const at = (plane: Plane, x: number, y: number): number => plane[Math.max(0, y) * w + Math.max(0, x)]!;
  const toShadowOffset = (units: number): number => Math.round(units * distance * scale);
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++)
      backgroundLight[i] =
        1 -
        mix(0.2, 0.24, Math.min(1, distance)) * at(wideShadow, x - toShadowOffset(10), y - toShadowOffset(20)) -
        0.2 * nearWeight * at(softShadow, x - toShadowOffset(4), y - toShadowOffset(8)) -
        0.14 * nearWeight * at(tightShadow, x - toShadowOffset(1), y - toShadowOffset(2));
  return { reliefs, backgroundLight, garmentMask: silhouette, frame, warp };
}
