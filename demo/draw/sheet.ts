import sharp from "sharp";
import { planProducts } from "./catalog/plan.ts";
import { FULL_BOX } from "./canvas.ts";
import { drawView, computeViewModel } from "./garments.ts";
import { drawTicket } from "./tickets.ts";
import { VIEWS, type View } from "./views.ts";

// Draws `count` products, every `step`th from number `first` on, as tiles of one picture, in one view or in all views:
// node sheet.ts out.png view|all first step count columns tileWidth
const [out, viewOrAll, first, step, count, columns, width] = process.argv.slice(2);
const products = planProducts(),
  columnCount = Number(columns),
  tileWidth = Number(width),
  tileHeight = Math.round(tileWidth * 1.25),
  tiles: Buffer[] = [];
for (let k = 0, i = Number(first); k < Number(count) && i < products.length; k++, i += Number(step)) {
  const p = products[i]!,
    views: readonly View[] = viewOrAll === "all" ? VIEWS : [viewOrAll as View];
  for (const view of views) {
    const garmentModel = p.event ? null : await computeViewModel(p, view),
      pixels = garmentModel
        ? await drawView(p, view, garmentModel)
        : await drawTicket(p.event!, view === "back" ? "back" : "front"),
      frame = garmentModel?.frame ?? FULL_BOX;
    tiles.push(
      await sharp(pixels, { raw: { width: frame.w, height: frame.h, channels: 3 } })
        .resize(tileWidth, tileHeight)
        .png()
        .toBuffer(),
    );
  }
}
await sharp({
  create: {
    width: columnCount * tileWidth,
    height: Math.ceil(tiles.length / columnCount) * tileHeight,
    channels: 3,
    background: "#fbfaf8",
  },
})
  .composite(
    tiles.map((input, i) => ({
      input,
      left: (i % columnCount) * tileWidth,
      top: Math.floor(i / columnCount) * tileHeight,
    })),
  )
  .png()
  .toFile(out!);
