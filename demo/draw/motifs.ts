import { random } from "./noise.ts";
import { print, type Print } from "./print.ts";

const place = (content: string, x: number, y: number, size: number): Promise<Print> =>
  print(400, 400, content, { repeat: false, scale: size / 400, x: x - size / 2, y: y - size / 2 });

const petals = (x: number, y: number, r: number, n: number, fill: string): string =>
  Array.from(
    { length: n },
    (_, i) =>
      `<ellipse cx="${x}" cy="${y - r * 0.62}" rx="${r * 0.36}" ry="${r * 0.56}" fill="${fill}" transform="rotate(${(360 / n) * i} ${x} ${y})"/>`,
  ).join("");

/** SVG drawings for the chest, in up to three colours. */
export const MOTIFS: Record<string, (a: string, b: string, c: string) => string> = {
  sun: (a, b) =>
    `<g stroke="${a}" stroke-width="12" stroke-linecap="round">${Array.from({ length: 16 }, (_, i) => `<path d="M200 70V${i % 2 ? 40 : 24}" transform="rotate(${i * 22.5} 200 200)"/>`).join("")}</g><circle cx="200" cy="200" r="104" fill="${a}"/><path d="M96 200a104 104 0 0 0 208 0z" fill="${b}"/>`,
  cactus: (a, b, c) =>
    `<circle cx="250" cy="130" r="76" fill="${b}"/><path d="M176 350V110a26 26 0 0 1 52 0v90h18v-50a18 18 0 0 1 36 0v62a24 24 0 0 1-24 24h-30v114zM176 290h-34a24 24 0 0 1-24-24v-50a18 18 0 0 1 36 0v36h22z" fill="${a}"/><path d="M70 352h260" stroke="${c}" stroke-width="9" stroke-linecap="round"/>`,
  mountain: (a, b, c) =>
    `<circle cx="262" cy="116" r="54" fill="${b}"/><path d="M30 320L150 110l62 104 42-62 116 168z" fill="${a}"/><path d="M150 110l36 62-24 18-20-14-24 14z" fill="${c}"/><path d="M50 344h300M90 366h220" stroke="${a}" stroke-width="9" stroke-linecap="round"/>`,
  wave: (a, b) =>
    `<circle cx="200" cy="200" r="168" fill="${b}"/><g fill="none" stroke="${a}" stroke-width="17" stroke-linecap="round">${[150, 202, 254, 306].map((y, k) => `<path d="M${60 + k * 6} ${y}q34 -40 70 0t70 0 70 0 ${70 - k * 6} 0"/>`).join("")}</g>`,
  agave: (a, b) =>
    `${[-64, -42, -20, 0, 20, 42, 64].map((r, i) => `<path d="M200 350C${182} 270 188 150 200 ${90 + Math.abs(r)}C212 150 218 270 200 350z" fill="${i % 2 ? a : b}" transform="rotate(${r} 200 350)"/>`).join("")}`,
  heart: (a, b) =>
    `<path d="M200 340C60 240 60 120 140 110c36-4 54 24 60 44 6-20 24-48 60-44 80 10 80 130-60 230z" fill="${a}"/><g stroke="${b}" stroke-width="7" fill="none" stroke-linecap="round"><path d="M128 170q24 30 72 30t72-30M140 226q30 24 60 24t60-24"/></g>`,
  star: (a, b) =>
    `<path d="M200 40l46 106 114 10-86 76 26 112-100-60-100 60 26-112-86-76 114-10z" fill="${a}" stroke="${a}" stroke-width="22" stroke-linejoin="round"/><circle cx="170" cy="196" r="12" fill="${b}"/><circle cx="230" cy="196" r="12" fill="${b}"/><path d="M172 232q28 26 56 0" stroke="${b}" stroke-width="9" fill="none" stroke-linecap="round"/>`,
  dinosaur: (a, b, c) =>
    `<path d="M60 300c20-10 44-12 60-44 20-44 40-66 84-66 20 0 30-8 32-34 2-36 24-54 58-54 34 0 52 20 52 44 0 18-10 24-26 26l-36 4c4 44-4 84-26 112v58h-36v-36h-62v36h-36v-50c-26 10-46 14-64 4z" fill="${a}"/><path d="M130 232l10-30 20 14 10-34 24 16 8-34 24 18" fill="none" stroke="${b}" stroke-width="12" stroke-linejoin="round" stroke-linecap="round"/><circle cx="304" cy="130" r="8" fill="${c}"/>`,
  rocket: (a, b, c) =>
    `<path d="M200 40c56 50 66 130 50 220h-100c-16-90-6-170 50-220z" fill="${a}"/><circle cx="200" cy="150" r="28" fill="${b}"/><path d="M150 200l-50 70 54-10zM250 200l50 70-54-10z" fill="${c}"/><path d="M176 270h48l-24 76z" fill="${c}"/>`,
  axolotl: (a, b, c) =>
    `<g stroke="${b}" stroke-width="14" stroke-linecap="round"><path d="M110 150L60 110M104 180L46 170M110 210L60 236M290 150l50-40M296 180l58-10M290 210l50 26"/></g><ellipse cx="200" cy="182" rx="104" ry="80" fill="${a}"/><path d="M140 240c-10 50 10 110 60 110s70-60 60-110z" fill="${a}"/><circle cx="160" cy="170" r="10" fill="${c}"/><circle cx="240" cy="170" r="10" fill="${c}"/><path d="M164 208q36 28 72 0" stroke="${c}" stroke-width="8" fill="none" stroke-linecap="round"/><circle cx="136" cy="198" r="13" fill="${b}"/><circle cx="264" cy="198" r="13" fill="${b}"/>`,
  flower: (a, b, c) =>
    `<path d="M200 200C196 270 204 320 196 372" stroke="${c}" stroke-width="10" fill="none"/><path d="M198 310c30-40 60-40 80-36-6 30-40 50-80 36zM198 340c-30-40-60-36-78-30 8 26 40 44 78 30z" fill="${c}"/>${petals(200, 150, 110, 8, a)}<circle cx="200" cy="150" r="34" fill="${b}"/>`,
  bolt: (a, b) =>
    `<path d="M226 30L90 226h84l-30 144 170-214h-92z" fill="${a}" stroke="${b}" stroke-width="14" stroke-linejoin="round"/>`,
  arches: (a, b, c) =>
    `${[
      [160, a],
      [124, b],
      [88, c],
      [52, a],
    ]
      .map(([r, f]) => `<path d="M${200 - Number(r)} 320V220a${r} ${r} 0 0 1 ${2 * Number(r)} 0v100z" fill="${f}"/>`)
      .join("")}`,
  stamp: (a, b) =>
    `<rect x="60" y="90" width="280" height="220" rx="12" fill="none" stroke="${a}" stroke-width="10"/><path d="M84 260L160 150l46 66 30-40 80 84z" fill="${a}"/><circle cx="272" cy="146" r="22" fill="${b}"/><path d="M84 284h232" stroke="${a}" stroke-width="9"/>`,
};

/** A motif that is printed once, by default on the chest. `size` is its width in drawing units. */
export const chest = (name: string, colors: string[], size = 210, x = 400, y = 380): Promise<Print> =>
  place(MOTIFS[name]!(colors[0]!, colors[1] ?? colors[0]!, colors[2] ?? colors[0]!), x, y, size);

/** Embroidery in bands around the neck, as on blouses from the south-east. */
export function embroidery(colors: string[], seed: number, depth = 120): Promise<Print> {
  const next = random(seed),
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
        leaf = colors.at(-1)!;
      flowers.push(
        `<path d="M${x} ${y}q${r * 1.6} ${-r * 0.2} ${r * 2} ${r}q${-r * 1.2} ${r * 0.4} ${-r * 2} ${-r}" fill="${leaf}" transform="rotate(${next() * 360} ${x} ${y})"/>`,
        petals(x, y, r, 6, color),
        `<circle cx="${x}" cy="${y}" r="${r * 0.3}" fill="${colors[(i + row + 1) % colors.length]}"/>`,
      );
    }
  }
  return print(800, 500, flowers.join(""), { repeat: false });
}
export { petals };
