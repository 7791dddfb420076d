import { rmSync } from "node:fs";

/** The shop was stopped by Playwright; its data goes with it. */
export default function tearDown(): void {
  for (const folder of [process.env.E2E_DATA_DIR, process.env.E2E_LIVE_DIR]) {
    if (folder?.includes("escaparate-e2e-") || folder?.includes("escaparate-live-"))
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
