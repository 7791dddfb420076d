import sharp from "sharp";
import { FULL_BOX } from "./canvas.ts";
import { dye, type Colourway } from "./dye.ts";
import type { FabricName } from "./fabric.ts";
import { computeModel } from "./model.ts";
import { seededRandom } from "./noise.ts";
import { closeUpFrame, garmentInView } from "./views.ts";

// Draws single designs as tiles of one picture, to try changes of them. Views are front, back, figure and close:
// node trial.ts out.png columns name:view:fabric:#main:#accent ...
const [out, columns, ...specs] = process.argv.slice(2);
const T = Number(process.env.TILE ?? 480),
  H = Math.round(T * 1.25),
  tiles: Buffer[] = [];
for (const spec of specs) {
  const [name, view, fabric, main, accent] = spec.split(":"),
    seed = 5,
    garment = garmentInView(name!, view === "close" ? "front" : (view as "front"), seededRandom(seed));
  const frame = view === "close" ? closeUpFrame(name!, garment, { seed }) : FULL_BOX;
  const startedAt = Date.now(),
    m = await computeModel(garment, fabric as FabricName, seed, { frame }),
    modelledAt = Date.now();
  const colourway: Colourway = { main: main ?? "#3f4aa8", accent },
    px = dye(m, colourway);
  console.log(spec, modelledAt - startedAt, Date.now() - modelledAt);
  tiles.push(
    await sharp(px, { raw: { width: frame.w, height: frame.h, channels: 3 } })
      .resize(T, H)
      .png()
      .toBuffer(),
  );
}
const c = Number(columns),
  rows = Math.ceil(tiles.length / c);
await sharp({ create: { width: c * T, height: rows * H, channels: 3, background: "#fff" } })
  .composite(tiles.map((input, i) => ({ input, left: (i % c) * T, top: Math.floor(i / c) * H })))
  .png()
  .toFile(out!);
