import sharp, { type OverlayOptions } from "sharp";
import { dye, type Colourway } from "./dye.ts";
import type { ShadedGarment } from "./shaded-garment.ts";

/** An object in a scene, without its own background. Lengths are shares of the scene's height. */
export interface SceneObject {
  image: Cutout;
  /** The horizontal position of its centre, as a share of the scene's width. */
  x: number;
  /** The vertical position of its upper visible edge. */
  top?: number;
  /** The vertical position of the lower end of its frame, instead of `top`. */
  bottom?: number;
  /** Height of its frame. */
  height: number;
  /** Clockwise rotation in degrees. */
  turn?: number;
}

export interface Cutout {
  layers: Buffer[];
  width: number;
  height: number;
  /** The empty rows above the garment or ticket, as a share of the height. */
  topMargin: number;
}

/** A coloured garment without its background, as two layers: its shadow and the garment. */
export function cutOutGarment(model: ShadedGarment, colourway: Colourway): Cutout {
  const { w, h } = model.frame,
    rgb = dye(model, colourway),
    garmentPixels = Buffer.alloc(w * h * 4),
    shadow = Buffer.alloc(w * h * 4);
  let firstCoveredRow = h;
  for (let i = 0; i < w * h; i++) {
    for (let c = 0; c < 3; c++) garmentPixels[i * 4 + c] = rgb[i * 3 + c]!;
    // The edge is narrowed slightly, so that the pale background does not show as a halo.
    const coverage = Math.min(1, Math.max(0, model.garmentMask[i]! * 1.6 - 0.6));
    garmentPixels[i * 4 + 3] = Math.round(255 * coverage);
    shadow.set([34, 24, 14], i * 4);
    shadow[i * 4 + 3] = Math.round(235 * Math.max(0, 1 - model.backgroundLight[i]!));
    if (coverage > 0.5 && firstCoveredRow === h) firstCoveredRow = Math.floor(i / w);
  }
  return { layers: [shadow, garmentPixels], width: w, height: h, topMargin: firstCoveredRow / h };
}

/** Makes a cutout of the SVG of a ticket. The upper edge of the ticket is at 9 % of the drawing's height. */
export async function cutOutTicket(svg: string): Promise<Cutout> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { layers: [data], width: info.width, height: info.height, topMargin: 0.09 };
}

export interface Scene {
  width: number;
  height: number;
  wall: [light: string, dark: string];
  objects: SceneObject[];
  /** A horizontal rail. `y` is a share of the height, `from` and `to` are shares of the width. */
  rail?: { y: number; from: number; to: number };
  /** The top of a shelf, as a share of the height. The shelf fills the background below it. */
  shelf?: number;
}

const toSvgBuffer = (w: number, h: number, content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${content}</svg>`);

/** A plaster wall, with the shelf if there is one, in the light of a window at the top left. */
function drawWall({ width: w, height: h, wall: [light, dark], shelf }: Scene): Buffer {
  const shelfSvg =
    shelf === undefined
      ? ""
      : `<rect y="${shelf * h}" width="${w}" height="${h}" fill="${dark}"/><rect y="${shelf * h}" width="${w}" height="${h * (1 - shelf)}" fill="#fff" opacity=".16"/><rect y="${shelf * h - 3}" width="${w}" height="6" fill="#000" opacity=".08"/>`;
  return toSvgBuffer(
    w,
    h,
    `<defs><radialGradient id="g" cx=".22" cy=".1" r="1.15"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient><filter id="p" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".009 .012" numOctaves="4" seed="4"/><feColorMatrix values="0 0 0 0 .3  0 0 0 0 .22  0 0 0 0 .15  0 0 0 .3 -.1"/></filter></defs><rect width="100%" height="100%" fill="url(#g)"/><rect width="100%" height="100%" filter="url(#p)" opacity=".35"/>${shelfSvg}`,
  );
}

/** Two panes of sunlight, leaning to the right. */
function drawSunlight(w: number, h: number): Buffer {
  const pane = (x: number, width: number): string =>
    `<path d="M${x * w} ${-0.1 * h}L${(x + width) * w} ${-0.1 * h}L${(x + width) * w + 0.62 * h} ${1.1 * h}L${x * w + 0.62 * h} ${1.1 * h}Z" fill="#fff6e2"/>`;
  const span = Math.min(1, h / w);
  return toSvgBuffer(
    w,
    h,
    `<defs><filter id="b" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${h * 0.014}"/></filter></defs><g filter="url(#b)" opacity=".34">${pane(0.08, 0.2 * span)}${pane(0.08 + 0.235 * span, 0.2 * span)}</g>`,
  );
}

