import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { makeScannerKey } from "../../server/check-in/scanner-keys.ts";
import { moveOrder } from "../../server/orders/move-order.ts";
import { makeAccessCodes } from "../../server/presale/manage-codes.ts";
import { addPromotion } from "../../server/promotions/save-promotion.ts";
import { TEST_PROMOTION } from "../../server/testing/test-promotion.ts";
import { createStampedInvoice, TEST_ACTOR } from "../../server/testing/invoiced-order.ts";
import { Payer } from "../../server/testing/payer.ts";
import { openTestOffice, type TestOffice } from "../../server/testing/test-office.ts";
import { useTicket } from "../../server/tickets/use-ticket.ts";

/** Half an hour before midnight in Mexico City, when UTC is already on the next day. */
const LATE_INSTANT = "2026-03-15T05:30:00Z";
const MEXICO_TIME_TEXT = "14/03/2026 11:30 p. m.";
/** The date of this instant in UTC, in each format that the shop uses. */
const UTC_DATE_PATTERN = /2026-03-15|15\/03\/2026|15 de marzo de 2026/;

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

/** The columns whose instants the exports show. */
const EXPORTED_TIME_COLUMNS = [
  ["orders", "created_at"],
  ["orders", "payment_due_at"],
  ["order_events", "at"],
  ["payments", "created_at"],
  ["invoices", "created_at"],
  ["tickets", "used_at"],
  ["customers", "created_at"],
  ["sent_mails", "sent_at"],
  ["promotion_codes", "created_at"],
] as const;

