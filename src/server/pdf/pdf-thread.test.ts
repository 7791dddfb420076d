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

test("documents are drawn one after the other, and a refusal is returned", async () => {
  const [pdf, refused, other] = await Promise.all([draw(1), draw(0), draw(2)]);
  expect(Buffer.from(pdf as Uint8Array).toString("latin1", 0, 5)).toBe("%PDF-");
  expect(refused).toEqual({ refused: "labels_none" });
  expect(Buffer.from(other as Uint8Array).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("the event loop is not blocked while a document of many pages is drawn", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  const started = performance.now();
  await draw(900);
  clearInterval(timer);
  // The timer fires late on a busy machine. It would not fire at all if this thread drew the document.
  expect(ticks).toBeGreaterThan((performance.now() - started) / 100);
});

/** Instead of a document that takes this many milliseconds: Node's own timer. */
const WAIT: Drawing<(ms: number) => Promise<unknown>> = { module: "node:timers/promises", name: "setTimeout" };

test("the time of a document counts from when its drawing begins", async () => {
  const impatient = new PdfThread(2_000);
  await impatient.draw(WAIT, 0);
  const drawn = await Promise.allSettled([800, 800, 800, 800].map((ms) => impatient.draw(WAIT, ms)));
  expect(drawn.map(({ status }) => status)).toEqual(Array<string>(4).fill("fulfilled"));
  const stuck = await Promise.allSettled([impatient.draw(WAIT, 60_000), impatient.draw(WAIT, 0)]);
  expect(stuck.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await impatient.draw(WAIT, 0);
  await impatient.stop();
});

test("an unknown drawing function is rejected, and the next document is drawn", async () => {
  const missing: Drawing<() => Promise<unknown>> = { module: import.meta.url, name: "missing" };
  await expect(thread.draw(missing)).rejects.toThrow();
  expect(await draw(0)).toEqual({ refused: "labels_none" });
});
