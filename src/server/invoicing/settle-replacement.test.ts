import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { createStampedInvoice, LUCIA, refundTransfer, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { shortenPacPauses } from "../testing/shorten-pac-pauses.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";
import { cancelInvoice, advanceCancellation } from "./cancel-invoice.ts";
import { findCancellationReceipt, listCancellations } from "./cancellations.ts";
import { findCreditDue } from "./credit-due.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { searchInvoices } from "./search-invoices.ts";
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
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });
const CHANGE = { receiver: { ...LUCIA, cfdiUse: "S01" }, by: TEST_ACTOR };

function expectNoRefusal<Value extends object>(result: Value): Exclude<Value, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Value, { refused: string }>;
}

/** An invoice above a thousand pesos: its receiver must accept a cancellation. */
const createLargeInvoice = async () =>
  createStampedInvoice(server, await createTestSize(server.app, { pieces: 1, priceCents: 2_000_00 }));
const reloadInvoice = async ({ id }: { id: string }) => (await findInvoice(server.app.db, id))!;
const statesOf = async (...invoices: { id: string }[]) =>
  Promise.all(invoices.map(async (invoice) => (await reloadInvoice(invoice)).state));
const outcomesOf = async ({ id }: { id: string }) =>
  (await listCancellations(server.app.db, id)).map(({ outcome, hasReceipt }) => [outcome, hasReceipt]);
const listIdsToCorrect = async ({ reference }: Invoice) =>
  (await searchInvoices(server.app.db, { shops: "all", term: reference!, filter: "toCorrect" }, 10)).map(
    ({ id }) => id,
  );

/** Sets the receiver's answer at SAT's sandbox, and runs the job that asks SAT for it. */
async function answerAsReceiver(invoice: { id: string }, cancellation: "accept" | "reject"): Promise<void> {
  const { uuid } = await reloadInvoice(invoice);
  const { status, text } = await server.call("POST", "/sandbox/pac/control", { body: { cancellation, uuid } });
  expect(status, text).toBe(200);
  await advanceCancellation(server.app, invoice.id);
}

/** A replacement whose receiver rejected the cancellation of the old invoice: two invoices are valid. */
async function createRejectedReplacement() {
  const oldInvoice = await createLargeInvoice();
  const substitute = expectNoRefusal(await replaceInvoice(server.app, oldInvoice.id, CHANGE));
  await advanceCancellation(server.app, oldInvoice.id);
  await answerAsReceiver(oldInvoice, "reject");
  expect(await statesOf(oldInvoice, substitute)).toEqual(["replaced", "stamped"]);
  return { oldInvoice, substitute };
}

