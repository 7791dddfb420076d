import { afterAll, beforeAll, expect, test } from "vitest";
import { SANDBOX_PAC_TOKEN } from "../adapters/pac/sandbox/credentials.ts";
import { SwPac } from "../adapters/pac/sw.ts";
import { openLog } from "../log.ts";
import { readStampOrThrow, sealInvoice, SHORT_TIMEOUTS } from "../testing/pac.ts";
import { ShopProcess } from "./shop-process.ts";

const shop = new ShopProcess();
beforeAll(() => shop.start(), 120_000);
afterAll(() => shop.remove(), 60_000);

async function setPacFault(fault: string | null): Promise<void> {
  const response = await fetch(`${shop.origin}/sandbox/pac/control`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ fault }),
  });
  expect(response.status).toBe(200);
}

async function listStampedUuids(): Promise<string[]> {
  const response = await fetch(`${shop.origin}/sandbox/pac/state.json`);
  const { stamps } = (await response.json()) as { stamps: { uuid: string }[] };
  return stamps.map(({ uuid }) => uuid);
}

test(
  "kill -9 between the stamp and its response: the same document gets the same stamp",
  { timeout: 180_000 },
  async () => {
    const pac = new SwPac({
      url: () => `${shop.origin}/sandbox/pac`,
      satStatusUrl: () => `${shop.origin}/sandbox/pac/sat/ConsultaCFDIService.svc`,
      credentials: { token: SANDBOX_PAC_TOKEN },
      log: openLog("silent"),
      timeouts: { ...SHORT_TIMEOUTS, callMs: 30_000, allCallsMs: 40_000, maxCalls: 1 },
    });
    const invoice = sealInvoice();
    await setPacFault("hang-after-stamp");
    const stamping = pac.stamp(invoice);
    await expect.poll(listStampedUuids, { timeout: 20_000 }).toHaveLength(1);
    const [uuid] = await listStampedUuids();
    await shop.kill("SIGKILL");
    expect(await stamping).toMatchObject({ outcome: "unknown" });
    await shop.start();
    await setPacFault(null);
    const retried = await pac.stamp(invoice);
    expect(retried.outcome === "stamped" ? readStampOrThrow(retried.xml).uuid : retried).toBe(uuid);
    expect(await listStampedUuids()).toEqual([uuid]);
  },
);
