import type { App } from "../app.ts";
import { compactIpHoldingChanges } from "../holding/compact-ip-holding-changes.ts";
import { releaseExpiredCarts } from "./release-expired.ts";

/** Pieces of an expired cart return to stock within 10 s (rule CART-3). */
const INTERVAL_MS = 3_000;

/**
 * Releases expired carts and compacts the holdings of IP addresses every few seconds, in any number of processes.
 * Nothing depends on the moment of a sweep, because every operation on a cart checks the expiry itself.
 */
export function startSweeper(app: App): { stop(): Promise<void> } {
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep(app));
  }, INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
}

async function sweep(app: App): Promise<void> {
  try {
    await releaseExpiredCarts(app.db);
    await compactIpHoldingChanges(app.db);
  } catch (error) {
    app.log.warn({ err: error }, "sweep failed");
  }
}
