import { blur, clamp, mix, rasterize, smoothstep, type Box, type Plane } from "./canvas.ts";
import { FABRICS, type Fabric, type FabricName } from "./fabric.ts";
import { createGradientNoise, type Noise } from "./noise.ts";
import { band, bounds, warpPath, type Warp } from "./path.ts";
import type { Part } from "./part.ts";

/** Everything about a part that does not depend on its colour. */
export interface Relief {
  part: Part;
  box: Box;
  mask: Plane;
  shadow: Plane | null;
  light: Plane;
  sheen: Plane;
  /** The coordinates of each pixel on the cloth, in drawing units. */
  u: Plane;
  v: Plane;
  /** How much paler the cloth is than its colour. Negative: darker. Null for cloth that does not fade. */
  fading: Plane | null;
  stitchMask: Plane | null;
  inks: { plane: Plane; color: string; opacity: number }[];
}

/** How far a part's box extends beyond the part, in drawing units: its shadow needs this room. */
const MARGIN = 46;
/** Towards the light, at the top left. */
const LIGHT_DIRECTION: [number, number, number] = [-0.44, -0.6, 0.78];
/** The half vector of the light and the viewer, for highlights (Blinn-Phong). */
const HALF_VECTOR: [number, number, number] = (() => {
  const l = Math.hypot(...LIGHT_DIRECTION),
    h: [number, number, number] = [LIGHT_DIRECTION[0] / l, LIGHT_DIRECTION[1] / l, LIGHT_DIRECTION[2] / l + 1],
    m = Math.hypot(...h);
  return [h[0] / m, h[1] / m, h[2] / m];
})();

/** The box of a part and its margin within the frame. Null if all of it is outside. */
function boxOf(d: string, frame: Box): Box | null {
  const b = bounds(d),
    { scale } = frame,
    right = frame.x + frame.w,
    bottom = frame.y + frame.h;
  const x = Math.max(frame.x, Math.floor((b.x0 - MARGIN) * scale)),
    y = Math.max(frame.y, Math.floor((b.y0 - MARGIN) * scale));
  const w = Math.min(right, Math.ceil((b.x1 + MARGIN) * scale)) - x,
    h = Math.min(bottom, Math.ceil((b.y1 + MARGIN) * scale)) - y;
  return w < 3 || h < 3 ? null : { x, y, w, h, scale };
}

const pathElement = (d: string, attributes = ""): string => `<path d="${d}" ${attributes}/>`;
const lineElements = (list: string[], warp: Warp, width: number, dash = ""): string =>
  list
    .map((d) =>
      pathElement(
        warpPath(d, warp),
        `fill="none" stroke="#fff" stroke-width="${width}"${dash && ` stroke-dasharray="${dash}" stroke-linecap="butt"`}`,
      ),
    )
    .join("");

/** The heights of a part's folds. Folds of similar width are blurred together, which rounds them. */
async function computeFoldHeights(part: Part, box: Box, warp: Warp): Promise<Plane | null> {
  const widthClasses: [number, number][] = [
    [14, 3],
    [26, 6.5],
    [52, 11],
    [999, 20],
  ];
  let field: Plane | null = null,
    from = 0;
  for (const [limit, sigma] of widthClasses) {
    const folds = (part.folds ?? []).filter((f) => f.width > from && f.width <= limit);
    from = limit;
    if (!folds.length) continue;
    const maxHeight = Math.max(...folds.map((f) => Math.abs(f.height)));
    const foldsSvg = folds
      .map((f) =>
        pathElement(
          warpPath(band(f.d, f.width, true), warp),
          `fill="${f.height > 0 ? "#fff" : "#000"}" fill-opacity="${(Math.abs(f.height) / maxHeight).toFixed(3)}"`,
        ),
      )
      .join("");
    const blurredFolds = blur(await rasterize(foldsSvg, box, 128), box, sigma);
    field ??= new Float32Array(blurredFolds.length);
    for (let i = 0; i < blurredFolds.length; i++) field[i]! += (blurredFolds[i]! - 128 / 255) * 2 * maxHeight;
  }
  return field;
}

/** Returns a function that computes the height of the cloth's own wrinkles at a point. They are distorted ridges. */
function wrinkleHeightOf(fabric: Fabric, a: Noise, b: Noise, c: Noise): (x: number, y: number) => number {
  const f = fabric.wrinkleFrequency;
  return (x, y) => {
    const wx = x + b(x * 0.005, y * 0.005) * 80,
      wy = y + c(x * 0.005, y * 0.005) * 80;
    const ridge = 1 - Math.abs(a(wx * f, wy * f * 0.6)) * 2.4;
    const round = b(x * f * 1.3, y * f) * 1.2;
    const fine = (1 - Math.abs(c(wx * f * 2.6, wy * f * 2.1)) * 2.6) * 0.24;
    return (
      fabric.wrinkleAmplitude *
      (mix(round, ridge, fabric.wrinkleCrispness) + fine * (0.5 + 0.5 * fabric.wrinkleCrispness))
    );
  };
}

