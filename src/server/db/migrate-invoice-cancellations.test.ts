import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { globalSaleLine } from "../../domain/invoice-lines.ts";
import { buildGlobal } from "../cfdi/comprobante.ts";
import { serialize } from "../cfdi/xml.ts";
import { amountsOf, makeIngreso, VAT_16 } from "../testing/invoices.ts";
import { createOldDatabase, type OldDatabase } from "../testing/old-database.ts";
import { migrate } from "./migrate.ts";

let oldDatabase: OldDatabase;

const INSERT_OLD_INVOICE = `
  INSERT INTO invoices (id, shop_id, kind, order_id, state, receiver, payment_form, total_cents, folio, sealed_xml,
    issued_at, provider, uuid, xml, stamped_at, actor, relates_to_id, cancel_motive, cancel_requested_at, cancel_actor,
    cancel_problem, cancel_receipt, cancelled_at)
  SELECT $1::uuid, shop_id, $2::text, CASE WHEN $2::text <> 'global' THEN id END, $3::text, '{}', '03', $4::bigint,
    ($1::uuid)::text, $5::text, now(), 'sw', gen_random_uuid(), 'x', now(), 'prueba', $6::uuid, $7::text,
    $8::timestamptz, $9::text, $10::text, $11::text, CASE WHEN $3::text = 'cancelled' THEN now() END
  FROM orders WHERE id = $12`;
const REQUESTED_AT = "2026-11-01T12:00:00Z";

interface OldInvoice {
  id: string;
  orderId: string;
  state: string;
  kind?: string;
  cents?: number;
  xml?: string;
  relatesTo?: string;
  motive?: string | null;
  problem?: string;
  receipt?: string;
  isCancellationRequested?: boolean;
}

async function insertOldInvoice(oldInvoice: OldInvoice): Promise<void> {
  const {
    id,
    orderId,
    state,
    kind = "invoice",
    cents = 1,
    xml = "x",
    relatesTo,
    motive,
    problem,
    receipt,
  } = oldInvoice;
  const requestedAt = oldInvoice.isCancellationRequested === false ? null : REQUESTED_AT;
  const actor = motive ? "Marta" : null;
  const cancellation = [motive ?? null, requestedAt, actor, problem ?? null, receipt ?? null];
  await oldDatabase.client.query(INSERT_OLD_INVOICE, [
    id,
    kind,
    state,
    cents,
    xml,
    relatesTo ?? null,
    ...cancellation,
    orderId,
  ]);
}

const invoiceIds = { global: "", cancelled: "", rejected: "", refused: "", open: "", substitute: "", notSent: "" };
let orders: { id: string; reference: string }[] = [];

// Inserts what the version before migration 0058 stored. The fixture itself has only one stamped invoice.
beforeAll(async () => {
  oldDatabase = await createOldDatabase("0051_sandbox_token.sql");
  await migrate(oldDatabase.databaseConfig, { until: "0058" });
  orders = (
    await oldDatabase.client.query("SELECT id, reference::text AS reference FROM orders ORDER BY reference LIMIT 3")
  ).rows;
  const orderId = orders[0]!.id;
  for (const name of Object.keys(invoiceIds)) invoiceIds[name as keyof typeof invoiceIds] = randomUUID();
  const sales = [199_99, 1, 123_456_78].map((paidCents, n) =>
    globalSaleLine({ reference: orders[n]!.reference, paidCents, parts: [{ vat: VAT_16, cents: paidCents }] }),
  );
  const amounts = amountsOf(sales);
  const period = { periodicity: "04", months: "11", year: "2026" };
  const xml = serialize(buildGlobal({ ...makeIngreso({ amounts }), period }));
  await insertOldInvoice({
    id: invoiceIds.global,
    orderId,
    kind: "global",
    state: "stamped",
    cents: amounts.totalCents,
    xml,
    isCancellationRequested: false,
  });
  for (const order of orders) {
    await oldDatabase.client.query("INSERT INTO invoice_orders (invoice_id, order_id) VALUES ($1, $2)", [
      invoiceIds.global,
      order.id,
    ]);
  }
  const invoiceOfFirstOrder = { orderId, motive: "02" };
  await insertOldInvoice({ ...invoiceOfFirstOrder, id: invoiceIds.cancelled, state: "cancelled", receipt: "<Acuse/>" });
  await insertOldInvoice({
    ...invoiceOfFirstOrder,
    id: invoiceIds.refused,
    state: "stamped",
    problem: "203 de otro emisor",
  });
  const invoiceOfSecondOrder = { orderId: orders[1]!.id, motive: "01" };
  await insertOldInvoice({ ...invoiceOfSecondOrder, id: invoiceIds.open, state: "replaced", receipt: "" });
  await insertOldInvoice({
    ...invoiceOfSecondOrder,
    id: invoiceIds.substitute,
    state: "stamped",
    relatesTo: invoiceIds.open,
    isCancellationRequested: false,
    motive: null,
  });
  const invoiceOfThirdOrder = { orderId: orders[2]!.id, motive: "01" };
  await insertOldInvoice({
    ...invoiceOfThirdOrder,
    id: invoiceIds.rejected,
    state: "replaced",
    problem: "El receptor no aceptó la cancelación.",
  });
  await insertOldInvoice({ ...invoiceOfThirdOrder, id: invoiceIds.notSent, state: "stamped", motive: null });
  await migrate(oldDatabase.databaseConfig);
});

afterAll(async () => {
  await oldDatabase?.drop();
});

test("the amount of each order of a global invoice is read from the sealed document", async () => {
  const { rows } = await oldDatabase.client.query(
    "SELECT order_id AS id, cents::int FROM global_invoice_orders WHERE invoice_id = $1 ORDER BY cents",
    [invoiceIds.global],
  );
  expect(rows).toEqual([
    { id: orders[1]!.id, cents: 1 },
    { id: orders[0]!.id, cents: 199_99 },
    { id: orders[2]!.id, cents: 123_456_78 },
  ]);
});

test.each<[keyof typeof invoiceIds, object]>([
  ["cancelled", { motive: "02", outcome: "cancelled", receipt: "<Acuse/>", actor: "Marta" }],
  ["refused", { motive: "02", outcome: "refused", problem: "203 de otro emisor", receipt: null }],
  ["open", { motive: "01", outcome: null, receipt: null, received_at: expect.any(Date), ended_at: null }],
  ["rejected", { motive: "01", outcome: "rejected", receipt: null }],
  ["notSent", { outcome: "notSent", actor: "sistema", receipt: null }],
])("the cancellation of the invoice «%s» is a row of invoice_cancellations", async (name, cancellation) => {
  const { rows } = await oldDatabase.client.query("SELECT * FROM invoice_cancellations WHERE invoice_id = $1", [
    invoiceIds[name],
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ ...cancellation, requested_at: new Date(REQUESTED_AT) });
  if (name === "open") expect(rows[0].substitute_invoice_id).toBe(invoiceIds.substitute);
});