describe("a replacement whose cancellation the receiver rejects", () => {
  test("is listed for correction until staff request the cancellation again; each request has its acuse", async () => {
    const { oldInvoice, substitute } = await createRejectedReplacement();
    expect(await listIdsToCorrect(oldInvoice)).toEqual([oldInvoice.id]);
    expect(await reloadInvoice(oldInvoice)).toMatchObject({
      cancelProblem: expect.stringContaining("receptor"),
      isCancelOpen: false,
    });
    const results = await Promise.all(
      [1, 2].map(() => requestCancellationAgain(server.app, oldInvoice.id, TEST_ACTOR)),
    );
    expect(results.filter((result) => isRefusal(result))).toEqual([{ refused: "replacement_settled" }]);
    expect(await listIdsToCorrect(oldInvoice)).toEqual([]);
    await answerAsReceiver(oldInvoice, "accept");
    expect(await statesOf(oldInvoice, substitute)).toEqual(["cancelled", "stamped"]);
    expect(await outcomesOf(oldInvoice)).toEqual([
      ["cancelled", true],
      ["rejected", true],
    ]);
    const [secondRequest, firstRequest] = await listCancellations(server.app.db, oldInvoice.id);
    expect(await findCancellationReceipt(server.app.db, oldInvoice.id, firstRequest!.id)).toContain("<Acuse");
    expect(await findCancellationReceipt(server.app.db, substitute.id, secondRequest!.id)).toBeNull();
  });

  test("ends when staff keep the old invoice: its substitute is cancelled once", async () => {
    const { oldInvoice, substitute } = await createRejectedReplacement();
    const results = await Promise.all([1, 2].map(() => keepReplacedInvoice(server.app, oldInvoice.id, TEST_ACTOR)));
    expect(results.filter((result) => isRefusal(result))).toEqual([{ refused: "replacement_settled" }]);
    expect(await statesOf(oldInvoice, substitute)).toEqual(["replaced", "cancelAsked"]);
    expect(await requestCancellationAgain(server.app, oldInvoice.id, TEST_ACTOR)).toEqual({
      refused: "replacement_settled",
    });
    await answerAsReceiver(substitute, "accept");
    expect(await statesOf(oldInvoice, substitute)).toEqual(["stamped", "cancelled"]);
    expect(await listIdsToCorrect(oldInvoice)).toEqual([]);
    expect(await findOrderIncome(server.app.db, oldInvoice.orderId!)).toMatchObject({
      declaredCents: oldInvoice.totalCents,
    });
    await refundTransfer(server.app, oldInvoice.orderId!, 10_00);
    expect(await findCreditDue(server.app.db, await reloadInvoice(oldInvoice))).toMatchObject({ dueCents: 10_00 });
    expectNoRefusal(await creditInvoice(server.app, oldInvoice.id, { returnedLines: [], by: TEST_ACTOR }));
  });

  test("is listed for correction again if the receiver also rejects the cancellation of the substitute", async () => {
    const { oldInvoice, substitute } = await createRejectedReplacement();
    expectNoRefusal(await keepReplacedInvoice(server.app, oldInvoice.id, TEST_ACTOR));
    await answerAsReceiver(substitute, "reject");
    expect(await statesOf(oldInvoice, substitute)).toEqual(["replaced", "stamped"]);
    expect(await listIdsToCorrect(oldInvoice)).toEqual([oldInvoice.id]);
    expectNoRefusal(await requestCancellationAgain(server.app, oldInvoice.id, TEST_ACTOR));
    await answerAsReceiver(oldInvoice, "accept");
    expect(await statesOf(oldInvoice, substitute)).toEqual(["cancelled", "stamped"]);
  });

  test("staff cannot replace or cancel its substitute, nor keep the old invoice while there is a credit note", async () => {
    const { oldInvoice, substitute } = await createRejectedReplacement();
    expect(await replaceInvoice(server.app, substitute.id, CHANGE)).toEqual({ refused: "replacement_unsettled" });
    expect(await cancelInvoice(server.app, substitute.id, { motive: "02", by: TEST_ACTOR })).toEqual({
      refused: "replacement_unsettled",
    });
    await refundTransfer(server.app, oldInvoice.orderId!, 10_00);
    const note = expectNoRefusal(await creditInvoice(server.app, substitute.id, { returnedLines: [], by: TEST_ACTOR }));
    expect(await keepReplacedInvoice(server.app, oldInvoice.id, TEST_ACTOR)).toEqual({
      refused: "invoice_has_credit_notes",
    });
    expectNoRefusal(await cancelInvoice(server.app, note.id, { motive: "02", by: TEST_ACTOR }));
    expectNoRefusal(await keepReplacedInvoice(server.app, oldInvoice.id, TEST_ACTOR));
    await answerAsReceiver(substitute, "accept");
    expect(await statesOf(oldInvoice, substitute)).toEqual(["stamped", "cancelled"]);
    expect(await findCreditDue(server.app.db, await reloadInvoice(oldInvoice))).toMatchObject({ dueCents: 10_00 });
  });
});