export interface ReliefOptions {
  fabric: FabricName;
  warp: Warp;
  frame: Box;
}

/** Computes the height field of a part, its light and highlights from that, and its shadow. Null outside the frame. */
export async function computeRelief(
  part: Part,
  seed: number,
  { fabric: garmentFabric, warp, frame }: ReliefOptions,
): Promise<Relief | null> {
  const fabric: Fabric = FABRICS[part.fabric ?? garmentFabric];
  const d = warpPath(part.d, warp),
    box = boxOf(d, frame);
  if (!box) return null;
  const { w, h, scale } = box,
    size = w * h,
    slopeFactor = 0.5 * scale,
    step = 1 / scale;
  const mask = await rasterize(pathElement(d), box);
  const nearMask = blur(mask, box, 3.2),
    middleMask = blur(mask, box, 15),
    farMask = blur(mask, box, 52);
  const folds = await computeFoldHeights(part, box, warp);
  const seams = part.seams?.length ? await rasterize(lineElements(part.seams, warp, 2.4), box) : null;
  const blurredSeams = seams ? blur(seams, box, 2.6) : null;
  const stitchMask = part.stitches?.length
    ? await rasterize(lineElements(part.stitches, warp, 1.8, "6 3.4"), box)
    : null;
  const n1 = createGradientNoise(seed),
    n2 = createGradientNoise(seed + 101),
    n3 = createGradientNoise(seed + 211);
  const weave = scale > 2 && fabric.threads ? fabric.threads : fabric.weave;
  const wrinkleHeight = wrinkleHeightOf(fabric, n1, n2, n3),
    puff = part.puff ?? 1,
    wrinkleAmount = part.wrinkleFactor ?? 1,
    rim = part.rim ?? fabric.rim;

  const broadHeight = new Float32Array(size),
    fullHeight = new Float32Array(size);
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++) {
      if (nearMask[i]! < 0.002) continue;
      const X = (x + box.x) * step,
        Y = (y + box.y) * step;
      const f = (folds ? folds[i]! * 1.8 : 0) + 1.1 * wrinkleHeight(X, Y) * wrinkleAmount;
      const inner = clamp((middleMask[i]! - 0.22) / 0.78),
        core = clamp(farMask[i]! * 1.5 - 0.5);
      broadHeight[i] = f + puff * (15 * (1 - (1 - inner) ** 2) + 30 * core);
      fullHeight[i] =
        broadHeight[i]! +
        rim * 0.8 * smoothstep(0.42, 1, nearMask[i]!) * (1 + 0.35 * n2(X * 0.03, Y * 0.03)) -
        (blurredSeams ? 6 * blurredSeams[i]! : 0);
    }
  const blurredFullHeight = blur(fullHeight, box, 9),
    blurredBroadHeight = blur(broadHeight, box, 6);

  const { y0: top, y1: bottom } = bounds(d);
  const light = new Float32Array(size),
    sheen = new Float32Array(size),
    u = new Float32Array(size),
    v = new Float32Array(size);
  const angle = ((part.grain ?? 0) * Math.PI) / 180,
    ca = Math.cos(angle),
    sa = Math.sin(angle),
    bow = part.printCurve ?? 0;
  for (let y = 1; y < h - 1; y++)
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      if (mask[i]! < 0.003) continue;
      const X = (x + box.x) * step,
        Y = (y + box.y) * step;
      const gx = clamp((blurredBroadHeight[i + 1]! - blurredBroadHeight[i - 1]!) * slopeFactor, -0.9, 0.9),
        gy = clamp((blurredBroadHeight[i + w]! - blurredBroadHeight[i - w]!) * slopeFactor, -0.9, 0.9);
      const px = X + gx * 9,
        py = Y + gy * 9 - bow * ((X - 400) / 200) ** 2;
      const pu = (u[i] = (px - 400) * ca + (py - 400) * sa + 400),
        pv = (v[i] = -(px - 400) * sa + (py - 400) * ca + 400);
      const m0 = weave(pu, pv, n1, n2),
        mu = (weave(pu + step, pv, n1, n2) - m0) * scale,
        mv = (weave(pu, pv + step, n1, n2) - m0) * scale;
      const mx = (mu * ca - mv * sa) * fabric.weaveDepth,
        my = (mu * sa + mv * ca) * fabric.weaveDepth;
      const dx = clamp((fullHeight[i + 1]! - fullHeight[i - 1]!) * slopeFactor, -1.3, 1.3) * 0.92 + mx * 0.5,
        dy = clamp((fullHeight[i + w]! - fullHeight[i - w]!) * slopeFactor, -1.3, 1.3) * 0.92 + my * 0.5;
      const l = 1 / Math.hypot(dx, dy, 1),
        lit = ((-dx * LIGHT_DIRECTION[0] - dy * LIGHT_DIRECTION[1] + LIGHT_DIRECTION[2]) * l) / LIGHT_DIRECTION[2];
      const cavity = clamp(1 - (blurredFullHeight[i]! - fullHeight[i]!) * 0.05, 0.72, 1.06);
      const border =
        0.8 + 0.2 * smoothstep(0.5, 0.98, nearMask[i]!) * 0.5 + 0.2 * 0.5 * smoothstep(0.45, 0.85, middleMask[i]!);
      let k = (0.46 + 0.54 * clamp(lit, 0, 1.5)) * cavity * border;
      k *= 1 + fabric.grooveShade * clamp(m0, -1.2, 1.2);
      if (k > 0.98) k = 0.98 + (k - 0.98) * 0.45;
      if (seams) k *= 1 - 0.3 * seams[i]!;
      if (part.isInside) k *= 0.5 + 0.22 * clamp((Y - top) / Math.max(1, bottom - top));
      light[i] = k;
      const facing = clamp((-dx * HALF_VECTOR[0] - dy * HALF_VECTOR[1] + HALF_VECTOR[2]) * l);
      sheen[i] = part.isInside ? 0 : fabric.sheen * facing ** fabric.sheenExponent * cavity;
    }

  for (const plane of [light, sheen, u, v]) copyBorders(plane, w, h);

  let shadow: Plane | null = null;
  const lift = part.lift ?? 1;
  if (lift > 0) {
    const softShadow = blur(mask, box, 3 + 4.5 * lift),
      tightShadow = nearMask;
    shadow = new Float32Array(size);
    const ox = Math.round((1 + 2.2 * lift) * scale),
      oy = Math.round((1.5 + 3.4 * lift) * scale),
      strength = Math.min(0.5, 0.2 + 0.16 * lift);
    for (let y = 0, i = 0; y < h; y++)
      for (let x = 0; x < w; x++, i++) {
        const j = Math.max(0, y - oy) * w + Math.max(0, x - ox);
        shadow[i] = 1 - strength * softShadow[j]! - 0.14 * tightShadow[i]!;
      }
  }
  const wearPlane = await computeFading(part, fabric, box, warp, folds, blurredSeams, n1, n2);
  const inks = [];
  for (const ink of part.inks ?? []) {
    const inkSvg = pathElement(
      warpPath(ink.d, warp),
      ink.width ? `fill="none" stroke="#fff" stroke-width="${ink.width}"` : "",
    );
    inks.push({ plane: await rasterize(inkSvg, box), color: ink.color, opacity: ink.opacity ?? 1 });
  }
  return { part, box, mask, shadow, light, sheen, u, v, fading: wearPlane, stitchMask, inks };
}

