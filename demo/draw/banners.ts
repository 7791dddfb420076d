import sharp, { type OverlayOptions } from "sharp";
import { HEIGHT, WIDTH } from "./canvas.ts";
import { dye, type Colourway } from "./dye.ts";
import type { Model } from "./model.ts";

export interface Piece {
  model: Model;
  way: Colourway;
  x: number;
  y: number;
  height: number;
  turn: number;
}

/** Garments cut out of their background and placed on a coloured one. */
export async function banner(ground: [string, string], pieces: Piece[]): Promise<Buffer> {
  const W = 1600,
    H = 640,
    layers: OverlayOptions[] = [];
  for (const p of pieces) {
    const rgb = dye(p.model, p.way),
      rgba = Buffer.alloc(WIDTH * HEIGHT * 4),
      shadow = Buffer.alloc(WIDTH * HEIGHT * 4);
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      rgba[i * 4] = rgb[i * 3]!;
      rgba[i * 4 + 1] = rgb[i * 3 + 1]!;
      rgba[i * 4 + 2] = rgb[i * 3 + 2]!;
      // A slightly tightened edge keeps the studio's pale ground from showing as a halo.
      rgba[i * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, p.model.silhouette[i]! * 1.5 - 0.5)));
      shadow[i * 4 + 3] = Math.round(200 * (1 - p.model.ground[i]!));
    }
    for (const buffer of [shadow, rgba]) {
      const turned = await sharp(
        await sharp(buffer, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
          .resize({ height: p.height })
          .png()
          .toBuffer(),
      )
        .rotate(p.turn, { background: "#00000000" })
        .png()
        .toBuffer();
      const meta = await sharp(turned).metadata(),
        left = Math.round(p.x - meta.width / 2),
        top = Math.round(p.y - meta.height / 2);
      const cut = { left: Math.max(0, -left), top: Math.max(0, -top) };
      const w = Math.min(meta.width - cut.left, W - Math.max(0, left)),
        h = Math.min(meta.height - cut.top, H - Math.max(0, top));
      layers.push({
        input: await sharp(turned)
          .extract({ ...cut, width: w, height: h })
          .toBuffer(),
        left: Math.max(0, left),
        top: Math.max(0, top),
      });
    }
  }
  const base = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><defs><radialGradient id="g" cx=".4" cy=".3" r="1"><stop offset="0" stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(base)).composite(layers).removeAlpha().raw().toBuffer();
}
