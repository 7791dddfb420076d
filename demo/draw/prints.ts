import { random } from "./noise.ts";
import { petals } from "./motifs.ts";
import { print, type Print } from "./print.ts";

const rect = (x: number, y: number, w: number, h: number, fill: string, opacity = 1): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" fill-opacity="${opacity}"/>`;
/** Draws an element also on the other sides of the tile, so that it is complete if it crosses an edge. */
const wrap = (size: number, draw: (x: number, y: number) => string, x: number, y: number): string =>
  [-size, 0, size].flatMap((dx) => [-size, 0, size].map((dy) => draw(x + dx, y + dy))).join("");

/** Draws elements at random points of a square tile, at least `gap` apart. */
function scatter(
  size: number,
  count: number,
  gap: number,
  seed: number,
  draw: (x: number, y: number, index: number, turn: number) => string,
): string {
  const next = random(seed),
    points: [number, number][] = [];
  for (let tries = 0; tries < 4000 && points.length < count; tries++) {
    const x = next() * size,
      y = next() * size;
    const near = points.some(
      ([a, b]) =>
        Math.hypot(
          Math.min(Math.abs(a - x), size - Math.abs(a - x)),
          Math.min(Math.abs(b - y), size - Math.abs(b - y)),
        ) < gap,
    );
    if (!near) points.push([x, y]);
  }
  return points
    .map(([x, y], i) => {
      const turn = next() * 360;
      return wrap(size, (px, py) => draw(px, py, i, turn), x, y);
    })
    .join("");
}