describe("every request to cancel is stored, with its acuse if the PAC returned one", () => {
  test("rejected by the receiver, then refused by SAT, then accepted", async () => {
    const invoice = await createLargeInvoice();
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
    const invoice = await createLargeInvoice();
    await setFault("reset-after-work");
    await cancelInvoice(server.app, invoice.id, { motive: "02", by: TEST_ACTOR });
    await setFault("reject:202");
    await advanceCancellation(server.app, invoice.id);
    const [request] = await listCancellations(server.app.db, invoice.id);
    expect(request).toMatchObject({ hasReceipt: false, receivedAt: expect.any(Date) });
    expect(await findCancellationReceipt(server.app.db, invoice.id, request!.id)).toBeNull();
    await setFault(null);
    await answerAsReceiver(invoice, "reject");
    expect(await outcomesOf(invoice)).toEqual([["rejected", false]]);
  });

  test("a request whose substitute the PAC refuses is marked as never sent", async () => {
    const invoice = await createLargeInvoice();
    await setFault("reject:CFDI40148");
    expect(await replaceInvoice(server.app, invoice.id, CHANGE)).toMatchObject({ refused: "invoice_refused" });
    expect(await outcomesOf(invoice)).toEqual([["notSent", false]]);
    expect(await statesOf(invoice)).toEqual(["stamped"]);
  });
});

describe("in the middle of a replacement", () => {
  test("three concurrent calls make one substitute", async () => {
    const oldInvoice = await createLargeInvoice();
    const results = await Promise.all([1, 2, 3].map(() => replaceInvoice(server.app, oldInvoice.id, CHANGE)));
    expect(results.filter((result) => isRefusal(result) && result.refused === "invoice_not_replaceable")).toHaveLength(
      2,
    );
    expect(await outcomesOf(oldInvoice)).toEqual([[null, false]]);
  });

  test.each(["down", "500", "reset-after-work"])(
    "the PAC does not answer the stamp (%s): nothing is cancelled before the substitute is stamped",
    async (fault) => {
      const oldInvoice = await createLargeInvoice();
      await setFault(fault);
      expect(await replaceInvoice(server.app, oldInvoice.id, CHANGE)).toMatchObject({ refused: "invoice_pending" });
      const substitute = (await findSubstitute(server.app.db, oldInvoice.id))!;
      expect(await statesOf(oldInvoice, substitute)).toEqual(["replaced", "stamping"]);
      expect(await requestCancellationAgain(server.app, oldInvoice.id, TEST_ACTOR)).toEqual({
        refused: "replacement_settled",
      });
      expect(await keepReplacedInvoice(server.app, oldInvoice.id, TEST_ACTOR)).toEqual({
        refused: "replacement_settled",
      });
      await setFault(null);
      await advanceCancellation(server.app, oldInvoice.id);
      expect(await outcomesOf(oldInvoice)).toEqual([[null, false]]);
      expectNoRefusal(await stampInvoice(server.app, substitute.id));
      await Promise.all([1, 2].map(() => advanceCancellation(server.app, oldInvoice.id)));
      await answerAsReceiver(oldInvoice, "accept");
      expect(await statesOf(oldInvoice, substitute)).toEqual(["cancelled", "stamped"]);
    },
    60_000,
  );

  test.each(["down", "reset-after-work"])(
    "the PAC does not answer the cancellation (%s): it is sent again, and SAT receives it once",
    async (fault) => {
      const oldInvoice = await createLargeInvoice();
      const substitute = expectNoRefusal(await replaceInvoice(server.app, oldInvoice.id, CHANGE));
      await setFault(fault);
      await advanceCancellation(server.app, oldInvoice.id);
      expect(await outcomesOf(oldInvoice)).toEqual([[null, false]]);
      expect(await statesOf(oldInvoice, substitute)).toEqual(["replaced", "stamped"]);
      await setFault(null);
      await Promise.all([1, 2].map(() => advanceCancellation(server.app, oldInvoice.id)));
      expect(await outcomesOf(oldInvoice)).toEqual([[null, true]]);
      await answerAsReceiver(oldInvoice, "accept");
      await advanceCancellation(server.app, oldInvoice.id);
      expect(await statesOf(oldInvoice, substitute)).toEqual(["cancelled", "stamped"]);
      expect(await outcomesOf(oldInvoice)).toEqual([["cancelled", true]]);
    },
    60_000,
  );
});
