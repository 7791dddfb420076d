import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { FinkokPac } from "../adapters/pac/finkok.ts";
import type { Pac } from "../adapters/pac/pac.ts";
import { FINKOK_ACCOUNT, openTestFinkok, type TestFinkok } from "../testing/finkok.ts";
import { createStampedInvoice, LUCIA, createShippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { cancelInvoice, advanceCancellation } from "./cancel-invoice.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { missingPacNameOf } from "./pac-of.ts";
import { findInvoice, findLiveInvoice, type Invoice } from "./queries.ts";
import { stampInvoice } from "./stamp-invoice.ts";

let server: TestServer;
let finkok: TestFinkok;
let sw: Pac;
let newPac: Pac;
beforeAll(async () => {
  server = await startTestServer();
  finkok = await openTestFinkok();
  sw = server.app.pac!;
  newPac = new FinkokPac({ url: finkok.url, credentials: FINKOK_ACCOUNT, log: server.app.log });
});
afterAll(async () => {
  await server.stop();
  await finkok.close();
});
afterEach(async () => {
  server.app.pac = sw;
  server.app.previousPac = null;
  await setFault(null);
});

async function setFault(fault: string | null): Promise<void> {
  await server.call("POST", "/sandbox/pac/control", { body: { fault } });
}

/** Changes the shop's PAC from SW to Finkok. `keepsAccount`: the account at SW is still configured. */
function changePac(keepsAccount: boolean): void {
  server.app.pac = newPac;
  server.app.previousPac = keepsAccount ? sw : null;
}

/** An invoice that SW stamped with an answer that cannot be used, so that it is still pending here. */
async function createPendingInvoice(): Promise<Invoice> {
  const order = await createShippedOrder(server);
  await setFault("wrong-uuid");
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  const result = await invoiceForStaff(server.app, await server.findShop(), order.id, request);
  expect(isRefusal(result) && result.refused).toBe("invoice_pending");
  await setFault(null);
  return (await findLiveInvoice(server.app.db, order.id))!;
}

const reloadInvoice = async ({ id }: Invoice): Promise<Invoice> => (await findInvoice(server.app.db, id))!;

test("a pending document stays with the PAC that it was first sent to, and new documents use the new PAC", async () => {
  const pendingInvoice = await createPendingInvoice();
  changePac(true);
  const result = await stampInvoice(server.app, pendingInvoice.id);
  expect(result).toMatchObject({ state: "stamped", provider: "sw" });
  expect(finkok.documents).toHaveLength(0);
  expect(await createStampedInvoice(server)).toMatchObject({ state: "stamped", provider: "finkok" });
  expect(finkok.documents).toHaveLength(1);
});

test("a document whose PAC account is missing stays pending until the account is configured again", async () => {
  const pendingInvoice = await createPendingInvoice();
  changePac(false);
  expect(await stampInvoice(server.app, pendingInvoice.id)).toMatchObject({ refused: "invoice_pending" });
  expect(missingPacNameOf(server.app, await reloadInvoice(pendingInvoice))).toBe("SW sapien");
  changePac(true);
  expect(missingPacNameOf(server.app, await reloadInvoice(pendingInvoice))).toBeNull();
  expect(await stampInvoice(server.app, pendingInvoice.id)).toMatchObject({
    state: "stamped",
    uuid: expect.any(String),
  });
  expect(finkok.documents.map(({ sealedXml }) => sealedXml)).not.toContain(pendingInvoice.sealedXml);
});

test("a cancellation under way continues at the PAC where it was requested", async () => {
  const invoice = await createStampedInvoice(server);
  await setFault("500");
  await cancelInvoice(server.app, invoice.id, { motive: "03", by: TEST_ACTOR });
  await setFault(null);
  expect(await reloadInvoice(invoice)).toMatchObject({ state: "cancelAsked", isCancelOpen: true });
  changePac(false);
  await advanceCancellation(server.app, invoice.id);
  expect(missingPacNameOf(server.app, await reloadInvoice(invoice))).toBe("SW sapien");
  expect(finkok.requests.filter((name) => name === "cancel_signature")).toEqual([]);
  changePac(true);
  await advanceCancellation(server.app, invoice.id);
  expect((await reloadInvoice(invoice)).state).toBe("cancelled");
});
