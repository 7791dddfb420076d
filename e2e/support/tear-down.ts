import { rmSync } from "node:fs";

/** The shop was stopped by Playwright; its data goes with it. */
export default function tearDown(): void {
  const folder = process.env.E2E_DATA_DIR;
  if (folder?.includes("escaparate-e2e-"))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
