import { degrees, PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, expect, test } from "vitest";
import { PdfThread } from "../pdf/pdf-thread.ts";
import { MERGE_LABELS, mergeLabels, missingText } from "./merge-labels.ts";

const thread = new PdfThread();
afterAll(() => thread.stop());

/** A label with this text and page size, which a viewer rotates by `rotation` degrees. */
async function createLabel(text: string, size: [number, number] = [288, 432], rotation = 0): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(size);
  page.drawText(text, { x: 20, y: size[1] - 40, size: 20, font: await pdf.embedFont(StandardFonts.Helvetica) });
  page.setRotation(degrees(rotation));
  return pdf.save();
}

const readPageSizes = async (pdf: Uint8Array) =>
  (await PDFDocument.load(pdf)).getPages().map((page) => [page.getWidth(), page.getHeight()]);
const readPageTexts = async (pdf: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })).text;

test("forty labels are forty pages of 4 × 6 inches, in their order", async () => {
  const labels = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => ({
      name: `#${index}`,
      isBought: true,
      pdf: await createLabel(`GUIA-${index}`),
    })),
  );
  const mergedLabels = await thread.draw(MERGE_LABELS, labels, "label");
  expect(mergedLabels.unreadable).toEqual([]);
  expect(await readPageSizes(mergedLabels.pdf)).toEqual(Array.from({ length: 40 }, () => [288, 432]));
  expect(await readPageTexts(mergedLabels.pdf)).toEqual(labels.map((_, index) => `GUIA-${index}`));
});

test("a letter-size page has two whole labels", async () => {
  const labels = await Promise.all(
    ["A", "B", "C"].map(async (name) => ({ name, isBought: true, pdf: await createLabel(`GUIA-${name}`) })),
  );
  const { pdf } = await mergeLabels(labels, "letter");
  expect(await readPageSizes(pdf)).toEqual([
    [612, 792],
    [612, 792],
  ]);
  const [firstPage, secondPage] = await readPageTexts(pdf);
  expect(firstPage).toContain("GUIA-A");
  expect(firstPage).toContain("GUIA-B");
  expect(secondPage).toContain("GUIA-C");
});

test.each([
  ["a letter-size page", [612, 792], 0],
  ["a landscape page", [432, 288], 0],
  ["a landscape page that is rotated upright", [432, 288], 90],
  ["an upright page that is rotated to landscape", [288, 432], 270],
  ["an upside-down page", [288, 432], 180],
] as const)("%s is drawn whole on a page of 4 × 6 inches", async (_name, [width, height], rotation) => {
  const { pdf } = await mergeLabels(
    [{ name: "A", isBought: true, pdf: await createLabel("GUIA-A", [width, height], rotation) }],
    "label",
  );
  expect(await readPageSizes(pdf)).toEqual([[288, 432]]);
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const { items } = await page.getTextContent();
  const item = items.find((candidate) => "str" in candidate && candidate.str === "GUIA-A");
  const [a, b, , , x, y] = (item as { transform: number[] }).transform as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const { width: length } = item as { width: number };
  const end = [x + (a / Math.hypot(a, b)) * length, y + (b / Math.hypot(a, b)) * length];
  for (const [position, max] of [
    [x, 288],
    [end[0]!, 288],
    [y, 432],
    [end[1]!, 432],
  ] as const) {
    expect(position).toBeGreaterThanOrEqual(0);
    expect(position).toBeLessThanOrEqual(max);
  }
});

test("labels that cannot be read are named on a last page, and the others are printed", async () => {
  const readableLabel = await createLabel("GUIA-A");
  const labels = [
    { name: "#1 (paquete 1)", pdf: null },
    { name: "#2 (paquete 1)", pdf: readableLabel },
    { name: "#3 (paquete 1)", pdf: Buffer.from("^XA^FO50,50^FDZPL^FS^XZ") },
    { name: "#4 (paquete 2)", pdf: readableLabel.subarray(0, readableLabel.length / 3) },
    { name: "#5 (paquete 1)", pdf: Buffer.from("%PDF-1.4 <html>Bad gateway</html>") },
    { name: "#6 (paquete 1)", pdf: new Uint8Array() },
  ].map((label) => ({ ...label, isBought: true }));
  labels.push({ name: "#7 (paquete 1)", isBought: false, pdf: null });
  const { pdf, unreadable, unbought } = await mergeLabels(labels, "label");
  const unreadableNames = ["#1 (paquete 1)", "#3 (paquete 1)", "#4 (paquete 2)", "#5 (paquete 1)", "#6 (paquete 1)"];
  expect(unreadable).toEqual(unreadableNames);
  expect(unbought).toEqual(["#7 (paquete 1)"]);
  const pages = await readPageTexts(pdf);
  expect(pages[0]).toBe("GUIA-A");
  expect(pages).toHaveLength(2);
  for (const name of [...unreadableNames, ...unbought]) expect(pages[1]!.replaceAll(/\s+/g, " ")).toContain(name);
  expect(missingText({ unreadable: ["#1 (paquete 1)"], unbought: ["#7 (paquete 1)", "#8 (paquete 1)"] })).toBe(
    "Aquí falta la guía de #1 (paquete 1): no se pudo leer. Descárgala en la página de la paquetería. " +
      "Todavía no tienen guía: #7 (paquete 1) y #8 (paquete 1). Cómpralas en Envíos.",
  );
});
