import sharp from "sharp";
import { kindOf } from "./views.ts";
import { FULL_BOX, HEIGHT, rasterize, WIDTH, type Plane } from "./canvas.ts";
import type { PlannedProduct } from "./catalog/plan.ts";
import type { ShadedGarment } from "./shaded-garment.ts";
import { warpPath } from "./path.ts";
import { computeGarmentMeasures, type FlatMeasure } from "./catalog/measures.ts";

interface Extent {
  from: number;
  to: number;
}

/** The first and the last covered pixel of a row or column. If none is covered, `from` is greater than `to`. */
function coveredExtent(plane: Plane, index: number, direction: "row" | "column"): Extent {
  const length = direction === "row" ? WIDTH : HEIGHT;
  let from = length,
    to = 0;
  for (let k = 0; k < length; k++) {
    const isCovered = plane[direction === "row" ? index * WIDTH + k : k * WIDTH + index]! > 0.5;
    if (isCovered && k < from) from = k;
    if (isCovered) to = k;
  }
  return { from, to };
}

const INK = "#3c3833";

/** The SVG of a line with end marks, and its measure on a small label. */
function dimensionLine([x1, y1]: [number, number], [x2, y2]: [number, number], text: string): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1,
    nx = (-(y2 - y1) / length) * 9,
    ny = ((x2 - x1) / length) * 9;
  const mark = (x: number, y: number): string => `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
  const width = text.length * 10.4 + 22,
    x = (x1 + x2) / 2,
    y = (y1 + y2) / 2;
  return `<path d="M${x1} ${y1}L${x2} ${y2}${mark(x1, y1)}${mark(x2, y2)}" stroke="#fbfaf7" stroke-width="5" fill="none" opacity=".75"/><path d="M${x1} ${y1}L${x2} ${y2}${mark(x1, y1)}${mark(x2, y2)}" stroke="${INK}" stroke-width="2" fill="none"/><rect x="${x - width / 2}" y="${y - 17}" width="${width}" height="34" rx="17" fill="#fbfaf7"/><text x="${x}" y="${y + 6}" text-anchor="middle" font-family="Figtree, DejaVu Sans, sans-serif" font-size="18" fill="${INK}">${text}</text>`;
}

/** The SVG of the line of one measure, at the place of the garment where it is taken. */
function measureLine(measure: FlatMeasure, bodyMask: Plane, garmentMask: Plane, kind: string): string {
  const column = coveredExtent(bodyMask, WIDTH / 2, "column"),
    rows = Array.from({ length: HEIGHT }, (_, y) => coveredExtent(bodyMask, y, "row")).map((e, y) => ({ ...e, y })),
    coveredRows = rows.filter((r) => r.to > r.from),
    top = coveredRows[0]!.y,
    bottom = coveredRows.at(-1)!.y,
    bodyHeight = bottom - top;
  const text = `${measure.label} ${measure.centimeters} cm`;
  const widthLine = (share: number, inset = 3): string => {
    const y = Math.round(top + bodyHeight * share),
      row = rows[y]!;
    return dimensionLine([row.from + inset, y], [row.to - inset, y], text);
  };
  const bodyRight = Math.max(...coveredRows.map((r) => r.to)),
    garmentRight = Math.max(...Array.from({ length: HEIGHT }, (_, y) => coveredExtent(garmentMask, y, "row").to));
  switch (measure.measureName) {
    case "chest":
      return widthLine(measure.isDress ? 0.27 : 0.36);
    case "waist":
      return kind === "bottom" ? widthLine(0.035) : widthLine(measure.isDress ? 0.405 : 0.62);
    case "hip":
      return kind === "bottom" ? widthLine(measure.isShort ? 0.4 : 0.2) : widthLine(measure.isDress ? 0.58 : 0.9);
    case "length":
      return dimensionLine(
        [Math.min(WIDTH - 80, garmentRight + 34), top],
        [Math.min(WIDTH - 80, garmentRight + 34), bottom],
        text,
      );
    case "shoulders": {
      const row = rows[Math.round(top + bodyHeight * 0.12)]!,
        y = Math.max(30, top - 28);
      return dimensionLine([row.from + 2, y], [row.to - 2, y], text);
    }
    case "sleeve": {
      const garmentRows = Array.from({ length: HEIGHT }, (_, y) => ({
          ...coveredExtent(garmentMask, y, "row"),
          y,
        })).filter((r) => r.to > 0),
        end = garmentRows.findLast((r) => r.to > bodyRight + 24) ?? garmentRows.at(-1)!,
        start = rows[Math.round(top + bodyHeight * 0.09)]!;
      return dimensionLine([start.to + 26, start.y], [Math.min(WIDTH - 26, garmentRight + 26), end.y], text);
    }
    case "inseam": {
      const crotch = column.to > column.from ? column.to : top;
      return dimensionLine([WIDTH / 2, crotch + 6], [WIDTH / 2, bottom], text);
    }
    case "width":
      return widthLine(0.62);
  }
}

/** Draws the measures of one size on the coloured picture of the garment laid flat. */
export async function drawMeasures(pixels: Buffer, model: ShadedGarment, p: PlannedProduct): Promise<Buffer> {
  const maskOf = async (parts: ShadedGarment["reliefs"]): Promise<Plane> =>
    rasterize(parts.map(({ part }) => `<path d="${warpPath(part.d, model.warp)}"/>`).join(""), FULL_BOX);
  const garmentMask = await maskOf(model.reliefs),
    bodyMask = await maskOf(model.reliefs.filter(({ part }) => !part.isSleeve)),
    { size, measures } = computeGarmentMeasures(p);
  const lines = measures.map((m) => measureLine(m, bodyMask, garmentMask, kindOf(p.designName))).join("");
  const note = `<text x="400" y="968" text-anchor="middle" font-family="Figtree, DejaVu Sans, sans-serif" font-size="17" fill="#6b645a">${size === null ? "Medidas de la pieza" : `Medidas de la prenda extendida, talla ${size}`}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" stroke-linecap="round">${lines}${note}</svg>`;
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
}
