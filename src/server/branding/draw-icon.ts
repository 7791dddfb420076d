import { SHOP_COLORS } from "../../domain/shop-colors.ts";
import type { Shop } from "../shops/shop.ts";
import { glyphOf, segmentsOf } from "./glyphs.ts";
import { encodePng } from "./png.ts";

/** The icon is drawn on 64 × 64. The glyph's area of 40 × 60 is scaled by half and centred. */
const SIDE = 64;
const GLYPH_ORIGIN = [22, 17] as const;
const GLYPH_SCALE = 0.5;
const STROKE_WIDTH = 5.5;
const CORNER_RADIUS = 14;

/** The shop's initial on its colour, for browsers that support SVG icons. */
export function iconSvg(shop: Shop): string {
  const { accent, onAccent } = SHOP_COLORS[shop.color];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" rx="${CORNER_RADIUS}" fill="${accent}"/>` +
    `<path transform="translate(${GLYPH_ORIGIN.join(" ")}) scale(${GLYPH_SCALE})" d="${glyphOf(shop.name)}" fill="none" ` +
    `stroke="${onAccent}" stroke-width="${STROKE_WIDTH / GLYPH_SCALE}" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

/**
 * The same icon as a PNG of `size` pixels. A maskable one has no rounded corners, because phones crop it to their own
 * shape. Its glyph is inside the safe zone, a circle that is never cropped (W3C Web App Manifest, "maskable").
 */
export function iconPng(shop: Shop, size: number, { full: isMaskable = false } = {}): Buffer {
  const { accent, onAccent } = SHOP_COLORS[shop.color];
  const [background, foreground] = [toRgb(accent), toRgb(onAccent)];
  const segments = segmentsOf(glyphOf(shop.name)).map(([from, to]): Segment => [toIconPoint(from), toIconPoint(to)]);
  const pixels = Buffer.alloc(size * size * 4);
  const pixelSide = SIDE / size;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column + 0.5) * pixelSide, (row + 0.5) * pixelSide];
      const alpha = isNearGlyph(x, y) ? coverage(distanceToStroke(x, y, segments) - STROKE_WIDTH / 2) : 0;
      const offset = (row * size + column) * 4;
      for (const channel of [0, 1, 2] as const)
        pixels[offset + channel] = Math.round(
          background[channel] + (foreground[channel] - background[channel]) * alpha,
        );
      pixels[offset + 3] = isMaskable ? 255 : Math.round(255 * coverage(distanceToSquare(x, y)));
    }
  }
  return encodePng(size, size, pixels);

  /** The share of a pixel that a shape covers if its edge is at this distance from the pixel's centre. */
  function coverage(distance: number): number {
    return Math.min(1, Math.max(0, 0.5 - distance / pixelSide));
  }
}

type Point = readonly [x: number, y: number];
type Segment = readonly [from: Point, to: Point];

function toIconPoint([x, y]: Point): Point {
  return [GLYPH_ORIGIN[0] + x * GLYPH_SCALE, GLYPH_ORIGIN[1] + y * GLYPH_SCALE];
}

/** The glyph's area, with margins for letters such as W and Ñ that extend beyond it. */
function isNearGlyph(x: number, y: number): boolean {
  return Math.abs(x - SIDE / 2) < 18 && Math.abs(y - SIDE / 2) < 22;
}

/**
 * The distance to the centre line of the nearest stroke. Comparing squared distances avoids a square root for each
 * segment.
 */
function distanceToStroke(x: number, y: number, segments: readonly Segment[]): number {
  let minSquaredDistance = Infinity;
  for (const [[x1, y1], [x2, y2]] of segments) {
    const dx = x2 - x1;
    const dy = y2 - y1;
    const positionOnStroke = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    const distanceX = x - x1 - positionOnStroke * dx;
    const distanceY = y - y1 - positionOnStroke * dy;
    minSquaredDistance = Math.min(minSquaredDistance, distanceX * distanceX + distanceY * distanceY);
  }
  return Math.sqrt(minSquaredDistance);
}

/** The distance to the rounded square of the background. Negative inside. */
function distanceToSquare(x: number, y: number): number {
  const innerHalf = SIDE / 2 - CORNER_RADIUS;
  const [dx, dy] = [Math.abs(x - SIDE / 2) - innerHalf, Math.abs(y - SIDE / 2) - innerHalf];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - CORNER_RADIUS;
}

function toRgb(hex: string): readonly [number, number, number] {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
