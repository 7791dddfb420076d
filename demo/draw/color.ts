export type Rgb = [number, number, number];

/** An sRGB channel as linear light, both from 0 to 1. */
const srgbToLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
/** Linear light as an sRGB channel, both from 0 to 1. */
export const linearToSrgb = (c: number): number =>
  c <= 0 ? 0 : c >= 1 ? 1 : c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;

/** The linear light of a hex colour. */
export const hexToLinear = (hex: string): Rgb =>
  [1, 3, 5].map((i) => srgbToLinear(parseInt(hex.slice(i, i + 2), 16) / 255)) as Rgb;
/** The linear light of each sRGB byte. */
export const LINEAR_OF_BYTE = Float32Array.from({ length: 256 }, (_, i) => srgbToLinear(i / 255));
/** The hex colour of sRGB channels from 0 to 255. */
export const hexOf = (r: number, g: number, b: number): string =>
  "#" + [r, g, b].map((c) => Math.round(c).toString(16).padStart(2, "0")).join("");

/** Mixes two sRGB hex colours, in linear light. */
export function blend(a: string, b: string, t: number): string {
  const p = hexToLinear(a),
    q = hexToLinear(b);
  return hexOf(...(p.map((c, i) => 255 * linearToSrgb(c + (q[i]! - c) * t)) as Rgb));
}
export const darken = (hex: string, t = 0.3): string => blend(hex, "#000000", t);
export const lighten = (hex: string, t = 0.3): string => blend(hex, "#ffffff", t);
/** The relative luminance of a hex colour (WCAG), from 0 to 1. */
export const luminance = (hex: string): number => {
  const [r, g, b] = hexToLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
