import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
import { isSealed } from "../cfdi/seal.ts";
import { parseXml } from "../cfdi/parse-xml.ts";
import { checkSums } from "../cfdi/check-sums.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { moveOrder } from "../orders/move-order.ts";
import { hasProgram, runProgram } from "../testing/external-validators.ts";
import { LUCIA, refundTransfer, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { openPayingShop, type PayingShop } from "../testing/payer.ts";
import { SAT_DIR, satFile } from "../testing/sat-files.ts";
import { cancelInvoice } from "./cancel-invoice.ts";
import { creditGlobal } from "./credit-global.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { invoicePeriod } from "./invoice-period.ts";
import { findLiveInvoice } from "./queries.ts";
import { replaceGlobal } from "./replace-global.ts";
import { replaceInvoice } from "./replace-invoice.ts";

let shop: PayingShop;
let folder: string;
beforeAll(async () => {
  shop = await openPayingShop();
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-histories-"));
});
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The months in which the orders of a history are paid: some of the last twelve, because SAT accepts global invoices of
 * this year and the last. Each history has its own, so that global invoices never mix.
 */
const MONTHS_PER_HISTORY = 2;
const HISTORIES = 12 / MONTHS_PER_HISTORY;
const NOW = new Date();
const TODAY = NOW.toISOString().slice(0, 10);
let nextMonth = 0;
const monthText = (monthsAgo: number) =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 7);

type Action =
  | { do: "buy"; month: number }
  | { do: "ship" | "invoice" | "replace" | "cancel" | "credit"; order: number }
  | { do: "join"; order: number; into: number }
  | { do: "refund"; order: number; tenths: number }
  | { do: "global" | "creditGlobal" | "replaceGlobal"; month: number };

const order = fc.nat({ max: 5 });
const month = fc.nat({ max: MONTHS_PER_HISTORY - 1 });
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("buy" as const), month }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("ship" as const, "invoice", "invoice", "replace", "cancel", "credit"),
      order,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("join" as const), order, into: order }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("refund" as const), order, tenths: fc.integer({ min: 1, max: 10 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("global" as const, "creditGlobal", "replaceGlobal"), month }),
  },
);

/** The orders and months of one history. What a use case refuses changes nothing. */
class History {
  readonly orders: string[] = [];
  readonly months: string[];
  private customerId: string | null = null;

  constructor() {
    this.months = Array.from({ length: MONTHS_PER_HISTORY }, () => monthText(++nextMonth));
  }

  /** Numbers of orders count from the last one again, so that each action has an order. */
  private orderOf(number: number): string {
    return this.orders[number % this.orders.length]!;
  }

  async run(action: Action): Promise<void> {
    switch (action.do) {
      case "buy":
        return this.buy(this.months[action.month]!);
      case "ship":
        return this.move(this.orderOf(action.order), "SHIPPED");
      case "join":
        return this.join(this.orderOf(action.order), this.orderOf(action.into));
      case "refund":
        return this.refund(this.orderOf(action.order), action.tenths);
      case "global":
        return this.makeGlobal(this.months[action.month]!);
      case "creditGlobal":
      case "replaceGlobal":
        return this.correctGlobal(this.months[action.month]!, action.do);
      default:
        return this.document(this.orderOf(action.order), action.do);
    }
  }

  /** Declares what is not declared yet, and credits what is to be credited. */
  async settle(): Promise<void> {
    for (const orderId of this.orders) await this.document(orderId, "credit");
    for (const at of this.months) {
      await this.correctGlobal(at, "creditGlobal");
      await this.makeGlobal(at);
    }
  }

  private async buy(at: string): Promise<void> {
    const { app, payer } = shop;
    const placed = await payer.order({ method: "TB" });
    await this.move(placed.id, "PAYMENT_ACCEPTED");
    this.customerId ??= (
      await sql<{ id: string }>`
      SELECT customer_id AS id FROM orders WHERE id = ${placed.id}`.execute(app.db)
    ).rows[0]!.id;
    const paidAt = `${at}-${String(1 + (this.orders.length % 28)).padStart(2, "0")}T18:00:00Z`;
    await sql`UPDATE orders SET created_at = ${paidAt}, customer_id = ${this.customerId} WHERE id = ${placed.id}`.execute(
      app.db,
    );
    await sql`UPDATE payments SET paid_at = ${paidAt} WHERE order_id = ${placed.id}`.execute(app.db);
    this.orders.push(placed.id);
  }

