import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { moveOrder } from "../orders/move-order.ts";
import { listMailsTo } from "../testing/mails.ts";
import { openShopWithPayer, type ShopWithPayer } from "../testing/payer.ts";
import { cancelInvoice } from "./cancel-invoice.ts";
import type { ReturnedLine } from "../../domain/credit-note-lines.ts";
import { LUCIA as RECEIVER, refundTransfer } from "../testing/invoiced-order.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { issueGlobalInvoice } from "./issue-global-invoice.ts";
import { findInvoiceByUuid, listInvoices } from "./queries.ts";
import { replaceInvoice } from "./replace-invoice.ts";
import { scheduleStamps } from "./stamp-invoice.ts";

let server: ShopWithPayer;
beforeAll(async () => {
  server = await openShopWithPayer();
});
beforeEach(() => setFault(null));
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const PHONE = "5511112222";
const ACTOR = { memberId: null, name: "prueba", ip: null };
const WIRE_RECEIVER = {
  rfc: "LUPA900215AB3",
  name: "Lucía Prueba",
  postalCode: "06000",
  fiscalReg: "612",
  usoCFDI: "G03",
};

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });
const countStamps = async (): Promise<number> =>
  (await server.call("GET", "/sandbox/pac/state.json")).json.stamps.length;

interface ShippedOrder {
  id: string;
  reference: string;
  totalPesos: number;
  token: string;
}

async function createShippedOrder(): Promise<ShippedOrder> {
  const order = await server.payer.placeOrder({ method: "TB" });
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    const moveResult = await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber });
    if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  }
  return order;
}

const requestInvoice = (order: ShippedOrder, receiver: object = {}, headers: Record<string, string> = {}) =>
  server.call("POST", "/api/v1/invoice", {
    body: { orderId: order.reference, phone: PHONE, receiver: { ...WIRE_RECEIVER, ...receiver } },
    headers,
  });
const invoicesOf = async (order: ShippedOrder) =>
  listInvoices(server.app.db, { shopId: (await server.findShop()).id, orderId: order.id, limit: 50 });
const stampedInvoicesOf = async (order: ShippedOrder) =>
  (await invoicesOf(order)).filter(({ state }) => state === "stamped");

/** Makes all pending documents due and runs the job that enqueues them. */
async function enqueuePendingStamps(): Promise<void> {
  await sql`UPDATE invoices SET next_try_at = now() WHERE state IN ('stamping', 'replaced', 'cancelAsked')`.execute(
    server.app.db,
  );
  await scheduleStamps(server.app);
}

describe("finding the order", () => {
  test("succeeds with its number and phone; every other combination gets the same 404, a short phone 422", async () => {
    const order = await createShippedOrder();
    const findOrder = (reference: string, phone: string, shopKey = "matriz") =>
      server.call("GET", `/api/v1/orders/reference/${reference}/invoice?phone=${phone}`, { shop: shopKey });
    const foundResponse = await findOrder(order.reference, PHONE);
    expect(foundResponse.json).toMatchObject({
      status: "OK",
      order: { reference: order.reference, total: order.totalPesos, invoice: null, paymentMethod: { code: "03" } },
    });
    const unpaidOrder = await server.payer.placeOrder({ method: "TB" });
    const answers = await Promise.all([
      findOrder(order.reference, "5500000000"),
      findOrder("999999999", PHONE),
      findOrder("x", PHONE),
      findOrder(unpaidOrder.reference, PHONE),
      findOrder(order.reference, PHONE, "norte"),
    ]);
    for (const { status, json } of answers) {
      expect([status, json.code, json.detail]).toEqual([
        404,
        "ORDER_NOT_FOUND",
        "Pedido no encontrado o estatus inválido",
      ]);
    }
    expect((await findOrder(order.reference, "12")).status).toBe(422);
  });
});