/** Makes an invoiced order, a used ticket, an access code and a promotion with a code, all at 23:30 in Mexico City. */
async function makeLateRecords() {
  const { db } = office.app;
  const invoice = await createStampedInvoice(office);
  const ticketOrder = await new Payer(office).placeOrder({ method: "TB", isDigital: true });
  const moveResult = await moveOrder(office.app, ticketOrder.id, {
    to: "PAYMENT_ACCEPTED",
    actor: "prueba",
    reason: "Prueba",
  });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  const ticket = await db
    .selectFrom("tickets")
    .innerJoin("sizes", "sizes.id", "tickets.size_id")
    .select(["tickets.code", "sizes.product_id as productId"])
    .where("order_id", "=", ticketOrder.id)
    .executeTakeFirstOrThrow();
  await makeScannerKey(office.app, { name: "Puerta", productId: ticket.productId, hours: 1 }, TEST_ACTOR);
  await useTicket(office.app, { ticket: ticket.code, scannerName: "Puerta", scanId: "1", productId: null });
  const presale = await db.selectFrom("presales").select("id").executeTakeFirstOrThrow();
  await makeAccessCodes(office.app, presale.id, { count: 1, maxUses: 1, endsAt: new Date(LATE_INSTANT) }, TEST_ACTOR);
  const promotion = await addPromotion(db, { ...TEST_PROMOTION, code: { count: 1, prefix: "" } }, TEST_ACTOR);
  if (isRefusal(promotion)) throw new Error(promotion.refused);
  const order = await db
    .selectFrom("orders")
    .select(["id", "reference", "customer_id as customerId", "shop_id as shopId"])
    .where("id", "=", invoice.orderId!)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    // Histories and invoices are append-only, so their triggers are disabled in this transaction.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const [table, column] of EXPORTED_TIME_COLUMNS) {
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${LATE_INSTANT} WHERE ${sql.ref(column)} IS NOT NULL`.execute(
        tx,
      );
    }
    await sql`UPDATE products SET event_at = ${LATE_INSTANT} WHERE id = ${ticket.productId}`.execute(tx);
  });
  return { invoice, order, ticketOrder, ticket, presaleId: presale.id, promotionId: promotion.id };
}

async function fetchFileText(path: string, headers?: Record<string, string>): Promise<string> {
  const cookie = await office.cookieOf("owner");
  const response = await fetch(office.origin + path, { headers: headers ?? { Cookie: cookie! } });
  expect(response.status, path).toBe(200);
  if (response.headers.get("content-type") !== "application/pdf") return response.text();
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, " ");
}

/**
 * The office's routes that answer with a file, by their folder in `routes.ts`, with the text that must be in the file.
 * Null if no text is expected, or if the second test does not request the route.
 */
const EXPORTS = {
  "orders/export": MEXICO_TIME_TEXT,
  "orders/slips": MEXICO_TIME_TEXT,
  "orders/labels": null,
  "parcels/label": null,
  "parcels/labels-pdf": null,
  "orders/order/receipt": null,
  "orders/order/refund-proof": null,
  "returns/report/export": null,
  "returns/picture": null,
  "invoices/export": MEXICO_TIME_TEXT,
  "invoices/file": null,
  "invoices/month-export": null,
  "customers/data": "2026-03-14T23:30:00-06:00",
  "events/event/list": MEXICO_TIME_TEXT,
  "presales/presale/codes": MEXICO_TIME_TEXT,
  "promotions/promotion/codes": MEXICO_TIME_TEXT,
  "products/export": null,
  "products/imports/import/rows": null,
  "stock/size-labels/pdf": null,
} as const;

test("every route that answers with a file is in the table", () => {
  const routes = [...readFileSync("src/web/routes.ts", "utf8").matchAll(/"office\/([^"]+)\/route\.tsx"/g)];
  const fileRoutes = routes.filter(([, folder]) =>
    /csvResponse\(|Content-Disposition/.test(readFileSync(`src/web/office/${folder}/route.tsx`, "utf8")),
  );
  expect(new Set(fileRoutes.map(([, folder]) => folder))).toEqual(new Set(Object.keys(EXPORTS)));
});

test("exports show dates in Mexico City time", async () => {
  const { invoice, order, ticketOrder, ticket, presaleId, promotionId } = await makeLateRecords();
  const paths: Partial<Record<keyof typeof EXPORTS, string>> = {
    "orders/export": `/panel/pedidos/exportar?q=${order.reference}`,
    "orders/slips": `/panel/pedidos/hojas?pedido=${order.reference}`,
    "orders/labels": `/panel/pedidos/etiquetas?pedido=${order.reference}`,
    "invoices/export": `/panel/facturacion/exportar?q=${order.reference}`,
    "customers/data": `/panel/clientes/${order.customerId}/datos`,
    "events/event/list": `/panel/boletos/${ticket.productId}/lista.csv`,
    "presales/presale/codes": `/panel/preventas/${presaleId}/codigos.csv`,
    "promotions/promotion/codes": `/panel/promociones/${promotionId}/cupones.csv`,
    "products/export": "/panel/productos/exportar",
  };
  for (const [name, path] of Object.entries(paths)) {
    const text = await fetchFileText(path);
    const expectedText = EXPORTS[name as keyof typeof EXPORTS];
    if (expectedText) expect(text, name).toContain(expectedText);
    expect(text, name).not.toMatch(UTC_DATE_PATTERN);
    expect(text, name).not.toMatch(/\dT05:30:00/);
  }
  const orderPdf = await fetchFileText(`/api/v1/orders/${ticketOrder.id}/pdf`, {
    Authorization: `Bearer ${ticketOrder.token}`,
  });
  expect(orderPdf).toContain(MEXICO_TIME_TEXT);
  expect(orderPdf).toContain("14 de marzo de 2026, 11:30 p. m.");
  expect(orderPdf).not.toMatch(UTC_DATE_PATTERN);
  // The stamped document has the time of its signature, and the PDF shows the same time as the XML.
  const [xml, pdf] = await Promise.all(
    ["xml", "pdf"].map((format) => fetchFileText(`/panel/facturacion/${invoice.id}/${format}`)),
  );
  const [, day, time] = / Fecha="(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(xml!)!;
  expect(pdf).toContain(time);
  const minutesSinceSignature = (Date.now() - 6 * 3_600_000 - Date.parse(`${day}T${time}:00Z`)) / 60_000;
  expect(Math.abs(minutesSinceSignature)).toBeLessThan(30);
});
