import { AsyncLocalStorage } from "node:async_hooks";
import sharp from "sharp";
import { LINEAR_OF_BYTE } from "./color.ts";

/** A textile print of premultiplied linear texels, either repeated or placed once at `x`, `y`. */
export interface Print {
  w: number;
  h: number;
  texels: Float32Array;
  isRepeated: boolean;
  /** Drawing units per texel. */
  scale: number;
  x: number;
  y: number;
}

/** Texels per unit of a print's drawing. */
const densityStorage = new AsyncLocalStorage<number>();
/** Runs `make`. The prints that it draws have this many texels per unit, for drawings at a larger scale. */
export function withPrintDensity<Made>(texelsPerUnit: number, make: () => Promise<Made>): Promise<Made> {
  return densityStorage.run(texelsPerUnit, make);
}

/** Draws a print from SVG content, so that its edges are anti-aliased before the cloth's folds distort it. */
export async function drawPrint(
  width: number,
  height: number,
  content: string,
  options: { scale?: number; isRepeated?: boolean; x?: number; y?: number } = {},
): Promise<Print> {
  const density = densityStorage.getStore() ?? 1;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * density}" height="${height * density}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const data = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 4) {
    const alpha = bytes[i + 3]! / 255;
    for (let c = 0; c < 3; c++) data[i + c] = LINEAR_OF_BYTE[bytes[i + c]!]! * alpha;
    data[i + 3] = alpha;
  }
  return {
    w: width * density,
    h: height * density,
    texels: data,
    isRepeated: options.isRepeated ?? true,
    scale: (options.scale ?? 1) / density,
    x: options.x ?? 0,
    y: options.y ?? 0,
  };
}

/** Bilinear lookup into `out` as premultiplied r,g,b,alpha. */
export function samplePrint(p: Print, u: number, v: number, out: [number, number, number, number]): void {
  const fx = (u - p.x) / p.scale - 0.5,
    fy = (v - p.y) / p.scale - 0.5;
  let x0 = Math.floor(fx),
    y0 = Math.floor(fy),
    x1 = x0 + 1,
    y1 = y0 + 1;
  const tx = fx - x0,
    ty = fy - y0;
  if (p.isRepeated) {
    x0 = ((x0 % p.w) + p.w) % p.w;
    x1 = x0 + 1 === p.w ? 0 : x0 + 1;
    y0 = ((y0 % p.h) + p.h) % p.h;
    y1 = y0 + 1 === p.h ? 0 : y0 + 1;
  } else if (x0 < 0 || y0 < 0 || x1 >= p.w || y1 >= p.h) {
    out[0] = out[1] = out[2] = out[3] = 0;
    return;
  }
  const a = (y0 * p.w + x0) * 4,
    b = (y0 * p.w + x1) * 4,
    c = (y1 * p.w + x0) * 4,
    d = (y1 * p.w + x1) * 4;
  const wa = (1 - tx) * (1 - ty),
    wb = tx * (1 - ty),
    wc = (1 - tx) * ty,
    wd = tx * ty,
    q = p.texels;
  for (let k = 0; k < 4; k++) out[k as 0] = q[a + k]! * wa + q[b + k]! * wb + q[c + k]! * wc + q[d + k]! * wd;
}
