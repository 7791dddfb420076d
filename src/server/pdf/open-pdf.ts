import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { PAGE, type Pdf } from "./drawing.ts";
import { unpackWoff } from "./unpack-woff.ts";

/**
 * An empty document in the shop's font, with US Letter pages unless `size` (in points) is given, and its bytes once
 * `end()` was called. `regular` is the font of its texts, to measure them.
 */
export async function openPdf(info: {
  title: string;
  author: string;
  size?: [width: number, height: number];
}): Promise<{ pdf: Pdf; written: Promise<Uint8Array<ArrayBuffer>>; regular: Font }> {
  const { create, PDFDocument } = await loadLibraries();
  const pdf = new PDFDocument({
    size: info.size ?? "LETTER",
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    lang: "es-MX",
    displayTitle: true,
    info: { Title: info.title, Author: info.author },
  });
  const written = collect(pdf);
  const [regular, bold] = await Promise.all([readFont(create, 400), readFont(create, 700)]);
  // pdfkit takes a parsed font too, which its types do not say.
  for (const [name, font] of Object.entries({ regular, bold })) pdf.registerFont(name, font as never);
  return { pdf, written, regular };
}

/** Loaded with the first document: 13 MB that a process without documents does not need. */
async function loadLibraries() {
  const [{ create }, { default: PDFDocument }] = await Promise.all([import("fontkit"), import("pdfkit")]);
  return { create, PDFDocument };
}

type Create = typeof import("fontkit").create;

const fonts = new Map<number, Promise<Font>>();

/** The same font as on the website. Each process reads, unpacks and parses it once. */
function readFont(create: Create, weight: 400 | 700): Promise<Font> {
  const known = fonts.get(weight);
  if (known) return known;
  const { resolve } = createRequire(import.meta.url);
  const file = readFile(resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`));
  const font = file.then((woff) => parseFont(create, unpackWoff(woff)));
  fonts.set(weight, font);
  font.catch(() => fonts.delete(weight));
  return font;
}

/**
 * fontkit keeps the characters of a glyph from its first use. A document that ends uses the parts of its accented letters
 * without characters, and the text of later documents would be copied wrong. So each glyph's first use is here.
 */
function parseFont(create: Create, file: Buffer): Font {
  const font = create(file) as Font;
  for (const character of font.characterSet) font.glyphForCodePoint(character);
  return font;
}

function collect(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
}
