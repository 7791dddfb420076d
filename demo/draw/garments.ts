import { enlarged, FULL, type Box } from "./canvas.ts";
import type { Planned } from "./catalog/plan.ts";
import { altText, resolveColourway } from "./colourway.ts";
import { dye } from "./dye.ts";
import type { Album } from "./encode.ts";
import { withMeasures } from "./measures.ts";
import { model, type Model } from "./model.ts";
import { random } from "./noise.ts";
import { atDensity } from "./print.ts";
import { ticketPicture } from "./tickets.ts";
import { closeUp, designOf, VIEWS, type View } from "./views.ts";

/** The files of each view. The front is the first picture of a page. The largest widths are for the zoom. */
const FILES: Record<View, string[]> = {
  front: ["360.avif", "720.avif", "1440.avif", "360.webp", "540.webp"],
  figure: ["360.avif", "720.avif", "360.webp", "540.webp"],
  back: ["720.avif", "360.webp", "540.webp"],
  close: ["720.avif", "1080.avif", "360.webp", "540.webp"],
  flat: ["720.avif", "360.webp", "540.webp"],
};
/** The files of the further colours of a style, which have no zoom. */
const FILES_OF_FURTHER: Record<View, string[]> = {
  ...FILES,
  front: ["360.avif", "720.avif", "360.webp", "540.webp"],
  close: ["720.avif", "360.webp", "540.webp"],
};
const LARGE = enlarged(1.8);

/** The horizontal and vertical scale. Children's clothes have the same designs, shorter in proportion. */
function stretch(p: Planned): [number, number] {
  if (!p.kids) return [1, 1];
  return /jogger/.test(p.shape) ? [0.94, 0.78] : [0.98, 0.86];
}

/** The model of one view, with its lighting. Colours of a style with the same frame have the same model. */
export function modelOf(p: Planned, view: View): Promise<Model> {
  const garment = designOf(p.shape, view === "close" || view === "flat" ? "front" : view, random(p.seed)),
    options = { stretch: stretch(p) };
  const frame: Box =
    view === "front"
      ? p.isFurtherColourway
        ? FULL
        : LARGE
      : view === "close"
        ? closeUp(p.shape, garment, { ...options, seed: p.seed, size: p.isFurtherColourway ? "small" : "large" })
        : FULL;
  return model(garment, p.fabric, p.seed, { ...options, frame });
}

/** The pixels of one product in one view. */
export async function colouredPixels(p: Planned, view: View, garmentModel: Model): Promise<Buffer> {
  const density = Math.ceil(garmentModel.frame.scale),
    colors = await atDensity(density, () => resolveColourway(p, p.colourway!, view)),
    pixels = dye(garmentModel, colors);
  return view === "flat" ? withMeasures(pixels, garmentModel, p) : pixels;
}

/** Groups products that have the same models, so that their lighting is computed once. */
export function groupByModel(products: Planned[]): Planned[][] {
  const byModel = Map.groupBy(products, (p) => (p.ticket ? p.slug : `${p.shape}|${p.fabric}|${p.seed}|${p.kids}`));
  return [...byModel.values()];
}

/** Draws all views of a group, and returns the keys of each product's pictures in the order of the views. */
export async function drawGroup(group: Planned[], album: Album): Promise<[slug: string, keys: string[]][]> {
  const keys = new Map<string, string[]>(group.map((p) => [p.slug, []]));
  const [first] = group;
  if (first?.ticket) {
    for (const view of ["front", "back"] as const)
      keys.get(first.slug)!.push(
        await album.add(`${first.slug}-${view}`, await ticketPicture(first.ticket, view), FULL, {
          alt: altText(first, view),
          files: ["360.avif", "720.avif", "360.webp", "540.webp"],
        }),
      );
    return [...keys];
  }
  const [main, more] = [group.filter((p) => !p.isFurtherColourway), group.filter((p) => p.isFurtherColourway)];
  for (const view of VIEWS) {
    const hasZoom = view === "front" || view === "close";
    // In views with a zoom, the further colours are drawn in fewer pixels.
    for (const members of hasZoom ? [main, more] : [group]) {
      if (!members[0]) continue;
      const garmentModel = await modelOf(members[0], view);
      for (const p of members)
        keys.get(p.slug)!.push(
          await album.add(`${p.slug}-${view}`, await colouredPixels(p, view, garmentModel), garmentModel.frame, {
            alt: altText(p, view),
            files: (p.isFurtherColourway ? FILES_OF_FURTHER : FILES)[view],
          }),
        );
    }
  }
  return [...keys];
}
