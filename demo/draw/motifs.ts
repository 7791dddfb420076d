import { createSeededRandom } from "./noise.ts";
import { drawPrint, type Print } from "./print.ts";

const printOnce = (content: string, x: number, y: number, size: number): Promise<Print> =>
  drawPrint(400, 400, content, { isRepeated: false, scale: size / 400, x: x - size / 2, y: y - size / 2 });

export const petals = (x: number, y: number, r: number, n: number, fill: string): string =>
  Array.from(
    { length: n },
    (_, i) =>
      `<ellipse cx="${x}" cy="${y - r * 0.62}" rx="${r * 0.36}" ry="${r * 0.56}" fill="${fill}" transform="rotate(${(360 / n) * i} ${x} ${y})"/>`,
  ).join("");

/** SVG drawings for the chest, in up to three colours. */
const MOTIFS: Record<string, (a: string, b: string, c: string) => string> = {
  axolotl: (a, b, c) =>
    `<g stroke="${b}" stroke-width="14" stroke-linecap="round"><path d="M110 150L60 110M104 180L46 170M110 210L60 236M290 150l50-40M296 180l58-10M290 210l50 26"/></g><ellipse cx="200" cy="182" rx="104" ry="80" fill="${a}"/><path d="M140 240c-10 50 10 110 60 110s70-60 60-110z" fill="${a}"/><circle cx="160" cy="170" r="10" fill="${c}"/><circle cx="240" cy="170" r="10" fill="${c}"/><path d="M164 208q36 28 72 0" stroke="${c}" stroke-width="8" fill="none" stroke-linecap="round"/><circle cx="136" cy="198" r="13" fill="${b}"/><circle cx="264" cy="198" r="13" fill="${b}"/>`,
};

/** A motif that is printed once, by default on the chest. `size` is its width in drawing units. */
export const motifPrint = (name: string, colors: string[], size = 210, x = 400, y = 380): Promise<Print> =>
  printOnce(MOTIFS[name]!(colors[0]!, colors[1] ?? colors[0]!, colors[2] ?? colors[0]!), x, y, size);

/** Embroidery in bands around the neck, as on blouses from the south-east of Mexico. */
export function embroideryPrint(colors: string[], seed: number, depth = 120): Promise<Print> {
  const next = createSeededRandom(seed),
    flowers: string[] = [];
  for (let row = 0; row < 3; row++) {
    const radius = 96 + row * (depth / 3) + 18,
      count = 9 + row * 3;
    for (let i = 0; i <= count; i++) {
      const t = Math.PI * (0.02 + (0.96 * i) / count),
        x = 400 + Math.cos(t) * radius * 1.28,
        y = 150 + Math.sin(t) * radius,
        r = 15 + next() * 8;
      const color = colors[(i + row) % colors.length]!,
        leafColor = colors.at(-1)!;
      flowers.push(
        `<path d="M${x} ${y}q${r * 1.6} ${-r * 0.2} ${r * 2} ${r}q${-r * 1.2} ${r * 0.4} ${-r * 2} ${-r}" fill="${leafColor}" transform="rotate(${next() * 360} ${x} ${y})"/>`,
        petals(x, y, r, 6, color),
        `<circle cx="${x}" cy="${y}" r="${r * 0.3}" fill="${colors[(i + row + 1) % colors.length]}"/>`,
      );
    }
  }
  return drawPrint(800, 500, flowers.join(""), { isRepeated: false });
}
