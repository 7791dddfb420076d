import { createSeededRandom } from "./noise.ts";
import { petals } from "./motifs.ts";
import { drawPrint, type Print } from "./print.ts";

const rect = (x: number, y: number, w: number, h: number, fill: string, opacity = 1): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" fill-opacity="${opacity}"/>`;
/** Draws an element nine times, so that the part of it beyond an edge of the tile appears at the opposite edge. */
const drawWrapped = (size: number, draw: (x: number, y: number) => string, x: number, y: number): string =>
  [-size, 0, size].flatMap((dx) => [-size, 0, size].map((dy) => draw(x + dx, y + dy))).join("");

/** Draws up to `count` elements at random points of a square tile, at least `gap` apart. */
function scatter(
  size: number,
  count: number,
  gap: number,
  seed: number,
  draw: (x: number, y: number, index: number, turn: number) => string,
): string {
  const next = createSeededRandom(seed),
    points: [number, number][] = [];
  for (let tries = 0; tries < 4000 && points.length < count; tries++) {
    const x = next() * size,
      y = next() * size;
    const isTooNear = points.some(
      ([a, b]) =>
        Math.hypot(
          Math.min(Math.abs(a - x), size - Math.abs(a - x)),
          Math.min(Math.abs(b - y), size - Math.abs(b - y)),
        ) < gap,
    );
    if (!isTooNear) points.push([x, y]);
  }
  return points
    .map(([x, y], i) => {
      const turn = next() * 360;
      return drawWrapped(size, (px, py) => draw(px, py, i, turn), x, y);
    })
    .join("");
}

const leaf = (x: number, y: number, turn: number, size: number, fill: string, vein: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0 0C14 -22 14 -52 0 -78C-14 -52 -14 -22 0 0Z" fill="${fill}"/><path d="M0 6V-66M0 -18L8 -30M0 -18L-8 -30M0 -36L8 -48M0 -36L-8 -48" stroke="${vein}" stroke-width="1.8" fill="none"/></g>`;

type MakePrint = (inks: string[], seed: number) => Promise<Print>;

/** The prints, each a function of its ink colours and a seed. The background is the cloth's own colour. */
export const PRINTS: Record<string, MakePrint> = {
  breton: (inks) => drawPrint(40, 36, rect(0, 0, 40, 10, inks[0]!)),
  gingham: (inks) => drawPrint(44, 44, rect(0, 0, 44, 22, inks[0]!, 0.5) + rect(0, 0, 22, 44, inks[0]!, 0.5)),
  plaid: (inks) =>
    drawPrint(
      120,
      120,
      rect(0, 0, 34, 120, inks[0]!, 0.55) +
        rect(0, 0, 120, 34, inks[0]!, 0.55) +
        rect(64, 0, 30, 120, inks[1]!, 0.5) +
        rect(0, 64, 120, 30, inks[1]!, 0.5) +
        rect(48, 0, 4, 120, inks[2] ?? inks[0]!, 0.8) +
        rect(0, 48, 120, 4, inks[2] ?? inks[0]!, 0.8),
    ),
  windowpane: (inks) => drawPrint(84, 84, rect(40, 0, 3, 84, inks[0]!, 0.75) + rect(0, 40, 84, 3, inks[0]!, 0.75)),
  pindots: (inks) =>
    drawPrint(28, 28, `<g fill="${inks[0]}"><circle cx="7" cy="7" r="2.6"/><circle cx="21" cy="21" r="2.6"/></g>`),
  floral: (inks, seed) =>
    drawPrint(
      300,
      300,
      scatter(
        300,
        16,
        56,
        seed + 3,
        (x, y, _i, turn) =>
          leaf(x + 8, y + 8, turn, 0.42, inks.at(-1)!, inks.at(-1)!) +
          leaf(x - 6, y + 4, turn + 130, 0.36, inks.at(-1)!, inks.at(-1)!),
      ) +
        scatter(300, 20, 52, seed, (x, y, i, turn) => {
          const k = Math.floor(turn * 7) % Math.max(1, inks.length - 1),
            r = 14 + (turn % 12);
          return (
            petals(x, y, r, 5 + (i % 2), inks[k]!) +
            `<circle cx="${x}" cy="${y}" r="${r * 0.26}" fill="${inks[(k + 1) % Math.max(1, inks.length - 1)]}"/>`
          );
        }),
    ),
  ditsy: (inks, seed) =>
    drawPrint(
      180,
      180,
      scatter(
        180,
        26,
        27,
        seed,
        (x, y, i) =>
          petals(x, y, 9, 5, inks[i % inks.length]!) +
          `<circle cx="${x}" cy="${y}" r="2.6" fill="${inks[(i + 1) % inks.length]}"/>`,
      ),
    ),
  steppedFret: (inks) =>
    drawPrint(
      120,
      210,
      `<g fill="none" stroke-width="9">${[0, 60].map((x) => `<path d="M${x} 60H${x + 50}V16H${x + 18}V40H${x + 34}" stroke="${inks[0]}"/>`).join("")}<path d="M0 80H120" stroke="${inks[1] ?? inks[0]}"/><path d="M0 2H120" stroke="${inks[1] ?? inks[0]}" stroke-width="7"/></g>${[0, 40, 80].map((x) => `<path d="M${x + 20} 106L${x + 36} 128L${x + 20} 150L${x + 4} 128Z" fill="${inks[2] ?? inks[0]}"/>`).join("")}`,
    ),
};
