import { fullBoxAtScale, FULL_BOX, type Box } from "./canvas.ts";
import type { PlannedProduct } from "./catalog/plan.ts";
import { formatAltText, resolveColourway } from "./colourway.ts";
import { dye } from "./dye.ts";
import type { Album } from "./encode.ts";
import { drawMeasures } from "./measures.ts";
import { shadeGarment, type ShadedGarment } from "./shaded-garment.ts";
import { createSeededRandom } from "./noise.ts";
import { withPrintDensity } from "./print.ts";
import { drawTicket } from "./tickets.ts";
import { closeUpFrame, garmentInView, VIEWS, type View } from "./views.ts";

/** The files of each view. The front is the first picture of a page. The largest widths are for the zoom. */
const FILES: Record<View, string[]> = {
  front: ["360.avif", "720.avif", "1440.avif", "360.webp", "540.webp"],
  figure: ["360.avif", "720.avif", "360.webp", "540.webp"],
  back: ["720.avif", "360.webp", "540.webp"],
  close: ["720.avif", "1080.avif", "360.webp", "540.webp"],
  flat: ["720.avif", "360.webp", "540.webp"],
};
/** The files of the further colours of a style, which have no zoom. */
const FILES_OF_FURTHER_COLOURWAYS: Record<View, string[]> = {
  ...FILES,
  front: ["360.avif", "720.avif", "360.webp", "540.webp"],
  close: ["720.avif", "360.webp", "540.webp"],
};
const LARGE_BOX = fullBoxAtScale(1.8);

/** The horizontal and vertical scale. Children's clothes have the same designs, shorter in proportion. */
function stretchOf(p: PlannedProduct): [number, number] {
  if (!p.isForKids) return [1, 1];
  return /jogger/.test(p.designName) ? [0.94, 0.78] : [0.98, 0.86];
}

/** The model of one view, with its lighting. Colours of a style with the same frame have the same model. */
export function computeViewModel(p: PlannedProduct, view: View): Promise<ShadedGarment> {
  const garment = garmentInView(
      p.designName,
      view === "close" || view === "flat" ? "front" : view,
      createSeededRandom(p.seed),
    ),
    options = { stretch: stretchOf(p) };
  const frame: Box =
    view === "front"
      ? p.isFurtherColourway
        ? FULL_BOX
        : LARGE_BOX
      : view === "close"
        ? closeUpFrame(p.designName, garment, {
            ...options,
            seed: p.seed,
            size: p.isFurtherColourway ? "small" : "large",
          })
        : FULL_BOX;
  return shadeGarment(garment, p.fabric, p.seed, { ...options, frame });
}

/** The pixels of one product in one view. */
export async function drawView(p: PlannedProduct, view: View, garmentModel: ShadedGarment): Promise<Buffer> {
  const density = Math.ceil(garmentModel.frame.scale),
    colourway = await withPrintDensity(density, () => resolveColourway(p, p.colourway!, view)),
    pixels = dye(garmentModel, colourway);
  return view === "flat" ? drawMeasures(pixels, garmentModel, p) : pixels;
}

/** Groups products that have the same models, so that their lighting is computed once. */
export function groupByModel(products: PlannedProduct[]): PlannedProduct[][] {
  const productsByModel = Map.groupBy(products, (p) =>
    p.event ? p.slug : `${p.designName}|${p.fabric}|${p.seed}|${p.isForKids}`,
  );
  return [...productsByModel.values()];
}

/** Draws all views of a group, and returns the keys of each product's pictures in the order of the views. */
export async function drawGroup(group: PlannedProduct[], album: Album): Promise<[slug: string, keys: string[]][]> {
  const keys = new Map<string, string[]>(group.map((p) => [p.slug, []]));
  const [first] = group;
  if (first?.event) {
    for (const view of ["front", "back"] as const)
      keys.get(first.slug)!.push(
        await album.add(`${first.slug}-${view}`, await drawTicket(first.event, view), FULL_BOX, {
          alt: formatAltText(first, view),
          files: ["360.avif", "720.avif", "360.webp", "540.webp"],
        }),
      );
    return [...keys];
  }
  const [productsWithZoom, productsWithoutZoom] = [
    group.filter((p) => !p.isFurtherColourway),
    group.filter((p) => p.isFurtherColourway),
  ];
  for (const view of VIEWS) {
    const hasZoom = view === "front" || view === "close";
    // In views with a zoom, the further colours are drawn in fewer pixels.
    for (const members of hasZoom ? [productsWithZoom, productsWithoutZoom] : [group]) {
      if (!members[0]) continue;
      const garmentModel = await computeViewModel(members[0], view);
      for (const p of members)
        keys.get(p.slug)!.push(
          await album.add(`${p.slug}-${view}`, await drawView(p, view, garmentModel), garmentModel.frame, {
            alt: formatAltText(p, view),
            files: (p.isFurtherColourway ? FILES_OF_FURTHER_COLOURWAYS : FILES)[view],
          }),
        );
    }
  }
  return [...keys];
}
