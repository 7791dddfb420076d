import { rmSync } from "node:fs";

/** Deletes the data of the shop, which Playwright has stopped. */
export default function tearDown(): void {
  for (const folder of [process.env.E2E_DATA_DIR, process.env.E2E_LIVE_DIR]) {
    if (folder?.includes("escaparate-e2e-") || folder?.includes("escaparate-live-"))
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
