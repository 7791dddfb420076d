import sharp from "sharp";
import { dye, type Colourway } from "./dye.ts";
import { model } from "./model.ts";
import { random } from "./noise.ts";
import type { FabricName } from "./fabric.ts";
import { DESIGNS } from "./silhouettes/index.ts";
import { HEIGHT, WIDTH } from "./canvas.ts";

// Usage: node trial.ts out.png columns name:view:fabric:#main:#accent ...
const [out, columns, ...specs] = process.argv.slice(2);
const tiles: Buffer[] = [];
for (const spec of specs) {
  const [name, view, fabric, main, accent] = spec.split(":");
  const t = Date.now();
  const garment = DESIGNS[name!]!(random(5), view as "front");
  const m = await model(garment, fabric as FabricName, 5);
  const t2 = Date.now();
  const way: Colourway = { main: main ?? "#3f4aa8", accent };
  const px = dye(m, way);
  console.log(spec, t2 - t, Date.now() - t2);
  tiles.push(
    await sharp(px, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .resize(Number(process.env.TILE ?? 480), Number(process.env.TILE ?? 480) * 1.25)
      .png()
      .toBuffer(),
  );
}
const T = Number(process.env.TILE ?? 480),
  c = Number(columns),
  rows = Math.ceil(tiles.length / c);
await sharp({ create: { width: c * T, height: rows * T * 1.25, channels: 3, background: "#fff" } })
  .composite(tiles.map((input, i) => ({ input, left: (i % c) * T, top: Math.floor(i / c) * T * 1.25 })))
  .png()
  .toFile(out!);
