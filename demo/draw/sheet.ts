import sharp from "sharp";
import { plan } from "./catalog/plan.ts";
import { HEIGHT, WIDTH } from "./canvas.ts";
import { colourway } from "./dress-up.ts";
import { dye } from "./dye.ts";
import { model } from "./model.ts";
import { random } from "./noise.ts";
import { DESIGNS } from "./silhouettes/index.ts";
import { ticketPicture } from "./tickets.ts";

// Contact sheet straight from the plan: node sheet.ts out.png view first step count columns width
const [out, view, first, step, count, columns, width] = process.argv.slice(2);
const products = plan(),
  c = Number(columns),
  w = Number(width),
  h = Math.round(w * 1.25),
  tiles: Buffer[] = [];
for (let k = 0, i = Number(first); k < Number(count) && i < products.length; k++, i += Number(step)) {
  const p = products[i]!,
    v = view as "front";
  const stretch: [number, number] = p.kids ? [0.98, 0.86] : [1, 1];
  const px = p.ticket
    ? await ticketPicture(p.ticket, v)
    : dye(
        await model(DESIGNS[p.shape]!(random(p.seed), v), p.fabric, p.seed, { stretch }),
        await colourway(p, p.way!, v),
      );
  tiles.push(
    await sharp(px, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .resize(w, h)
      .png()
      .toBuffer(),
  );
}
await sharp({ create: { width: c * w, height: Math.ceil(tiles.length / c) * h, channels: 3, background: "#fbfaf8" } })
  .composite(tiles.map((input, i) => ({ input, left: (i % c) * w, top: Math.floor(i / c) * h })))
  .png()
  .toFile(out!);
