import { afterAll, expect, test } from "vitest";
import { LABEL_SHEETS } from "../../domain/label-sheet.ts";
import { SIZE_LABELS } from "../size-labels/draw-size-labels.ts";
import { PdfThread, type Drawing } from "./pdf-thread.ts";

const thread = new PdfThread();
afterAll(() => thread.stop());

const LABEL = {
  sizeId: crypto.randomUUID(),
  sku: "VES-1-M",
  gtin: null,
  name: "Vestido",
  color: null,
  sizeName: "M",
  priceCents: null,
};
const print = { sheet: LABEL_SHEETS["avery-5160"], start: 1, shopName: "Escaparate" };
const draw = (copies: number) => thread.draw(SIZE_LABELS, [{ ...LABEL, copies }], print);

test("documents are drawn one after the other, and a refusal comes back as one", async () => {
  const [pdf, refused, other] = await Promise.all([draw(1), draw(0), draw(2)]);
  expect(Buffer.from(pdf as Uint8Array).toString("latin1", 0, 5)).toBe("%PDF-");
  expect(refused).toEqual({ refused: "labels_none" });
  expect(Buffer.from(other as Uint8Array).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("the event loop goes on while a document of many pages is drawn", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const started = performance.now();
  await draw(900);
  clearInterval(timer);
  // Turns are late on a busy machine, but while this thread drew there would be none.
  expect(turns).toBeGreaterThan((performance.now() - started) / 100);
});

test("what a drawing throws is thrown, and one that is not there fails", async () => {
  const missing: Drawing<() => Promise<unknown>> = { module: import.meta.url, name: "missing" };
  await expect(thread.draw(missing)).rejects.toThrow();
  expect(await draw(0)).toEqual({ refused: "labels_none" });
});