describe("requesting an invoice", () => {
  test("of an order whose money was all refunded is refused with the reason", async () => {
    const order = await createShippedOrder();
    await refundTransfer(server.app, order.id, Math.round(order.totalPesos * 100));
    const request = { receiver: RECEIVER, email: null, by: ACTOR };
    expect(await invoiceForStaff(server.app, await server.findShop(), order.id, request)).toEqual({
      refused: "nothing_to_invoice",
    });
    const { status, json } = await requestInvoice(order);
    expect([status, json.code, json.detail]).toEqual([
      404,
      "ORDER_NOT_FOUND",
      "Este pedido no tiene nada por facturar",
    ]);
  });

  test("is refused while the shop's invoicing is paused", async () => {
    const order = await createShippedOrder();
    const setAllowInvoicing = (value: boolean) =>
      sql`UPDATE shops SET settings = jsonb_set(settings, '{management,allowInvoicing}', ${JSON.stringify(value)}::jsonb)
        WHERE key = 'matriz'`.execute(server.app.db);
    await setAllowInvoicing(false);
    await server.app.shops.refresh();
    expect((await requestInvoice(order)).json.code).toBe("INVOICING_PAUSED");
    await setAllowInvoicing(true);
    await server.app.shops.refresh();
  });

  test("is refused to customers after the deadline, but not right after a late shipment", async () => {
    const order = await createShippedOrder();
    const { id: shopId } = await server.findShop();
    const changeIssuer = (text: string) =>
      sql`UPDATE invoice_issuers SET ${sql.raw(text)} WHERE shop_id = ${shopId}`.execute(server.app.db);
    await sql`UPDATE payments SET paid_at = paid_at - interval '1 year' WHERE order_id = ${order.id}`.execute(
      server.app.db,
    );
    // A presale: paid a year ago and shipped today.
    await changeIssuer("deadline_kind = 'year', min_deadline_days_after_shipping = 1");
    expect((await requestInvoice(order)).status).toBe(200);
    const lateOrder = await createShippedOrder();
    await sql`UPDATE payments SET paid_at = paid_at - interval '1 year' WHERE order_id = ${lateOrder.id}`.execute(
      server.app.db,
    );
    await server.app.db.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE order_events SET at = at - interval '365 days' WHERE order_id = ${lateOrder.id}`.execute(tx);
    });
    const { json } = await requestInvoice(lateOrder);
    expect(json.code).toBe("INVOICE_TOO_LATE");
    expect(json.detail).toContain("31 de diciembre");
  });
});

describe("an invoice", () => {
  test("is stamped, returned and emailed, and the order shows it", async () => {
    const order = await createShippedOrder();
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const { status, json, text } = await requestInvoice(order, { email });
    expect(status, text).toBe(200);
    expect(json).toMatchObject({
      status: "OK",
      message: "Factura generada!",
      sentTo: email,
      paymentMethod: { code: "03" },
    });
    expect(json.uuid).toMatch(/^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/);
    const xmlResponse = await server.call("GET", json.files.xml);
    expect(xmlResponse.text).toContain(`Total="${order.totalPesos.toFixed(2)}"`);
    expect(xmlResponse.text).toContain('Nombre="LUCÍA PRUEBA"');
    expect(xmlResponse.headers.get("content-disposition")).toContain(`factura-${order.reference}-LUPA900215AB3-`);
    const orderResponse = await server.call("GET", `/api/v1/orders/${order.id}`, { token: order.token });
    expect(orderResponse.json.invoice).toEqual({ status: "ISSUED", uuid: json.uuid });
    await expect.poll(async () => (await listMailsTo(server.app, email)).length, { timeout: 20_000 }).toBe(1);
    const [mail] = await listMailsTo(server.app, email);
    expect(mail!.attachments.length).toBeGreaterThanOrEqual(1);
    expect(mail!.subject).toContain(order.reference);
  });

  test("can be read only with its key or by its buyer", async () => {
    const order = await createShippedOrder();
    const { uuid } = (await requestInvoice(order)).json;
    const fetchXmlStatus = async (query: string, token?: string) =>
      (await server.call("GET", `/api/v1/invoices/${uuid}/xml${query}`, { token })).status;
    expect(await fetchXmlStatus("")).toBe(404);
    expect(await fetchXmlStatus(`?key=${"A".repeat(43)}`)).toBe(404);
    expect(await fetchXmlStatus("", order.token)).toBe(200);
    const otherOrder = await server.payer.placeOrder({ method: "TB" });
    expect(await fetchXmlStatus("", otherOrder.token)).toBe(404);
    expect((await server.call("GET", `/api/v1/invoices/${uuid}/exe`, { token: order.token })).status).toBe(404);
  });

  test("is emailed again for the same data in any spelling, and refused for other data", async () => {
    const order = await createShippedOrder();
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const firstResponse = await requestInvoice(order);
    const repeatedResponse = await requestInvoice(order, { email, rfc: " lupa-900215-ab3 ", name: "lucía   prueba" });
    expect(repeatedResponse.json.uuid).toBe(firstResponse.json.uuid);
    await expect.poll(async () => (await listMailsTo(server.app, email)).length, { timeout: 20_000 }).toBe(1);
    const changedResponse = await requestInvoice(order, { usoCFDI: "S01" });
    expect(changedResponse.json).toMatchObject({ status: 409, code: "INVOICED_ALREADY" });
    expect(changedResponse.json.detail).toContain("LUP…B3");
    expect(changedResponse.text).not.toContain("LUCÍA");
    expect(await invoicesOf(order)).toHaveLength(1);
  });

  test("is created once by ten concurrent requests, even with different data", async () => {
    const order = await createShippedOrder();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => requestInvoice(order, n < 7 ? {} : { usoCFDI: "S01" })),
    );
    const uuids = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.uuid));
    expect(uuids.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
    expect(await invoicesOf(order)).toHaveLength(1);
  });

  test("is refused for invalid data, with an error at each field", async () => {
    const order = await createShippedOrder();
    const cases: [object, string][] = [
      [{ rfc: "ABC" }, "rfc"],
      [{ rfc: "LUPA901315AB3" }, "rfc"],
      [{ name: "" }, "name"],
      [{ name: "A|B" }, "name"],
      [{ name: "PÚBLICO EN GENERAL" }, "name"],
      [{ postalCode: "99" }, "postalCode"],
      [{ fiscalReg: "601" }, "fiscalReg"],
      [{ fiscalReg: "628" }, "fiscalReg"],
      [{ usoCFDI: "D01" }, "usoCFDI"],
      [{ fiscalReg: "605" }, "usoCFDI"],
      [{ usoCFDI: "" }, "usoCFDI"],
      [{ email: "no" }, "email"],
      [{ paymentMethod: "77" }, "paymentMethod"],
    ];
    for (const [change, field] of cases) {
      const { status, json } = await requestInvoice(order, change);
      expect(status, JSON.stringify(change)).toBe(422);
      expect(json.errors.map((error: { path: string }) => error.path)).toContain(`receiver.${field}`);
    }
    expect(await invoicesOf(order)).toEqual([]);
  });

  test("that the PAC refuses is answered with an error at its field, and is made after the PAC accepts", async () => {
    const order = await createShippedOrder();
    await setFault("reject:CFDI40145");
    const { status, json } = await requestInvoice(order);
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: "INVOICE_REFUSED", message: "El SAT no aceptó estos datos." });
    expect(json.detailMessage).toContain("SA DE CV");
    expect(json.errors[0].path).toBe("receiver.name");
    await setFault("reject:304");
    expect((await requestInvoice(order)).json.detailMessage).toContain("problema nuestro");
    await setFault(null);
    expect((await requestInvoice(order)).status).toBe(200);
    expect((await invoicesOf(order)).map((invoice) => invoice.state)).toEqual(["stamped", "refused", "refused"]);
  });
});

describe("while the PAC", () => {
  test("is down, the same document is stamped later", async () => {
    const order = await createShippedOrder();
    await setFault("down");
    const { status, json, headers } = await requestInvoice(order);
    expect([status, json.code]).toEqual([503, "INVOICE_PENDING"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    const orderResponse = await server.call("GET", `/api/v1/orders/${order.id}`, { token: order.token });
    expect(orderResponse.json.invoice).toEqual({ status: "PENDING", uuid: null });
    await setFault(null);
    await enqueuePendingStamps();
    await expect.poll(async () => (await stampedInvoicesOf(order)).length, { timeout: 30_000 }).toBe(1);
    expect(await invoicesOf(order)).toHaveLength(1);
  });

  test("stamps without answering, the same document is sent again and its first stamp is returned", async () => {
    const order = await createShippedOrder();
    await setFault("hang-after-work");
    const stampsBefore = await countStamps();
    const pendingResponse = requestInvoice(order);
    await expect.poll(countStamps, { timeout: 20_000 }).toBe(stampsBefore + 1);
    expect((await invoicesOf(order)).map(({ state }) => state)).toEqual(["stamping"]);
    await setFault(null);
    await pendingResponse;
    await enqueuePendingStamps();
    await expect.poll(async () => (await stampedInvoicesOf(order)).length, { timeout: 60_000 }).toBe(1);
    expect(await invoicesOf(order)).toHaveLength(1);
    expect(await countStamps()).toBe(stampsBefore + 1);
  }, 120_000);
});

describe("corrections and global invoices", () => {
  test("after staff cancel an invoice, the order can be invoiced again", async () => {
    const order = await createShippedOrder();
    const { uuid } = (await requestInvoice(order)).json;
    const { id } = (await findInvoiceByUuid(server.app.db, uuid))!;
    expect(await cancelInvoice(server.app, id, { motive: "01", by: ACTOR })).toMatchObject({
      refused: "cancel_motive_wrong",
    });
    expect(await cancelInvoice(server.app, id, { motive: "02", by: ACTOR })).toMatchObject({ state: "cancelled" });
    expect(await cancelInvoice(server.app, id, { motive: "02", by: ACTOR })).toMatchObject({
      refused: "invoice_not_cancellable",
    });
    const secondResponse = await requestInvoice(order, { usoCFDI: "S01" });
    expect(secondResponse.status, secondResponse.text).toBe(200);
    expect(secondResponse.json.uuid).not.toBe(uuid);
  });

  test("a wrong invoice is replaced by a related one and cancelled afterwards", async () => {
    const order = await createShippedOrder();
    const { uuid } = (await requestInvoice(order)).json;
    const oldInvoice = (await findInvoiceByUuid(server.app.db, uuid))!;
    const substitute = await replaceInvoice(server.app, oldInvoice.id, { receiver: { cfdiUse: "S01" }, by: ACTOR });
    if (isRefusal(substitute)) throw new Error(substitute.refused);
    expect(substitute.xml).toContain('TipoRelacion="04"');
    expect(substitute.xml).toContain(uuid);
    await expect
      .poll(async () => (await findInvoiceByUuid(server.app.db, uuid))!.state, { timeout: 30_000 })
      .toBe("cancelled");
    expect((await stampedInvoicesOf(order)).map((invoice) => invoice.uuid)).toEqual([substitute.uuid]);
  });

  test("a substitute that the PAC refuses leaves the original valid", async () => {
    const order = await createShippedOrder();
    const { uuid } = (await requestInvoice(order)).json;
    const oldInvoice = (await findInvoiceByUuid(server.app.db, uuid))!;
    await setFault("reject:CFDI40148");
    const result = await replaceInvoice(server.app, oldInvoice.id, { receiver: { postalCode: "64000" }, by: ACTOR });
    expect(result).toMatchObject({ refused: "invoice_refused", code: "CFDI40148" });
    expect((await stampedInvoicesOf(order)).map((invoice) => invoice.uuid)).toEqual([uuid]);
  });

  test("a credit note is for exactly what was refunded, with the pieces that came back", async () => {
    const order = await createShippedOrder();
    const { uuid } = (await requestInvoice(order)).json;
    const { id, xml } = (await findInvoiceByUuid(server.app.db, uuid))!;
    const credit = (returnedLines: ReturnedLine[] = []) => creditInvoice(server.app, id, { returnedLines, by: ACTOR });
    expect(await credit()).toMatchObject({ refused: "nothing_to_credit" });
    await refundTransfer(server.app, order.id, 50_00);
    const note = await credit([{ line: 0, pieces: 1 }]);
    if (isRefusal(note)) throw new Error(note.refused);
    expect(note).toMatchObject({ state: "stamped", totalCents: 50_00 });
    const readKeyAndDescription = (document: string) =>
      /<cfdi:Concepto (ClaveProdServ="\d+").*? (Descripcion="[^"]+")/.exec(document)!.slice(1);
    expect(readKeyAndDescription(note.xml!)).toEqual(readKeyAndDescription(xml!));
    expect(note.xml).toContain('TipoRelacion="03"');
    expect(note.xml).toContain('UsoCFDI="G02"');
    expect(await credit()).toMatchObject({ refused: "nothing_to_credit" });
    await refundTransfer(server.app, order.id, 1_00);
    expect(await credit([{ line: 0, pieces: 1 }])).toMatchObject({ refused: "credit_lines_wrong" });
    const allowance = await credit();
    if (isRefusal(allowance)) throw new Error(allowance.refused);
    expect(allowance.xml).toContain('Descripcion="Bonificación"');
    expect(allowance.xml).toContain('ClaveProdServ="84111506"');
    expect(allowance.xml).toContain('TipoRelacion="01"');
  });

  test("an invoice with a credit note is neither cancelled nor replaced, so that the refund counts once", async () => {
    const order = await createShippedOrder();
    const { uuid } = (await requestInvoice(order)).json;
    const { id, totalCents } = (await findInvoiceByUuid(server.app.db, uuid))!;
    await refundTransfer(server.app, order.id, 50_00);
    const note = await creditInvoice(server.app, id, { returnedLines: [], by: ACTOR });
    if (isRefusal(note)) throw new Error(note.refused);
    const change = { receiver: { cfdiUse: "S01" }, by: ACTOR };
    expect(await cancelInvoice(server.app, id, { motive: "02", by: ACTOR })).toEqual({
      refused: "invoice_has_credit_notes",
    });
    expect(await replaceInvoice(server.app, id, change)).toEqual({ refused: "invoice_has_credit_notes" });
    await expect(sql`UPDATE invoices SET state = 'replaced' WHERE id = ${id}`.execute(server.app.db)).rejects.toThrow(
      "neither cancelled nor replaced",
    );
    expect(await cancelInvoice(server.app, note.id, { motive: "02", by: ACTOR })).toMatchObject({ state: "cancelled" });
    expect(await replaceInvoice(server.app, id, change)).toMatchObject({ totalCents: totalCents - 50_00 });
  });

  test("orders without an invoice go into the period's global invoice, each once", async () => {
    const order = await createShippedOrder();
    const invoicedOrder = await createShippedOrder();
    expect((await requestInvoice(invoicedOrder)).status).toBe(200);
    const { id: shopId } = await server.findShop();
    await sql`UPDATE payments SET paid_at = now() - interval '40 days' WHERE order_id IN (${order.id}, ${invoicedOrder.id})`.execute(
      server.app.db,
    );
    const [saleDay, dayAfter] = [40, 39].map((days) =>
      formatLocalTime(new Date(Date.now() - days * 86_400_000), "America/Mexico_City").slice(0, 10),
    ) as [string, string];
    const period = { periodLength: "day" as const, day: saleDay };
    expect(await issueGlobalInvoice(server.app, shopId, period, { by: ACTOR, today: saleDay })).toMatchObject({
      refused: "period_not_over",
    });
    const global = await issueGlobalInvoice(server.app, shopId, period, { by: ACTOR, today: dayAfter });
    if (isRefusal(global)) throw new Error(global.refused);
    expect(global.xml).toContain("cfdi:InformacionGlobal");
    expect(global.xml).toContain(`NoIdentificacion="${order.reference}"`);
    expect(global.xml).not.toContain(`NoIdentificacion="${invoicedOrder.reference}"`);
    expect(await issueGlobalInvoice(server.app, shopId, period, { by: ACTOR, today: dayAfter })).toMatchObject({
      refused: "nothing_to_invoice",
    });
    expect(await cancelInvoice(server.app, global.id, { motive: "04", by: ACTOR })).toMatchObject({
      state: "cancelled",
    });
    expect((await requestInvoice(order)).status).toBe(200);
  });
});
