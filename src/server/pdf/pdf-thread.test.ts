import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { LABEL_SHEETS } from "../../domain/size-label-sheet.ts";
import { DRAW_SIZE_LABELS } from "../size-labels/draw-size-labels.ts";
import { PdfThreadUnavailable, PdfThread, type DrawFunctionReference } from "./pdf-thread.ts";

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
const printOptions = { sheet: LABEL_SHEETS["avery-5160"], start: 1, shopName: "Escaparate" };
const draw = (copies: number) => thread.draw(DRAW_SIZE_LABELS, [{ ...LABEL, copies }], printOptions);

test("documents that are requested at the same time are all drawn, and a refusal is returned", async () => {
  const [pdf, refusal, secondPdf] = await Promise.all([draw(1), draw(0), draw(2)]);
  expect(Buffer.from(pdf as Uint8Array).toString("latin1", 0, 5)).toBe("%PDF-");
  expect(refusal).toEqual({ refused: "labels_none" });
  expect(Buffer.from(secondPdf as Uint8Array).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("the event loop is not blocked while a document of many pages is drawn", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  const startMs = performance.now();
  await draw(900);
  clearInterval(timer);
  // The timer fires late on a busy machine. It would fire only between pages if this thread drew the document.
  expect(ticks).toBeGreaterThan((performance.now() - startMs) / 100);
});

test("an unknown drawing function is rejected, and the next document is drawn", async () => {
  const missingFunction: DrawFunctionReference<() => Promise<unknown>> = {
    module: DRAW_SIZE_LABELS.module,
    name: "missing",
  };
  await expect(thread.draw(missingFunction)).rejects.toThrow("not a function");
  expect(await draw(0)).toEqual({ refused: "labels_none" });
});

const DRAW_SLOWLY: DrawFunctionReference<(ms: number) => Promise<number>> = {
  module: "data:text/javascript,export const draw = (ms) => new Promise((resolve) => setTimeout(resolve, ms, ms));",
  name: "draw",
};

/** A thread with its own limits that is already started. */
async function startThread(limits: ConstructorParameters<typeof PdfThread>[0]): Promise<PdfThread> {
  const startedThread = new PdfThread(limits);
  onTestFinished(() => startedThread.stop());
  await startedThread.draw(DRAW_SLOWLY, 0);
  return startedThread;
}

test("the timeout of a document starts when the thread begins to draw it", async () => {
  const ownThread = await startThread({ timeoutMs: 2_000 });
  expect(await Promise.all([800, 801, 802].map((ms) => ownThread.draw(DRAW_SLOWLY, ms)))).toEqual([800, 801, 802]);
});

test("a document that takes too long is rejected, and the documents after it are drawn", async () => {
  const ownThread = await startThread({ timeoutMs: 1_000 });
  const outcomes = await Promise.allSettled([60_000, 1, 2].map((ms) => ownThread.draw(DRAW_SLOWLY, ms)));
  expect(outcomes).toEqual([
    { status: "rejected", reason: expect.any(PdfThreadUnavailable) },
    { status: "fulfilled", value: 1 },
    { status: "fulfilled", value: 2 },
  ]);
});

test("a document that arrives while the idle thread ends is drawn", async () => {
  const ownThread = await startThread({ idleMs: 1 });
  for (let ms = 1; ms <= 8; ms++) {
    await sleep(ms);
    expect(await ownThread.draw(DRAW_SLOWLY, ms)).toBe(ms);
  }
});

test("the documents that are drawn or wait when the thread is stopped are rejected", async () => {
  const ownThread = await startThread({});
  const documents = [60_000, 1].map((ms) => ownThread.draw(DRAW_SLOWLY, ms));
  const outcomes = Promise.allSettled(documents);
  await ownThread.stop();
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
