import type { App } from "../app.ts";
import { releaseExpiredCarts } from "./release-expired.ts";

/** Ruling 8: pieces of a dead cart are back on the shelf within 10 s. */
const EVERY_MS = 3_000;

/** Frees dead carts every few seconds, in any number of processes at once. It only tidies: every call judges expiry. */
export function startSweeper(app: App): { stop(): Promise<void> } {
  let round: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(() => sweep(app));
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

async function sweep(app: App): Promise<void> {
  try {
    app.productChanges.touch(await releaseExpiredCarts(app.db));
  } catch (error) {
    app.log.warn({ err: error }, "sweep failed");
  }
}
