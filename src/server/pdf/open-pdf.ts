import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { PAGE, type Pdf } from "./drawing.ts";
import { unpackWoff } from "./unpack-woff.ts";

/**
 * Opens an empty document in the shop's font, with US Letter pages unless `size` (in points) is given. `bytes`
 * resolves to its bytes once `pdf.end()` was called. `regularFont` is its regular font, to measure texts.
 */
export async function openPdf(info: {
  title: string;
  author: string;
  size?: [width: number, height: number];
}): Promise<{ pdf: Pdf; bytes: Promise<Uint8Array<ArrayBuffer>>; regularFont: Font }> {
  const { create, PDFDocument } = await loadLibraries();
  const pdf = new PDFDocument({
    size: info.size ?? "LETTER",
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    lang: "es-MX",
    displayTitle: true,
    info: { Title: info.title, Author: info.author },
  });
  const bytes = collectBytes(pdf);
  const [regularFont, bold] = await Promise.all([readFont(create, 400), readFont(create, 700)]);
  // pdfkit accepts a parsed font too, but its types do not include one.
  for (const [name, font] of Object.entries({ regular: regularFont, bold })) pdf.registerFont(name, font as never);
  return { pdf, bytes, regularFont };
}

/** Loads the libraries with the first document: 13 MB that a process without documents does not need. */
async function loadLibraries() {
  const [{ create }, { default: PDFDocument }] = await Promise.all([import("fontkit"), import("pdfkit")]);
  return { create, PDFDocument };
}

type CreateFont = typeof import("fontkit").create;

const fonts = new Map<number, Promise<Font>>();

/** The same font as on the website. Each thread reads, unpacks and parses it once. */
function readFont(createFont: CreateFont, weight: 400 | 700): Promise<Font> {
  const cachedFont = fonts.get(weight);
  if (cachedFont) return cachedFont;
  const { resolve } = createRequire(import.meta.url);
  const file = readFile(resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`));
  const font = file.then((woff) => parseFont(createFont, unpackWoff(woff)));
  fonts.set(weight, font);
  font.catch(() => fonts.delete(weight));
  return font;
}

/**
 * fontkit stores the characters of a glyph at its first use. When a document ends, pdfkit uses the parts of accented
 * letters as glyphs without characters. Text that is copied from later documents would then be wrong. So this function
 * uses each glyph first, with its character.
 */
function parseFont(createFont: CreateFont, file: Buffer): Font {
  const font = createFont(file) as Font;
  for (const character of font.characterSet) font.glyphForCodePoint(character);
  return font;
}

function collectBytes(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
}
