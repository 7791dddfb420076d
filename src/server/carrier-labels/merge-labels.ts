import type { PDFDocument, PDFEmbeddedPage, PDFFont, PDFPage } from "@cantoo/pdf-lib";
import type { LabelPaper } from "../../domain/carrier-label-paper.ts";
import { PAGE, replaceMissingGlyphs } from "../pdf/drawing.ts";
import type { DrawFunctionReference } from "../pdf/pdf-thread.ts";

/** Names `mergeLabels` for the thread that draws PDFs. */
export const MERGE_LABELS: DrawFunctionReference<typeof mergeLabels> = { module: import.meta.url, name: "mergeLabels" };

/** 4 × 6 inches, in points. */
const LABEL_SIZE = { width: 288, height: 432 };
/** The space between the two labels of a letter-size page, in points. */
const GAP = 12;

export interface LabelToMerge {
  /** The name that messages show. */
  name: string;
  isBought: boolean;
  /** The provider's PDF. Null if there is none. */
  pdf: Uint8Array | null;
}

/** The labels that are not in the PDF, by their names. */
interface MissingLabels {
  unreadable: string[];
  unbought: string[];
}

/**
 * Merges labels into one PDF: each on a page of 4 × 6 inches, or two on a letter-size page. A larger label is scaled
 * down, and a landscape one is rotated. A last page names the labels that cannot be read or were not bought (rule
 * CARRIER-8).
 */
export async function mergeLabels(
  labels: readonly LabelToMerge[],
  paper: LabelPaper,
): Promise<MissingLabels & { pdf: Uint8Array<ArrayBuffer> }> {
  const { PDFDocument, StandardFonts } = await import("@cantoo/pdf-lib");
  const mergedPdf = await PDFDocument.create();
  const missingLabels: MissingLabels = { unreadable: [], unbought: [] };
  const pages: RotatedPage[] = [];
  for (const { name, isBought, pdf } of labels) {
    const labelPages = pdf === null ? [] : await readPages(PDFDocument, mergedPdf, pdf);
    if (labelPages.length === 0) missingLabels[isBought ? "unreadable" : "unbought"].push(name);
    pages.push(...labelPages);
  }
  for (const [index, page] of pages.entries()) await drawLabelPage(mergedPdf, page, { index, paper });
  const text = missingText(missingLabels);
  if (text !== "") {
    const size: [number, number] =
      paper === "label" ? [LABEL_SIZE.width, LABEL_SIZE.height] : [PAGE.width, PAGE.height];
    writeText(mergedPdf.addPage(size), await mergedPdf.embedFont(StandardFonts.Helvetica), text);
  }
  return { pdf: new Uint8Array(await mergedPdf.save()), ...missingLabels };
}

/** A page of a label, and by how many degrees its viewer rotates it clockwise. */
interface RotatedPage {
  page: PDFEmbeddedPage;
  degrees: number;
}

/** The pages of a label's file. Empty if the file is no PDF, encrypted or damaged. */
async function readPages(library: typeof PDFDocument, mergedPdf: PDFDocument, pdf: Uint8Array): Promise<RotatedPage[]> {
  try {
    const source = await library.load(pdf, { updateMetadata: false });
    const pages = source.getPages();
    // Embeds the pages in a scratch document first, which throws for a damaged page. In the merged document, it would
    // break all labels.
    for (const page of await (await library.create()).embedPages(pages)) await page.embed();
    const embeddedPages = await mergedPdf.embedPages(pages);
    return embeddedPages.map((page, index) => ({ page, degrees: pages[index]!.getRotation().angle }));
  } catch {
    return [];
  }
}

