import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { invoicedOrder, LUCIA, refundTransfer, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { shortenPacPauses } from "../testing/shorten-pac-pauses.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";
import { cancelInvoice, advanceCancellation } from "./cancel-invoice.ts";
import { findReceipt, listCancellations } from "./cancellations.ts";
import { findCreditDue } from "./credit-due.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { findInvoices } from "./find-invoices.ts";
import { findOrderIncome } from "./order-income.ts";
import { findInvoice, findSubstitute, type Invoice } from "./queries.ts";
import { replaceInvoice } from "./replace-invoice.ts";
import { requestCancellationAgain, keepReplacedInvoice } from "./settle-replacement.ts";
import { stampInvoice } from "./stamp-invoice.ts";

/** Without a worker: each test runs the jobs it needs, so that it can stop between two steps. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  shortenPacPauses(server.app);
});
beforeEach(() => setFault(null));
afterAll(async () => {
  const violated = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violated).toEqual([]);
});

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });
const CHANGE = { receiver: { ...LUCIA, cfdiUse: "S01" }, by: TEST_ACTOR };

function valueOf<Value extends object>(result: Value): Exclude<Value, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Value, { refused: string }>;
}

/** An invoice above a thousand pesos: its receiver must accept a cancellation. */
const largeInvoice = async () =>
  invoicedOrder(server, await createTestSize(server.app, { pieces: 1, priceCents: 2_000_00 }));
const find = async ({ id }: { id: string }) => (await findInvoice(server.app.db, id))!;
const statesOf = async (...invoices: { id: string }[]) =>
  Promise.all(invoices.map(async (invoice) => (await find(invoice)).state));
const outcomesOf = async ({ id }: { id: string }) =>
  (await listCancellations(server.app.db, id)).map(({ outcome, hasReceipt }) => [outcome, hasReceipt]);
const toCorrect = async ({ reference }: Invoice) =>
  (await findInvoices(server.app.db, { shops: "all", term: reference!, filter: "toCorrect" }, 10)).map(({ id }) => id);

/** Sets the receiver's answer at SAT's sandbox, and runs the job that asks SAT for it. */
async function answerAsReceiver(invoice: { id: string }, cancellation: "accept" | "reject"): Promise<void> {
  const { uuid } = await find(invoice);
  const { status, text } = await server.call("POST", "/sandbox/pac/control", { body: { cancellation, uuid } });
  expect(status, text).toBe(200);
  await advanceCancellation(server.app, invoice.id);
}

/** A replacement whose receiver rejected the cancellation of the old invoice: two invoices are valid. */
async function rejectedReplacement() {
  const old = await largeInvoice();
  const next = valueOf(await replaceInvoice(server.app, old.id, CHANGE));
  await advanceCancellation(server.app, old.id);
  await answerAsReceiver(old, "reject");
  expect(await statesOf(old, next)).toEqual(["replaced", "stamped"]);
  return { old, next };
}

describe("a replacement whose cancellation the receiver rejects", () => {
  test("is listed for correction, with its acuse, until the receiver accepts a second request", async () => {
    const { old, next } = await rejectedReplacement();
    expect(await toCorrect(old)).toEqual([old.id]);
    expect(await find(old)).toMatchObject({ cancelProblem: expect.stringContaining("receptor"), isCancelOpen: false });
    const results = await Promise.all([1, 2].map(() => requestCancellationAgain(server.app, old.id, TEST_ACTOR)));
    expect(results.filter((result) => isRefusal(result))).toEqual([{ refused: "replacement_settled" }]);
    expect(await toCorrect(old)).toEqual([]);
    await answerAsReceiver(old, "accept");
    expect(await statesOf(old, next)).toEqual(["cancelled", "stamped"]);
    expect(await outcomesOf(old)).toEqual([
      ["cancelled", true],
      ["rejected", true],
    ]);
    const [second, first] = await listCancellations(server.app.db, old.id);
    expect(await findReceipt(server.app.db, old.id, first!.id)).toContain("<Acuse");
    expect(await findReceipt(server.app.db, next.id, second!.id)).toBeNull();
  });

  test("ends when staff keep the old invoice: its substitute is cancelled once", async () => {
    const { old, next } = await rejectedReplacement();
    const kept = await Promise.all([1, 2].map(() => keepReplacedInvoice(server.app, old.id, TEST_ACTOR)));
    expect(kept.filter((result) => isRefusal(result))).toEqual([{ refused: "replacement_settled" }]);
    expect(await statesOf(old, next)).toEqual(["replaced", "cancelAsked"]);
    expect(await requestCancellationAgain(server.app, old.id, TEST_ACTOR)).toEqual({ refused: "replacement_settled" });
    await answerAsReceiver(next, "accept");
    expect(await statesOf(old, next)).toEqual(["stamped", "cancelled"]);
    expect(await toCorrect(old)).toEqual([]);
    expect(await findOrderIncome(server.app.db, old.orderId!)).toMatchObject({ declaredCents: old.totalCents });
    await refundTransfer(server.app, old.orderId!, 10_00);
    expect(await findCreditDue(server.app.db, await find(old))).toMatchObject({ dueCents: 10_00 });
    valueOf(await creditInvoice(server.app, old.id, { returned: [], by: TEST_ACTOR }));
  });

  test("is listed for correction again if the receiver also rejects the cancellation of the substitute", async () => {
    const { old, next } = await rejectedReplacement();
    valueOf(await keepReplacedInvoice(server.app, old.id, TEST_ACTOR));
    await answerAsReceiver(next, "reject");
    expect(await statesOf(old, next)).toEqual(["replaced", "stamped"]);
    expect(await toCorrect(old)).toEqual([old.id]);
    valueOf(await requestCancellationAgain(server.app, old.id, TEST_ACTOR));
    await answerAsReceiver(old, "accept");
    expect(await statesOf(old, next)).toEqual(["cancelled", "stamped"]);
  });

  test("staff cannot replace or cancel its substitute, nor keep the old invoice while there is a credit note", async () => {
    const { old, next } = await rejectedReplacement();
    expect(await replaceInvoice(server.app, next.id, CHANGE)).toEqual({ refused: "replacement_unsettled" });
    expect(await cancelInvoice(server.app, next.id, { motive: "02", by: TEST_ACTOR })).toEqual({
      refused: "replacement_unsettled",
    });
    await refundTransfer(server.app, old.orderId!, 10_00);
    const note = valueOf(await creditInvoice(server.app, next.id, { returned: [], by: TEST_ACTOR }));
    expect(await keepReplacedInvoice(server.app, old.id, TEST_ACTOR)).toEqual({ refused: "invoice_has_credit_notes" });
    valueOf(await cancelInvoice(server.app, note.id, { motive: "02", by: TEST_ACTOR }));
    valueOf(await keepReplacedInvoice(server.app, old.id, TEST_ACTOR));
    await answerAsReceiver(next, "accept");
    expect(await statesOf(old, next)).toEqual(["stamped", "cancelled"]);
    expect(await findCreditDue(server.app.db, await find(old))).toMatchObject({ dueCents: 10_00 });
  });
});

describe("every request to cancel is stored, with its acuse", () => {
  test("rejected by the receiver, then refused by SAT, then accepted", async () => {
    const invoice = await largeInvoice();
    const cancel = () => cancelInvoice(server.app, invoice.id, { motive: "02", by: TEST_ACTOR });
    expect(await cancel()).toMatchObject({ state: "cancelAsked" });
    await answerAsReceiver(invoice, "reject");
    await setFault("reject:203");
    expect(await cancel()).toMatchObject({ state: "stamped", cancelProblem: expect.stringContaining("203") });
    await setFault(null);
    expect(await cancel()).toMatchObject({ state: "cancelAsked" });
    await answerAsReceiver(invoice, "accept");
    expect(await outcomesOf(invoice)).toEqual([
      ["cancelled", true],
      ["refused", false],
      ["rejected", true],
    ]);
  });

  test("received without an acuse: none is stored, and a request that the receiver rejects is not sent again", async () => {
    const invoice = await largeInvoice();
    await setFault("reset-after-stamp");
    await cancelInvoice(server.app, invoice.id, { motive: "02", by: TEST_ACTOR });
    await setFault("reject:202");
    await advanceCancellation(server.app, invoice.id);
    const [request] = await listCancellations(server.app.db, invoice.id);
    expect(request).toMatchObject({ hasReceipt: false, receivedAt: expect.any(Date) });
    expect(await findReceipt(server.app.db, invoice.id, request!.id)).toBeNull();
    await setFault(null);
    await answerAsReceiver(invoice, "reject");
    expect(await outcomesOf(invoice)).toEqual([["rejected", false]]);
  });

  test("a request for a substitute that the PAC refuses is marked as never sent", async () => {
    const invoice = await largeInvoice();
    await setFault("reject:CFDI40148");
    expect(await replaceInvoice(server.app, invoice.id, CHANGE)).toMatchObject({ refused: "invoice_refused" });
    expect(await outcomesOf(invoice)).toEqual([["notSent", false]]);
    expect(await statesOf(invoice)).toEqual(["stamped"]);
  });
});

describe("in the middle of a replacement", () => {
  test("three concurrent calls make one substitute", async () => {
    const old = await largeInvoice();
    const made = await Promise.all([1, 2, 3].map(() => replaceInvoice(server.app, old.id, CHANGE)));
    expect(made.filter((result) => isRefusal(result) && result.refused === "invoice_not_replaceable")).toHaveLength(2);
    expect(await outcomesOf(old)).toEqual([[null, false]]);
  });

  test.each(["down", "500", "reset-after-stamp"])(
    "the PAC does not answer the stamp (%s): nothing is cancelled before the substitute is stamped",
    async (fault) => {
      const old = await largeInvoice();
      await setFault(fault);
      expect(await replaceInvoice(server.app, old.id, CHANGE)).toMatchObject({ refused: "invoice_pending" });
      const next = (await findSubstitute(server.app.db, old.id))!;
      expect(await statesOf(old, next)).toEqual(["replaced", "stamping"]);
      expect(await requestCancellationAgain(server.app, old.id, TEST_ACTOR)).toEqual({
        refused: "replacement_settled",
      });
      expect(await keepReplacedInvoice(server.app, old.id, TEST_ACTOR)).toEqual({ refused: "replacement_settled" });
      await setFault(null);
      await advanceCancellation(server.app, old.id);
      expect(await outcomesOf(old)).toEqual([[null, false]]);
      valueOf(await stampInvoice(server.app, next.id));
      await Promise.all([1, 2].map(() => advanceCancellation(server.app, old.id)));
      await answerAsReceiver(old, "accept");
      expect(await statesOf(old, next)).toEqual(["cancelled", "stamped"]);
    },
    60_000,
  );

  test.each(["down", "reset-after-stamp"])(
    "the PAC does not answer the cancellation (%s): it is sent again, and SAT receives it once",
    async (fault) => {
      const old = await largeInvoice();
      const next = valueOf(await replaceInvoice(server.app, old.id, CHANGE));
      await setFault(fault);
      await advanceCancellation(server.app, old.id);
      expect(await outcomesOf(old)).toEqual([[null, false]]);
      expect(await statesOf(old, next)).toEqual(["replaced", "stamped"]);
      await setFault(null);
      await Promise.all([1, 2].map(() => advanceCancellation(server.app, old.id)));
      expect(await outcomesOf(old)).toEqual([[null, true]]);
      await answerAsReceiver(old, "accept");
      await advanceCancellation(server.app, old.id);
      expect(await statesOf(old, next)).toEqual(["cancelled", "stamped"]);
      expect(await outcomesOf(old)).toEqual([["cancelled", true]]);
    },
    60_000,
  );
});