/** Copies the values of neighbours to the outermost pixels, for which no slope can be computed. */
function copyBorders(plane: Plane, w: number, h: number): void {
  for (let y = 1; y < h - 1; y++) {
    plane[y * w] = plane[y * w + 1]!;
    plane[y * w + w - 1] = plane[y * w + w - 2]!;
  }
  plane.copyWithin(0, w, 2 * w);
  plane.copyWithin((h - 1) * w, (h - 2) * w, (h - 1) * w);
}

/** How much paler dyed cloth is at its faded spots, raised folds and seams, and where a pale weft shows. */
async function computeFading(
  part: Part,
  fabric: Fabric,
  box: Box,
  warp: Warp,
  folds: Plane | null,
  seams: Plane | null,
  a: Noise,
  b: Noise,
): Promise<Plane | null> {
  if (!fabric.hasPaleWeft && !part.fadedSpots?.length) return null;
  const field = new Float32Array(box.w * box.h);
  for (const spot of part.fadedSpots ?? []) {
    const blurredSpot = blur(await rasterize(pathElement(warpPath(spot.d, warp)), box), box, spot.blur);
    for (let i = 0; i < field.length; i++) field[i]! += blurredSpot[i]! * spot.amount;
  }
  if (fabric.hasPaleWeft)
    for (let y = 0, i = 0; y < box.h; y++)
      for (let x = 0; x < box.w; x++, i++) {
        const X = (x + box.x) / box.scale,
          Y = (y + box.y) / box.scale;
        let t =
          field[i]! * (1 + 0.5 * b(X * 0.02, Y * 0.02)) +
          0.05 +
          0.1 * a(X * 0.012, Y * 0.007) +
          0.075 * b(X * 0.33, Y * 0.05);
        if (folds) t += clamp(folds[i]! * 0.022, -0.08, 0.16);
        if (seams) t += seams[i]! * (0.3 * b(X * 0.16, Y * 0.16) + 0.08);
        field[i] = t;
      }
  return field;
}
