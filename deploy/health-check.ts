import { setTimeout as sleep } from "node:timers/promises";

/**
 * Exit 0 where the shop can take visitors (`/readyz`), else 1; with `--wait` it asks until it can. A worker serves no HTTP:
 * always 0. For the image's HEALTHCHECK and for escaparate.service.
 */
const { ROLE, PORT } = process.env;
const isWaiting = process.argv.includes("--wait");

async function isReady(): Promise<boolean> {
  const url = `http://127.0.0.1:${PORT || 3000}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
  return answer?.ok ?? false;
}

async function becomesReady(): Promise<boolean> {
  for (;;) {
    if (await isReady()) return true;
    if (!isWaiting) return false;
    await sleep(250);
  }
}

process.exitCode = ROLE === "worker" || (await becomesReady()) ? 0 : 1;
