import { afterAll, beforeAll, expect, test } from "vitest";
import { SANDBOX_PAC_TOKEN } from "../adapters/pac/sandbox/credentials.ts";
import { SwPac } from "../adapters/pac/sw.ts";
import { openLog } from "../log.ts";
import { readStampOrThrow, sealInvoice, SHORT_TIMEOUTS } from "../testing/pac.ts";
import { ShopProcess } from "./shop-process.ts";

const shopProcess = new ShopProcess();
beforeAll(() => shopProcess.start(), 120_000);
afterAll(() => shopProcess.remove(), 60_000);

async function setPacFault(fault: string | null): Promise<void> {
  const response = await fetch(`${shopProcess.origin}/sandbox/pac/control`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ fault }),
  });
  expect(response.status).toBe(200);
}

async function listStampedUuids(): Promise<string[]> {
  const response = await fetch(`${shopProcess.origin}/sandbox/pac/state.json`);
  const { stamps } = (await response.json()) as { stamps: { uuid: string }[] };
  return stamps.map(({ uuid }) => uuid);
}

test(
  "kill -9 between the stamp and its response: the same document gets the same stamp",
  { timeout: 180_000 },
  async () => {
    const pac = new SwPac({
      url: () => `${shopProcess.origin}/sandbox/pac`,
      satStatusUrl: () => `${shopProcess.origin}/sandbox/pac/sat/ConsultaCFDIService.svc`,
      credentials: { token: SANDBOX_PAC_TOKEN },
      log: openLog("silent"),
      timeouts: { ...SHORT_TIMEOUTS, callMs: 30_000, allCallsMs: 40_000, maxAttempts: 1 },
    });
    const invoice = sealInvoice();
    await setPacFault("hang-after-work");
    const firstResult = pac.stamp(invoice);
    await expect.poll(listStampedUuids, { timeout: 20_000 }).toHaveLength(1);
    const [uuid] = await listStampedUuids();
    await shopProcess.kill("SIGKILL");
    expect(await firstResult).toMatchObject({ outcome: "unknown" });
    await shopProcess.start();
    await setPacFault(null);
    const retryResult = await pac.stamp(invoice);
    expect(retryResult.outcome === "stamped" ? readStampOrThrow(retryResult.xml).uuid : retryResult).toBe(uuid);
    expect(await listStampedUuids()).toEqual([uuid]);
  },
);
