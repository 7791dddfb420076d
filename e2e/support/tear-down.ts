import { rmSync } from "node:fs";

/**
 * Deletes the data of the shop and of the live shop when the process of Playwright ends. Playwright stops its web
 * server after the global teardown and before the process ends, so the shop no longer writes to its folder then.
 */
export default function tearDown(): void {
  process.once("exit", () => {
    for (const folder of [process.env.E2E_DATA_DIR, process.env.E2E_LIVE_DIR]) {
      if (folder?.includes("escaparate-e2e-") || folder?.includes("escaparate-live-"))
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    }
  });
}
