import sharp from "sharp";
import { FULL_BOX } from "./canvas.ts";
import { dye, type Colourway } from "./dye.ts";
import type { FabricName } from "./fabric.ts";
import { shadeGarment } from "./shaded-garment.ts";
import { createSeededRandom } from "./noise.ts";
import { closeUpFrame, garmentInView } from "./views.ts";

// Draws designs as tiles of one picture, to try changes to them. The environment variable TILE is the width of a tile
// in pixels. The views are front, back, figure and close:
// node trial.ts out.png columns name:view:fabric:#main:#accent ...
const [out, columns, ...specs] = process.argv.slice(2);
const tileWidth = Number(process.env.TILE ?? 480),
  tileHeight = Math.round(tileWidth * 1.25),
  tiles: Buffer[] = [];
for (const spec of specs) {
  const [name, view, fabric, main, accent] = spec.split(":"),
    seed = 5,
    garment = garmentInView(name!, view === "close" ? "front" : (view as "front"), createSeededRandom(seed));
  const frame = view === "close" ? closeUpFrame(name!, garment, { seed }) : FULL_BOX;
  const startedAt = Date.now(),
    model = await shadeGarment(garment, fabric as FabricName, seed, { frame }),
    modelledAt = Date.now();
  const colourway: Colourway = { main: main ?? "#3f4aa8", accent },
    pixels = dye(model, colourway);
  console.log(spec, modelledAt - startedAt, Date.now() - modelledAt);
  tiles.push(
    await sharp(pixels, { raw: { width: frame.w, height: frame.h, channels: 3 } })
      .resize(tileWidth, tileHeight)
      .png()
      .toBuffer(),
  );
}
const columnCount = Number(columns),
  rows = Math.ceil(tiles.length / columnCount);
await sharp({ create: { width: columnCount * tileWidth, height: rows * tileHeight, channels: 3, background: "#fff" } })
  .composite(
    tiles.map((input, i) => ({
      input,
      left: (i % columnCount) * tileWidth,
      top: Math.floor(i / columnCount) * tileHeight,
    })),
  )
  .png()
  .toFile(out!);