function drawRail(w: number, h: number, { y, from, to }: NonNullable<Scene["rail"]>): Buffer {
  const thickness = h * 0.011,
    top = y * h - thickness / 2,
    x = from * w,
    length = (to - from) * w;
  return toSvgBuffer(
    w,
    h,
    `<defs><linearGradient id="r" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8a6a3d"/><stop offset=".3" stop-color="#e6cf9c"/><stop offset="1" stop-color="#6e5330"/></linearGradient><filter id="b" x="-5%" y="-300%" width="110%" height="900%"><feGaussianBlur stdDeviation="${h * 0.012}"/></filter></defs><rect x="${x}" y="${top + h * 0.05}" width="${length}" height="${thickness}" transform="translate(${h * 0.02} 0)" fill="#24180c" opacity=".34" filter="url(#b)"/><rect x="${x}" y="${top}" width="${length}" height="${thickness}" rx="${thickness / 2}" fill="url(#r)"/>`,
  );
}

/** Crops a layer to the part that is inside the scene. Null if there is none. */
async function cropToScene(
  input: Buffer,
  left: number,
  top: number,
  w: number,
  h: number,
): Promise<OverlayOptions | null> {
  const { width, height } = await sharp(input).metadata(),
    x = Math.max(0, -left),
    y = Math.max(0, -top),
    croppedWidth = Math.min(width - x, w - Math.max(0, left)),
    croppedHeight = Math.min(height - y, h - Math.max(0, top));
  if (croppedWidth < 1 || croppedHeight < 1) return null;
  const cropped = await sharp(input)
    .extract({ left: x, top: y, width: croppedWidth, height: croppedHeight })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { input: cropped, left: Math.max(0, left), top: Math.max(0, top) };
}

/** Draws a scene and returns its sRGB bytes. */
export async function drawScene(scene: Scene): Promise<Buffer> {
  const { width: w, height: h } = scene,
    layers: OverlayOptions[] = [{ input: drawSunlight(w, h), blend: "soft-light" }];
  if (scene.rail) layers.push({ input: drawRail(w, h, scene.rail) });
  for (const sceneObject of scene.objects) {
    const imageHeight = Math.round(sceneObject.height * h),
      imageWidth = Math.round((imageHeight * sceneObject.image.width) / sceneObject.image.height);
    for (const pixels of sceneObject.image.layers) {
      const resized = await sharp(pixels, {
        raw: { width: sceneObject.image.width, height: sceneObject.image.height, channels: 4 },
      })
        .resize(imageWidth, imageHeight)
        .png({ compressionLevel: 1 })
        .toBuffer();
      const turned = sceneObject.turn
        ? await sharp(resized)
            .rotate(sceneObject.turn, { background: "#00000000" })
            .png({ compressionLevel: 1 })
            .toBuffer()
        : resized;
      const size = await sharp(turned).metadata();
      const top =
        sceneObject.bottom === undefined
          ? (sceneObject.top ?? 0) * h - sceneObject.image.topMargin * imageHeight - (size.height - imageHeight) / 2
          : sceneObject.bottom * h - (size.height + imageHeight) / 2;
      const layer = await cropToScene(turned, Math.round(sceneObject.x * w - size.width / 2), Math.round(top), w, h);
      if (layer) layers.push(layer);
    }
  }
  layers.push({ input: drawSunlight(w, h), blend: "soft-light" });
  const composed = await sharp(drawWall(scene)).removeAlpha().composite(layers).png({ compressionLevel: 1 }).toBuffer();
  return sharp(composed).removeAlpha().raw().toBuffer();
}
