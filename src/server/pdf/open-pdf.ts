import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { PAGE, type Pdf } from "./drawing.ts";

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

/** The same font as on the website. Of its files on disk, pdfkit can embed the WOFF ones. */
function readFont(weight: 400 | 700): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  return readFile(resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`));
}

function collect(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
}
