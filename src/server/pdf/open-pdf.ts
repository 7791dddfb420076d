import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { PAGE, type Pdf } from "./drawing.ts";
import { unpackWoff } from "./unpack-woff.ts";

/**
 * An empty document in the shop's font, with US Letter pages unless `size` (in points) is given, and its bytes once
 * `end()` was called.
 */
export async function openPdf(info: {
  title: string;
  author: string;
  size?: [width: number, height: number];
}): Promise<{ pdf: Pdf; written: Promise<Uint8Array<ArrayBuffer>> }> {
  const pdf = new PDFDocument({
    size: info.size ?? "LETTER",
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    lang: "es-MX",
    displayTitle: true,
    info: { Title: info.title, Author: info.author },
  });
  const written = collect(pdf);
  const [regular, bold] = await Promise.all([readFont(400), readFont(700)]);
  pdf.registerFont("regular", regular).registerFont("bold", bold);
  return { pdf, written };
}

const fonts = new Map<number, Promise<Buffer>>();

/** The same font as on the website. It is read and unpacked once by each process. */
function readFont(weight: 400 | 700): Promise<Buffer> {
  const known = fonts.get(weight);
  if (known) return known;
  const { resolve } = createRequire(import.meta.url);
  const file = readFile(resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`));
  const font = file.then(unpackWoff);
  fonts.set(weight, font);
  font.catch(() => fonts.delete(weight));
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
