import sharp from "sharp";
import { FULL } from "./canvas.ts";
import { dye, type Colourway } from "./dye.ts";
import type { FabricName } from "./fabric.ts";
import { model } from "./model.ts";
import { random } from "./noise.ts";
import { closeUp, designOf } from "./views.ts";

// Draws single designs as tiles of one picture, to try changes of them. Views are front, back, figure and close:
// node trial.ts out.png columns name:view:fabric:#main:#accent ...
const [out, columns, ...specs] = process.argv.slice(2);
const T = Number(process.env.TILE ?? 480),
  H = Math.round(T * 1.25),
  tiles: Buffer[] = [];
for (const spec of specs) {
  const [name, view, fabric, main, accent] = spec.split(":"),
    seed = 5,
    garment = designOf(name!, view === "close" ? "front" : (view as "front"), random(seed));
  const frame = view === "close" ? closeUp(name!, garment, { seed }) : FULL;
  const started = Date.now(),
    m = await model(garment, fabric as FabricName, seed, { frame }),
    drawn = Date.now();
  const colourway: Colourway = { main: main ?? "#3f4aa8", accent },
    px = dye(m, colourway);
  console.log(spec, drawn - started, Date.now() - drawn);
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
