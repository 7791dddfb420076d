import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Milliseconds of work after which other requests run. */
const SLICE_MS = 10;

/** Iterates over items whose work takes long, and lets other work of the process run in between. */
export async function* iterateYielding<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (const item of items) {
    yield item;
    if (performance.now() < sliceEnd) continue;
    await yieldToEventLoop();
    sliceEnd = performance.now() + SLICE_MS;
  }
}
