import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { parseXml } from "../cfdi/parse-xml.ts";
import { childOf, childrenOf, type XmlElement } from "../cfdi/xml.ts";
import { listChanges } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { moveOrder } from "../orders/move-order.ts";
import { LUCIA, refundTransfer, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { openShopWithPayer, type ShopWithPayer } from "../testing/payer.ts";
import { createTestSize } from "../testing/test-size.ts";
import { applyDeposit } from "./apply-deposit.ts";
import { creditGlobal } from "./credit-global.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { invoiceEarly } from "./invoice-early.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { invoicePeriod } from "./invoice-period.ts";
import { findIssuer } from "./issuers.ts";
import type { Invoice } from "./queries.ts";
import { replaceInvoice } from "./replace-invoice.ts";
import { setIssuer } from "./set-issuer.ts";
import { setVatTreatment } from "./vat-treatments.ts";

let server: ShopWithPayer;
let shopId: string;
beforeAll(async () => {
  server = await openShopWithPayer();
  shopId = (await server.findShop()).id;
});
afterAll(async () => {
  const violated = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violated).toEqual([]);
});

const by = TEST_ACTOR;
const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
const today = day(0);

function orThrow<Value>(value: Value): Exclude<Value, Refusal> {
  if (isRefusal(value)) throw new Error(JSON.stringify(value));
  return value as Exclude<Value, Refusal>;
}

/** A shipped order of one piece at 100 pesos, with shipping, placed some days ago. */
async function shippedOrder(productVat?: { treatment: string; validFrom: string }, daysAgo = 0) {
  const size = await createTestSize(server.app, { pieces: 1, priceCents: 100_00 });
  if (productVat) await setProductVat(size.productId, productVat.treatment, productVat.validFrom);
  const order = await server.payer.order({ method: "TB", size });
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    orThrow(await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber }));
  }
  await sql`UPDATE orders SET created_at = created_at - ${daysAgo}::int * interval '1 day' WHERE id = ${order.id}`.execute(
    server.app.db,
  );
  return { ...order, productId: size.productId };
}

const setProductVat = (id: string, treatment: string, validFrom: string, seen?: number) =>
  setVatTreatment(server.app, { table: "products", id }, { treatment, validFrom, today, seen }, by);
const setGeneralRate = async (rateBps: number, vatFrom: string) =>
  orThrow(await setIssuer(server.app, shopId, { vatRateBps: rateBps, vatFrom }, by));
const invoice = async (order: { id: string }): Promise<Invoice> =>
  orThrow(await invoiceForStaff(server.app, await server.findShop(), order.id, { receiver: LUCIA, email: null, by }));