const leafy = (x: number, y: number, turn: number, size: number, fill: string, vein: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0 0C14 -22 14 -52 0 -78C-14 -52 -14 -22 0 0Z" fill="${fill}"/><path d="M0 6V-66M0 -18L8 -30M0 -18L-8 -30M0 -36L8 -48M0 -36L-8 -48" stroke="${vein}" stroke-width="1.8" fill="none"/></g>`;

type Maker = (c: string[], seed: number) => Promise<Print>;

/** The prints, each a function of its ink colours. The background is the cloth's own colour. */
export const PRINTS: Record<string, Maker> = {
  stripes: (c) => print(40, 56, rect(0, 0, 40, 20, c[0]!)),
  breton: (c) => print(40, 36, rect(0, 0, 40, 10, c[0]!)),
  wideStripes: (c) => print(40, 132, rect(0, 0, 40, 66, c[0]!) + (c[1] ? rect(0, 76, 40, 9, c[1]) : "")),
  pinstripe: (c) => print(26, 40, rect(11, 0, 2.6, 40, c[0]!)),
  awning: (c) => print(48, 40, rect(0, 0, 20, 40, c[0]!) + (c[1] ? rect(33, 0, 3, 40, c[1]) : "")),
  sportStripes: (c) =>
    print(400, 400, rect(0, 210, 400, 52, c[0]!) + rect(0, 270, 400, 20, c[1] ?? c[0]!), {
      repeat: false,
      x: 0,
      y: 60,
      scale: 2,
    }),
  gingham: (c) => print(44, 44, rect(0, 0, 44, 22, c[0]!, 0.5) + rect(0, 0, 22, 44, c[0]!, 0.5)),
  plaid: (c) =>
    print(
      120,
      120,
      rect(0, 0, 34, 120, c[0]!, 0.55) +
        rect(0, 0, 120, 34, c[0]!, 0.55) +
        rect(64, 0, 30, 120, c[1]!, 0.5) +
        rect(0, 64, 120, 30, c[1]!, 0.5) +
        rect(48, 0, 4, 120, c[2] ?? c[0]!, 0.8) +
        rect(0, 48, 120, 4, c[2] ?? c[0]!, 0.8),
    ),
  windowpane: (c) => print(84, 84, rect(40, 0, 3, 84, c[0]!, 0.75) + rect(0, 40, 84, 3, c[0]!, 0.75)),
  dots: (c) => print(60, 60, `<g fill="${c[0]}"><circle cx="15" cy="15" r="7"/><circle cx="45" cy="45" r="7"/></g>`),
  bigDots: (c) =>
    print(104, 104, `<g fill="${c[0]}"><circle cx="26" cy="26" r="15"/><circle cx="78" cy="78" r="15"/></g>`),
  pindots: (c) =>
    print(28, 28, `<g fill="${c[0]}"><circle cx="7" cy="7" r="2.6"/><circle cx="21" cy="21" r="2.6"/></g>`),
  floral: (c, seed) =>
    print(
      300,
      300,
      scatter(
        300,
        16,
        56,
        seed + 3,
        (x, y, _i, turn) =>
          leafy(x + 8, y + 8, turn, 0.42, c.at(-1)!, c.at(-1)!) +
          leafy(x - 6, y + 4, turn + 130, 0.36, c.at(-1)!, c.at(-1)!),
      ) +
        scatter(300, 20, 52, seed, (x, y, i, turn) => {
          const k = Math.floor(turn * 7) % Math.max(1, c.length - 1),
            r = 14 + (turn % 12);
          return (
            petals(x, y, r, 5 + (i % 2), c[k]!) +
            `<circle cx="${x}" cy="${y}" r="${r * 0.26}" fill="${c[(k + 1) % Math.max(1, c.length - 1)]}"/>`
          );
        }),
    ),
  ditsy: (c, seed) =>
    print(
      180,
      180,
      scatter(
        180,
        26,
        27,
        seed,
        (x, y, i) =>
          petals(x, y, 9, 5, c[i % c.length]!) +
          `<circle cx="${x}" cy="${y}" r="2.6" fill="${c[(i + 1) % c.length]}"/>`,
      ),
    ),
  tropical: (c, seed) =>
    print(
      360,
      360,
      scatter(
        360,
        15,
        66,
        seed,
        (x, y, i, turn) =>
          leafy(x, y, turn, 1.25, c[i % c.length]!, c[(i + 1) % c.length]!) +
          leafy(x, y, turn + 46, 1, c[(i + 1) % c.length]!, c[i % c.length]!) +
          leafy(x, y, turn - 46, 1, c[i % c.length]!, c[(i + 1) % c.length]!),
      ),
    ),
  leaves: (c, seed) =>
    print(
      260,
      260,
      scatter(260, 22, 44, seed, (x, y, i, turn) => leafy(x, y, turn, 0.72, c[i % c.length]!, c[(i + 1) % c.length]!)),
    ),
  leopard: (c, seed) =>
    print(
      280,
      280,
      scatter(
        280,
        40,
        34,
        seed,
        (x, y, i, turn) =>
          `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="${11 + (i % 3) * 2}" ry="9" fill="${c[1] ?? c[0]}"/><path d="M-12 -4C-8 -14 8 -14 12 -5M12 4C9 13 -2 14 -6 11M-12 3C-12 8 -10 10 -8 11" stroke="${c[0]}" stroke-width="6.5" fill="none" stroke-linecap="round"/></g>`,
      ),
    ),
  chevron: (c) =>
    print(
      64,
      48,
      `<path d="M-8 34L32 6L72 34" fill="none" stroke="${c[0]}" stroke-width="13"/><path d="M-8 82L32 54L72 82M-8 -14L32 -42L72 -14" fill="none" stroke="${c[0]}" stroke-width="13"/>`,
    ),
  greca: (c) =>
    print(
      120,
      210,
      `<g fill="none" stroke-width="9">${[0, 60].map((x) => `<path d="M${x} 60H${x + 50}V16H${x + 18}V40H${x + 34}" stroke="${c[0]}"/>`).join("")}<path d="M0 80H120" stroke="${c[1] ?? c[0]}"/><path d="M0 2H120" stroke="${c[1] ?? c[0]}" stroke-width="7"/></g>${[0, 40, 80].map((x) => `<path d="M${x + 20} 106L${x + 36} 128L${x + 20} 150L${x + 4} 128Z" fill="${c[2] ?? c[0]}"/>`).join("")}`,
    ),
  diamonds: (c) =>
    print(
      96,
      120,
      `<path d="M48 8L88 60L48 112L8 60Z" fill="${c[0]}"/><path d="M48 36L66 60L48 84L30 60Z" fill="${c[1] ?? c[0]}"/>`,
    ),
  fairisle: (c) =>
    print(
      66,
      176,
      `${[0, 1, 2, 3, 4, 5].map((k) => rect(k * 11, k % 2 ? 8 : 17, 11, 9, c[0]!)).join("")}${[
        [27, 44],
        [16, 53],
        [27, 53],
        [38, 53],
        [5, 62],
        [16, 62],
        [38, 62],
        [49, 62],
        [16, 71],
        [27, 71],
        [38, 71],
        [27, 80],
      ]
        .map(([x, y]) => rect(x!, y!, 11, 9, c[1] ?? c[0]!))
        .join("")}${[0, 1, 2, 3, 4, 5].map((k) => rect(k * 11, k % 2 ? 107 : 98, 11, 9, c[0]!)).join("")}`,
    ),
  stars: (c, seed) =>
    print(
      220,
      220,
      scatter(
        220,
        18,
        44,
        seed,
        (x, y, i, turn) =>
          `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${0.8 + (i % 3) * 0.25})" d="M0 -15L4 -5L15 -4L7 4L9 15L0 9L-9 15L-7 4L-15 -4L-4 -5Z" fill="${c[i % c.length]}"/>`,
      ),
    ),
  hearts: (c, seed) =>
    print(
      200,
      200,
      scatter(
        200,
        18,
        40,
        seed,
        (x, y, i) =>
          `<path transform="translate(${x} ${y}) rotate(${(i % 5) * 12 - 24}) scale(.9)" d="M0 13C-19 0 -14 -14 -5 -12C-2 -11 -1 -9 0 -7C1 -9 2 -11 5 -12C14 -14 19 0 0 13Z" fill="${c[i % c.length]}"/>`,
      ),
    ),
  clouds: (c, seed) =>
    print(
      260,
      260,
      scatter(
        260,
        11,
        70,
        seed,
        (x, y, i) =>
          `<g fill="${c[i % c.length]}"><circle cx="${x - 16}" cy="${y}" r="13"/><circle cx="${x}" cy="${y - 9}" r="17"/><circle cx="${x + 18}" cy="${y}" r="12"/><rect x="${x - 22}" y="${y}" width="46" height="13" rx="6"/></g>`,
      ),
    ),
  confetti: (c, seed) =>
    print(
      220,
      220,
      scatter(
        220,
        44,
        25,
        seed,
        (x, y, i, turn) =>
          `<rect x="${x - 8}" y="${y - 2.6}" width="16" height="5.2" rx="2.6" fill="${c[i % c.length]}" transform="rotate(${turn} ${x} ${y})"/>`,
      ),
    ),
  citrus: (c, seed) =>
    print(
      260,
      260,
      scatter(
        260,
        14,
        60,
        seed,
        (x, y, i, turn) =>
          `<g transform="translate(${x} ${y}) rotate(${turn})"><circle r="22" fill="${c[i % 2]}"/><circle r="17" fill="#fff8e6"/>${[0, 60, 120, 180, 240, 300].map((a) => `<path d="M0 -2L6 -13Q0 -17 -6 -13Z" fill="${c[i % 2]}" transform="rotate(${a})"/>`).join("")}</g>`,
      ),
    ),
  camo: (c, seed) =>
    print(
      320,
      320,
      scatter(
        320,
        16,
        60,
        seed,
        (x, y, i, turn) =>
          `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${1 + (i % 3) * 0.3})" d="M-36 -4C-34 -26 -8 -20 4 -26C24 -34 40 -14 30 2C24 12 36 22 18 28C0 34 -8 18 -22 22C-38 24 -40 8 -36 -4Z" fill="${c[i % c.length]}"/>`,
      ),
    ),
  tie: (c, seed) =>
    print(
      800,
      1000,
      `<filter id="b" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".02" numOctaves="3" seed="${seed % 50}"/><feDisplacementMap in="SourceGraphic" scale="46" xChannelSelector="R" yChannelSelector="G"/><feGaussianBlur stdDeviation="5"/></filter><g filter="url(#b)">` +
        Array.from({ length: 24 }, (_, k) => {
          const n = random(seed + k),
            r = 36 + k * 26;
          return `<path d="${Array.from({ length: 41 }, (_, i) => {
            const a = (i / 40) * Math.PI * 2,
              q = r * (1 + 0.16 * Math.sin(a * 7 + k) + 0.1 * Math.sin(a * 13 + k * 2));
            return `${i ? "L" : "M"}${(400 + Math.cos(a) * q).toFixed(0)} ${(420 + Math.sin(a) * q).toFixed(0)}`;
          }).join(
            "",
          )}Z" fill="none" stroke="${c[k % c.length]}" stroke-width="${8 + n() * 12}" stroke-opacity="${0.3 + n() * 0.45}" stroke-linejoin="round"/>`;
        }).join("") +
        "</g>",
      { repeat: false },
    ),
  block: (c) => print(20, 20, rect(0, 0, 20, 20, c[0]!), { repeat: false, x: -200, y: 470, scale: 60 }),
};
