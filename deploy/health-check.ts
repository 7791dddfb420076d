import { setTimeout as sleep } from "node:timers/promises";

/**
 * Exits with 0 if the shop is ready (`/readyz`), otherwise with 1. With `--wait` it polls until the shop is ready. A worker
 * answers on HEALTH_PORT. For a worker without it the exit code is always 0. The image's HEALTHCHECK,
 * escaparate.service and escaparate@.service use it.
 */
const { ROLE, PORT, HEALTH_PORT } = process.env;
const port = ROLE === "worker" ? HEALTH_PORT : PORT || "3000";
const shouldWait = process.argv.includes("--wait");

async function isReady(): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
  return answer?.ok ?? false;
}

async function checkReadiness(): Promise<boolean> {
  for (;;) {
    if (await isReady()) return true;
    if (!shouldWait) return false;
    await sleep(250);
  }
}

process.exitCode = !port || (await checkReadiness()) ? 0 : 1;
