import sharp from "sharp";

/** The size of every drawing, in drawing units. */
export const WIDTH = 800;
export const HEIGHT = 1000;

/**
 * A rectangle of pixels, each `1 / scale` drawing units wide. `x`, `y`, `w` and `h` are in pixels. All planes of one
 * part of a garment have the same box.
 */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  scale: number;
}
/** One value for each pixel of a box. */
export type Plane = Float32Array;

/** The whole drawing, with one pixel per unit. */
export const FULL_BOX: Box = { x: 0, y: 0, w: WIDTH, h: HEIGHT, scale: 1 };

/** The whole drawing, with `scale` pixels per unit. */
export const fullBoxAtScale = (scale: number): Box => ({
  x: 0,
  y: 0,
  w: Math.round(WIDTH * scale),
  h: Math.round(HEIGHT * scale),
  scale,
});

sharp.concurrency(1);
sharp.cache(false);

/** Draws SVG content, in white by default, on a grey (0 to 255), and returns the brightness of each pixel, 0 to 1. */
export async function rasterize(content: string, box: Box, backgroundGray = 0): Promise<Plane> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.w}" height="${box.h}" viewBox="${box.x / box.scale} ${box.y / box.scale} ${box.w / box.scale} ${box.h / box.scale}"><rect x="${box.x / box.scale}" y="${box.y / box.scale}" width="${box.w / box.scale}" height="${box.h / box.scale}" fill="rgb(${backgroundGray},${backgroundGray},${backgroundGray})"/><g fill="#fff" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>`;
  const bytes = await sharp(Buffer.from(svg)).removeAlpha().extractChannel(1).raw().toBuffer();
  const plane = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) plane[i] = bytes[i]! / 255;
  return plane;
}

function blurRowsTransposed(from: Plane, to: Plane, w: number, h: number, radius: number): void {
  // A moving sum along each row. The result is written transposed, so a second call restores the orientation.
  const scale = 1 / (2 * radius + 1);
  for (let y = 0; y < h; y++) {
    const row = y * w;
    const first = from[row]!,
      last = from[row + w - 1]!;
    let sum = first * radius;
    for (let x = 0; x < radius; x++) sum += x < w ? from[row + x]! : last;
    for (let x = 0; x < w; x++) {
      sum += x + radius < w ? from[row + x + radius]! : last;
      to[x * h + y] = sum * scale;
      sum -= x - radius >= 0 ? from[row + x - radius]! : first;
    }
  }
}

/**
 * Gaussian blur with a standard deviation in drawing units, approximated by three box blurs in both directions. It
 * works on floats, because a blur of 8-bit values would leave steps in the height field.
 */
export function blur(plane: Plane, box: Box, sigmaUnits: number): Plane {
  const sigmaPixels = sigmaUnits * box.scale;
  const radius = Math.max(1, Math.round(Math.sqrt(sigmaPixels * sigmaPixels + 0.25 / 3) - 0.35));
  let a = Float32Array.from(plane),
    b = new Float32Array(plane.length);
  for (let pass = 0; pass < 3; pass++) {
    blurRowsTransposed(a, b, box.w, box.h, radius);
    blurRowsTransposed(b, a, box.h, box.w, radius);
  }
  return a;
}

export const clamp = (v: number, low = 0, high = 1): number => (v < low ? low : v > high ? high : v);
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
/** 0 below `low`, 1 above `high`, and a smooth transition between. */
export const smoothstep = (low: number, high: number, v: number): number => {
  const t = clamp((v - low) / (high - low));
  return t * t * (3 - 2 * t);
};