/** Draws one page of a label in the centre of its slot. */
async function drawLabelPage(
  mergedPdf: PDFDocument,
  { page, degrees: viewerRotation }: RotatedPage,
  { index, paper }: { index: number; paper: LabelPaper },
): Promise<void> {
  const { degrees } = await import("@cantoo/pdf-lib");
  const isLandscapeFile = page.width > page.height;
  const isLandscape = viewerRotation % 180 === 0 ? isLandscapeFile : !isLandscapeFile;
  const clockwiseDegrees = (((viewerRotation + (isLandscape ? 90 : 0)) % 360) + 360) % 360;
  const isSideways = clockwiseDegrees % 180 !== 0;
  const [shownWidth, shownHeight] = isSideways ? [page.height, page.width] : [page.width, page.height];
  const scale = Math.min(1, LABEL_SIZE.width / shownWidth, LABEL_SIZE.height / shownHeight);
  const [width, height] = [shownWidth * scale, shownHeight * scale];
  const { sheet, left, bottom } = addSlot(mergedPdf, index, paper);
  const x = left + (LABEL_SIZE.width - width) / 2;
  const y = bottom + (LABEL_SIZE.height - height) / 2;
  // The position of the page's own lower left corner. pdf-lib rotates the page around that corner, counterclockwise.
  const corner = {
    0: { x, y },
    90: { x, y: y + height },
    180: { x: x + width, y: y + height },
    270: { x: x + width, y },
  }[clockwiseDegrees] ?? { x, y };
  sheet.drawPage(page, { ...corner, xScale: scale, yScale: scale, rotate: degrees(-clockwiseDegrees) });
}

/**
 * The slot of a label page: an area of 4 × 6 inches. Returns the sheet, which is added if needed, and the lower left
 * corner of the slot on it.
 */
function addSlot(
  mergedPdf: PDFDocument,
  index: number,
  paper: LabelPaper,
): { sheet: PDFPage; left: number; bottom: number } {
  if (paper === "label") return { sheet: mergedPdf.addPage([LABEL_SIZE.width, LABEL_SIZE.height]), left: 0, bottom: 0 };
  const isLeftSlot = index % 2 === 0;
  const sheet = isLeftSlot
    ? mergedPdf.addPage([PAGE.width, PAGE.height])
    : mergedPdf.getPage(mergedPdf.getPageCount() - 1);
  const margin = (PAGE.width - 2 * LABEL_SIZE.width - GAP) / 2;
  return {
    sheet,
    left: margin + (isLeftSlot ? 0 : LABEL_SIZE.width + GAP),
    bottom: PAGE.height - margin - LABEL_SIZE.height,
  };
}

const TEXT_SIZE = 11;
const TEXT_MARGIN = 24;

function writeText(page: PDFPage, font: PDFFont, text: string): void {
  page.drawText(replaceMissingGlyphs(text), {
    x: TEXT_MARGIN,
    y: page.getHeight() - TEXT_MARGIN - TEXT_SIZE,
    size: TEXT_SIZE,
    font,
    lineHeight: TEXT_SIZE * 1.4,
    maxWidth: page.getWidth() - 2 * TEXT_MARGIN,
  });
}

/** Names the labels that are not in the PDF, and says what to do. Empty if none is missing. */
export function missingText({ unreadable, unbought }: MissingLabels): string {
  return [unreadableSentence(unreadable), unboughtSentence(unbought)].filter(Boolean).join(" ");
}

function unreadableSentence(names: readonly string[]): string {
  if (names.length === 0) return "";
  const list = new Intl.ListFormat("es-MX").format(names);
  return names.length === 1
    ? `Aquí falta la guía de ${list}: no se pudo leer. Descárgala en la página de la paquetería.`
    : `Aquí faltan las guías de ${list}: no se pudieron leer. Descárgalas en la página de la paquetería.`;
}

function unboughtSentence(names: readonly string[]): string {
  if (names.length === 0) return "";
  const list = new Intl.ListFormat("es-MX").format(names);
  return names.length === 1
    ? `Todavía no tiene guía: ${list}. Cómprala en Envíos.`
    : `Todavía no tienen guía: ${list}. Cómpralas en Envíos.`;
}
