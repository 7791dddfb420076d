import { rmSync } from "node:fs";

/**
 * Deletes the data of the shop and of the live shop. Playwright stops its web server only after the global teardown, so
 * the shop still runs.
 */
export default function tearDown(): void {
  for (const folder of [process.env.E2E_DATA_DIR, process.env.E2E_LIVE_DIR]) {
    if (folder?.includes("escaparate-e2e-") || folder?.includes("escaparate-live-"))
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
