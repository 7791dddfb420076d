import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** After this many milliseconds of work, other requests may run. */
const SLICE_MS = 10;

/** Iterates over items that take long to process, and lets the event loop run other work in between. */
export async function* iterateWithPauses<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (const item of items) {
    yield item;
    if (performance.now() < sliceEnd) continue;
    await yieldToEventLoop();
    sliceEnd = performance.now() + SLICE_MS;
  }
}
