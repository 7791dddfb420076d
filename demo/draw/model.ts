import { blur, FULL, mix, raster, WIDTH, HEIGHT, type Plane } from "./canvas.ts";
import type { FabricName } from "./fabric.ts";
import { gradientNoise } from "./noise.ts";
import type { Garment } from "./part.ts";
import { bounds, warpPath, type Warp } from "./path.ts";
import { relief, type Relief } from "./relief.ts";

/** A garment view with computed lighting, ready to be coloured. */
export interface Model {
  reliefs: Relief[];
  ground: Plane;
  silhouette: Plane;
}

/** No garment is perfectly symmetrical: one smooth displacement field bends outlines, seams and folds alike. */
export function unevenness(seed: number, amount = 1): Warp {
  const a = gradientNoise(seed + 7),
    b = gradientNoise(seed + 13);
  return ([x, y]) => [
    x + amount * (a(x * 0.006, y * 0.006) * 6.5 + a(x * 0.025, y * 0.025) * 2.2),
    y + amount * (b(x * 0.006, y * 0.006) * 5.5 + b(x * 0.025, y * 0.025) * 2.2),
  ];
}

/** Centres a garment in the frame and brings it near a common size, so that grids look like one set. */
export function fitting(garment: Garment, stretch: [number, number] = [1, 1]): Warp {
  const b = bounds(garment.parts.map((p) => p.d).join("")),
    w = (b.x1 - b.x0) * stretch[0],
    h = (b.y1 - b.y0) * stretch[1];
  const k = Math.min(1.16, 664 / w, 850 / h),
    cx = (b.x0 + b.x1) / 2,
    cy = (b.y0 + b.y1) / 2;
  return ([x, y]) => [400 + (x - cx) * k * stretch[0], 496 + (y - cy) * k * stretch[1]];
}

export async function model(
  garment: Garment,
  fabric: FabricName,
  seed: number,
  options: { uneven?: number; stretch?: [number, number] } = {},
): Promise<Model> {
  const bend = unevenness(seed, options.uneven ?? 1),
    fit = fitting(garment, options.stretch),
    warp: Warp = (p) => fit(bend(p)),
    reliefs: Relief[] = [];
  let index = 0;
  for (const part of garment.parts) reliefs.push(await relief(part, fabric, seed + 31 * index++, warp));
  const silhouette = await raster(garment.parts.map((p) => `<path d="${warpPath(p.d, warp)}"/>`).join(""), FULL);
  const float = garment.float ?? 1;
  const wide = blur(silhouette, FULL, 26 * float),
    soft = blur(silhouette, FULL, 9),
    tight = blur(silhouette, FULL, 3);
  const ground = new Float32Array(WIDTH * HEIGHT);
  const at = (plane: Plane, x: number, y: number): number => plane[Math.max(0, y) * WIDTH + Math.max(0, x)]!;
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++)
      ground[i] =
        1 -
        mix(0.2, 0.24, float) * at(wide, x - 10, y - 20) -
        0.2 * at(soft, x - 4, y - 8) -
        0.14 * at(tight, x - 1, y - 2);
  return { reliefs, ground, silhouette };
}