function transfersOf(xml: string): Record<string, string>[] {
  const document = orThrow(parseXml(xml));
  return transferElements(document).map(({ attributes }) => attributes);
}
const transferElements = (parent?: XmlElement) =>
  childrenOf(childOf(childOf(parent, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");

describe("an invoice", () => {
  test("has the treatment of each product, and the general rate for shipping", async () => {
    const made = await invoice(await shippedOrder({ treatment: "exempt", validFrom: "2026-01-01" }));
    const shippingCents = made.totalCents - 100_00;
    expect(shippingCents).toBeGreaterThan(0);
    expect(made.taxes).toEqual([
      {
        treatment: "general",
        rateBps: 1600,
        baseCents: Math.round(shippingCents / 1.16),
        taxCents: shippingCents - Math.round(shippingCents / 1.16),
      },
      { treatment: "exempt", rateBps: 0, baseCents: 100_00, taxCents: 0 },
    ]);
    expect(transfersOf(made.xml!).map(({ TipoFactor }) => TipoFactor)).toEqual(["Tasa", "Exento"]);
  });

  test("uses the nearest category, and a product's own treatment before it", async () => {
    const [parent, child] = [newId(), newId()];
    for (const [id, parentId] of [
      [parent, null],
      [child, parent],
    ] as const) {
      await server.app.db
        .insertInto("categories")
        .values({ id, slug: id, name: `Libros ${id}`, description: "", parent_id: parentId, position: 900 })
        .execute();
    }
    const setCategory = (id: string, treatment: string) =>
      setVatTreatment(server.app, { table: "categories", id }, { treatment, validFrom: "2026-01-01", today }, by);
    await setCategory(parent, "zero");
    const treatmentOf = async (own?: string) => {
      const order = await shippedOrder(own ? { treatment: own, validFrom: "2026-01-01" } : undefined);
      await server.app.db
        .insertInto("product_categories")
        .values({ product_id: order.productId, category_id: child })
        .execute();
      return (await invoice(order)).taxes.map(({ treatment }) => treatment);
    };
    expect(await treatmentOf()).toEqual(["general", "zero"]);
    await setCategory(child, "notSubject");
    expect(await treatmentOf()).toEqual(["general", "notSubject"]);
    expect(await treatmentOf("general")).toEqual(["general"]);
    await setCategory(child, "inherit");
    expect(await treatmentOf()).toEqual(["general", "zero"]);
  });
});

describe("a document has the VAT of the day of its sale", () => {
  test("an invoice and its replacement have the rate of the order's day, also after the rate changed", async () => {
    await setGeneralRate(800, day(-10));
    const [before, after] = [await shippedOrder(undefined, 20), await shippedOrder()];
    expect((await invoice(before)).taxes.map(({ rateBps }) => rateBps)).toEqual([1600]);
    const made = await invoice(after);
    expect(made.taxes.map(({ rateBps }) => rateBps)).toEqual([800]);
    expect(made.taxes[0]!.baseCents).toBe(Math.round(made.totalCents / 1.08));
    await setGeneralRate(1600, today);
    const { xml } = orThrow(
      await replaceInvoice(server.app, (await invoice(before)).id, { receiver: { cfdiUse: "S01" }, by }),
    );
    expect(transfersOf(xml!).map(({ TasaOCuota }) => TasaOCuota)).toEqual(["0.160000"]);
    await setGeneralRate(1600, day(-10));
  });

  test("a product that becomes exempt in two days is taxed today", async () => {
    const made = await invoice(await shippedOrder({ treatment: "exempt", validFrom: day(2) }));
    expect(made.taxes.map(({ treatment }) => treatment)).toEqual(["general"]);
  });

  test("a credit note has the rates of its invoice, in proportion, also after the product's treatment changed", async () => {
    const order = await shippedOrder({ treatment: "exempt", validFrom: "2026-01-01" });
    const made = await invoice(order);
    await setProductVat(order.productId, "general", "2026-01-01");
    await refundTransfer(server.app, order.id, 50_00);
    const note = orThrow(await creditInvoice(server.app, made.id, { returned: [], by }));
    expect(note.totalCents).toBe(50_00);
    expect(note.taxes.map(({ treatment, rateBps }) => [treatment, rateBps])).toEqual([
      ["general", 1600],
      ["exempt", 0],
    ]);
  });

  test("a global invoice has each order at the rates of its own day, with one line for each", async () => {
    await setGeneralRate(800, day(-5));
    const mixed = await shippedOrder({ treatment: "zero", validFrom: "2026-01-01" }, 4);
    const old = await shippedOrder(undefined, 8);
    await setGeneralRate(1600, day(-2));
    await sql`UPDATE payments SET paid_at = ${`${day(-40)}T18:00Z`} WHERE order_id IN (${mixed.id}, ${old.id})`.execute(
      server.app.db,
    );
    const period = { periodLength: "day" as const, day: day(-40) };
    const made = orThrow(await invoicePeriod(server.app, shopId, period, { by, today: day(1) }));
    const concepts = childrenOf(childOf(orThrow(parseXml(made.xml!)), "cfdi:Conceptos"), "cfdi:Concepto");
    const ratesOf = (reference: string) =>
      concepts
        .filter(({ attributes }) => attributes.NoIdentificacion === reference)
        .map((concept) => transferElements(concept).map(({ attributes }) => attributes.TasaOCuota));
    expect(ratesOf(mixed.reference)).toEqual([["0.080000", "0.000000"]]);
    expect(ratesOf(old.reference)).toEqual([["0.160000"]]);
    const sum = made.taxes.reduce((cents, { baseCents, taxCents }) => cents + baseCents + taxCents, 0);
    expect(sum).toBe(made.totalCents);
  });
});

describe("several refunds of a sale with several VAT treatments", () => {
  const exempt = { treatment: "exempt", validFrom: "2026-01-01" };
  /** What the documents declare, by treatment, VAT included. */
  const sumOf = (...documents: Invoice[]) => {
    const sums: Record<string, number> = {};
    for (const { treatment, baseCents, taxCents } of documents.flatMap(({ taxes }) => taxes)) {
      sums[treatment] = (sums[treatment] ?? 0) + baseCents + taxCents;
    }
    return sums;
  };

  test("after the return of the exempt piece, the rest of the invoice is credited at the general rate only", async () => {
    const order = await shippedOrder(exempt);
    const made = await invoice(order);
    await refundTransfer(server.app, order.id, 100_00);
    const first = orThrow(await creditInvoice(server.app, made.id, { returned: [{ line: 0, pieces: 1 }], by }));
    expect(sumOf(first)).toEqual({ exempt: 100_00 });
    await refundTransfer(server.app, order.id, made.totalCents - 100_00);
    const second = orThrow(await creditInvoice(server.app, made.id, { returned: [], by }));
    expect(sumOf(first, second)).toEqual(sumOf(made));
  });

  test("a deposit is credited and applied in the proportion of its treatments", async () => {
    orThrow(await setIssuer(server.app, shopId, { undelivered: "deposit" }, by));
    const size = await createTestSize(server.app, { pieces: 1, priceCents: 100_00 });
    await setProductVat(size.productId, exempt.treatment, exempt.validFrom);
    const order = await server.payer.order({ method: "TB", size });
    const move = async (to: "PAYMENT_ACCEPTED" | "SHIPPED") =>
      orThrow(await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber: "MX1" }));
    await move("PAYMENT_ACCEPTED");
    const request = { receiver: LUCIA, email: null, mode: "deposit" as const, by };
    const deposit = orThrow(await invoiceEarly(server.app, await server.findShop(), order.id, request));
    await refundTransfer(server.app, order.id, 33_33);
    const note = orThrow(await creditInvoice(server.app, deposit.id, { returned: [], by }));
    expect(Object.keys(sumOf(note))).toEqual(["general", "exempt"]);
    await move("SHIPPED");
    const saleInvoice = await invoice(order);
    const applied = orThrow(await applyDeposit(server.app, saleInvoice.id, by));
    expect(sumOf(note, applied)).toEqual(sumOf(deposit));
    orThrow(await setIssuer(server.app, shopId, { undelivered: "atOnce" }, by));
  });

  test("an order in a global invoice is credited in the proportion of its treatments, until all of it is credited", async () => {
    const order = await shippedOrder(exempt);
    await sql`UPDATE payments SET paid_at = ${`${day(-45)}T18:00Z`} WHERE order_id = ${order.id}`.execute(
      server.app.db,
    );
    const period = { periodLength: "day" as const, day: day(-45) };
    const global = orThrow(await invoicePeriod(server.app, shopId, period, { by, today: day(1) }));
    const notes: Invoice[] = [];
    for (const cents of [1, 1, 33_33, global.totalCents - 33_35]) {
      await refundTransfer(server.app, order.id, cents);
      notes.push(orThrow(await creditGlobal(server.app, global.id, by)));
    }
    expect(sumOf(...notes)).toEqual(sumOf(global));
  });
});

describe("setting a treatment", () => {
  test.each([
    [{ treatment: "free", validFrom: today }, "vat_unknown"],
    [{ treatment: "exempt", validFrom: "2026-02-30" }, "vat_day_invalid"],
    [{ treatment: "exempt", validFrom: "mañana" }, "vat_day_invalid"],
    [{ treatment: "exempt", validFrom: "1999-12-31" }, "vat_day_invalid"],
    [{ treatment: "exempt", validFrom: "9999-12-31" }, "vat_day_invalid"],
    [{ treatment: "exempt", validFrom: "275760-09-14" }, "vat_day_invalid"],
  ])("%j is refused: %s", async (input, refused) => {
    const { productId } = await createTestSize(server.app, { pieces: 1 });
    expect(await setProductVat(productId, input.treatment, input.validFrom)).toEqual({ refused });
  });

  test("of something that does not exist is refused", async () => {
    expect(await setProductVat(newId(), "exempt", today)).toEqual({ refused: "not_found" });
  });

  test("by three members of staff at once: one sets it, the others are refused", async () => {
    const { productId } = await createTestSize(server.app, { pieces: 1 });
    const results = await Promise.all(
      ["exempt", "zero", "notSubject"].map((treatment) => setProductVat(productId, treatment, today, 0)),
    );
    expect(results.filter((result) => result === "set")).toHaveLength(1);
    expect(results.filter(isRefusal)).toEqual([{ refused: "vat_changed" }, { refused: "vat_changed" }]);
  });

  test("again from the same day replaces it, with both in the log", async () => {
    const { productId } = await createTestSize(server.app, { pieces: 1 });
    await setProductVat(productId, "exempt", today);
    await setProductVat(productId, "zero", today);
    const { rows: periods } = await sql`
      SELECT treatment FROM vat_treatments WHERE product_id = ${productId}`.execute(server.app.db);
    expect(periods).toEqual([{ treatment: "zero" }]);
    const log = await listChanges(server.app.db, "vat", { id: productId });
    expect(log.map(({ before, after }) => [before, after])).toMatchObject([
      [{ vat: "Exento" }, { vat: "Tasa 0 %" }],
      [null, { vat: "Exento" }],
    ]);
  });

  test("a general rate other than 16 % or 8 %, or from an impossible day, is refused", async () => {
    const set = (vatRateBps: number, vatFrom?: string) => setIssuer(server.app, shopId, { vatRateBps, vatFrom }, by);
    expect(await set(1100)).toMatchObject({ refused: "issuer_invalid", field: "vat" });
    expect(await set(800, "2026-13-01")).toMatchObject({ refused: "issuer_invalid", field: "vat-from" });
    expect(await set(800, "2199-01-01")).toMatchObject({ refused: "issuer_invalid", field: "vat-from" });
    expect(await findIssuer(server.app.db, shopId)).toBeDefined();
  });
});

test("the database refuses to change the taxes of a sealed document, and taxes that do not add up to its total", async () => {
  const { id } = await invoice(await shippedOrder());
  const change = (set: ReturnType<typeof sql>) =>
    sql`UPDATE invoices SET ${set} WHERE id = ${id}`.execute(server.app.db);
  await expect(change(sql`taxes = '[]'`)).rejects.toThrow("do not change");
  await expect(change(sql`discount_cents = discount_cents + 1`)).rejects.toThrow("do not change");
  await expect(
    sql`INSERT INTO invoices (id, shop_id, kind, receiver, payment_form, total_cents, subtotal_cents, discount_cents, taxes,
      folio, sealed_xml, issued_at, provider, actor, period_from, period_to, periodicity) VALUES (${newId()}, ${shopId}, 'global', '{}', '01', 116, 100, 0,
      '[{"treatment": "general", "rateBps": 1600, "baseCents": 100, "taxCents": 15}]', 'x', 'x', now(), 'x', 'x', '2026-11-01', '2026-11-30', '04')`.execute(
      server.app.db,
    ),
  ).rejects.toThrow("invoices_taxes_add_up");
});