  private async move(id: string, to: "PAYMENT_ACCEPTED" | "SHIPPED"): Promise<void> {
    await moveOrder(shop.app, id, { to, actor: "prueba", reason: "prueba", trackingNumber: "MX1" });
  }

  private async join(orderId: string, intoId: string): Promise<void> {
    await joinOrders(shop.app, { orderId, intoId, actor: "prueba" });
  }

  private async refund(orderId: string, tenths: number): Promise<void> {
    const { rows } = await sql<{ kept: number }>`
      SELECT kept_cents::int AS kept FROM order_income WHERE order_id = ${orderId}`.execute(shop.app.db);
    const cents = Math.floor(((rows[0]?.kept ?? 0) * tenths) / 10);
    if (cents > 0) await refundTransfer(shop.app, orderId, cents, true).catch(() => {});
  }

  private async document(orderId: string, action: "invoice" | "replace" | "cancel" | "credit"): Promise<void> {
    const { app } = shop;
    if (action === "invoice") {
      await this.move(orderId, "SHIPPED");
      await invoiceForStaff(app, await shop.shop(), orderId, { receiver: LUCIA, email: null, by: TEST_ACTOR });
      return;
    }
    const live = await findLiveInvoice(app.db, orderId);
    if (!live) return;
    if (action === "credit") await creditInvoice(app, live.id, { returned: [], by: TEST_ACTOR });
    else if (action === "cancel") await cancelInvoice(app, live.id, { motive: "02", by: TEST_ACTOR });
    else await replaceInvoice(app, live.id, { receiver: { cfdiUse: "S01" }, by: TEST_ACTOR });
  }

  private async makeGlobal(at: string): Promise<void> {
    const { id } = await shop.shop();
    await invoicePeriod(shop.app, id, { every: "month", day: `${at}-01` }, { by: TEST_ACTOR, today: TODAY });
  }

  private async correctGlobal(at: string, how: "creditGlobal" | "replaceGlobal"): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM invoices WHERE kind = 'global' AND state = 'stamped' AND to_char(period_from, 'YYYY-MM') = ${at}`.execute(
      shop.app.db,
    );
    for (const { id } of rows) {
      if (how === "creditGlobal") await creditGlobal(shop.app, id, TEST_ACTOR);
      else await replaceGlobal(shop.app, id, TEST_ACTOR);
    }
  }
}

/** What the shop keeps of the sales of these orders and what live documents declare, by month of the first payment. */
async function incomeByMonth(orderIds: readonly string[]) {
  const { rows } = await sql<{ month: string; kept: number; declared: number }>`
    SELECT to_char(first_paid_at AT TIME ZONE 'America/Mexico_City', 'YYYY-MM') AS month,
      sum(kept_cents)::int AS kept, sum(declared_cents)::int AS declared
    FROM order_income WHERE order_id = ANY (${orderIds}::uuid[]) GROUP BY 1 ORDER BY 1`.execute(shop.app.db);
  return rows;
}

test("whatever happens to orders and documents, each month declares exactly the money kept for its sales", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 25, maxLength: 40 }), async (actions) => {
      const history = new History();
      for (const at of [0, 1, 0]) await history.run({ do: "buy", month: at });
      for (const action of actions) await history.run(action);
      await history.settle();
      const income = await incomeByMonth(history.orders);
      expect(income.map(({ declared }) => declared)).toEqual(income.map(({ kept }) => kept));
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
  const violated = (await runAudit(shop.app.address)).filter((result) => result.violations > 0);
  expect(violated).toEqual([]);
}, 300_000);

test("all documents of these histories have SAT's sums and their seal", async () => {
  const { rows } = await sql<{ xml: string }>`SELECT xml FROM invoices WHERE xml IS NOT NULL`.execute(shop.app.db);
  expect(rows.length).toBeGreaterThan(20);
  for (const { xml } of rows) {
    const document = parseXml(xml);
    if (isRefusal(document)) throw new Error(document.refused);
    expect(checkSums(document)).toEqual([]);
    expect(isSealed(document)).toBe(true);
  }
});

test.skipIf(!SAT_DIR || !hasProgram("xmllint"))(
  "all documents of these histories match SAT's schema (needs xmllint and SAT_DIR)",
  async () => {
    const { rows } = await sql<{ id: string; xml: string }>`
      SELECT id, xml FROM invoices WHERE xml IS NOT NULL`.execute(shop.app.db);
    const files = rows.map(({ id, xml }) => {
      const file = path.join(folder, `${id}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    runProgram("xmllint", ["--nonet", "--noout", "--schema", satFile("xsd/cfdi40-con-timbre.xsd"), ...files]);
  },
);
