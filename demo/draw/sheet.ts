import sharp from "sharp";
import { plan } from "./catalog/plan.ts";
import { FULL } from "./canvas.ts";
import { colouredPixels, modelOf } from "./garments.ts";
import { ticketPicture } from "./tickets.ts";
import { VIEWS, type View } from "./views.ts";

// Draws planned products as tiles of one picture, to look at them: node sheet.ts out.png view|all first step count
// columns width
const [out, wanted, first, step, count, columns, width] = process.argv.slice(2);
const products = plan(),
  c = Number(columns),
  w = Number(width),
  h = Math.round(w * 1.25),
  tiles: Buffer[] = [];
for (let k = 0, i = Number(first); k < Number(count) && i < products.length; k++, i += Number(step)) {
  const p = products[i]!,
    views: readonly View[] = wanted === "all" ? VIEWS : [wanted as View];
  for (const view of views) {
    const garmentModel = p.ticket ? null : await modelOf(p, view),
      pixels = garmentModel
        ? await colouredPixels(p, view, garmentModel)
        : await ticketPicture(p.ticket!, view === "back" ? "back" : "front"),
      frame = garmentModel?.frame ?? FULL;
    tiles.push(
      await sharp(pixels, { raw: { width: frame.w, height: frame.h, channels: 3 } })
        .resize(w, h)
        .png()
        .toBuffer(),
    );
  }
}
await sharp({ create: { width: c * w, height: Math.ceil(tiles.length / c) * h, channels: 3, background: "#fbfaf8" } })
  .composite(tiles.map((input, i) => ({ input, left: (i % c) * w, top: Math.floor(i / c) * h })))
  .png()
  .toFile(out!);
