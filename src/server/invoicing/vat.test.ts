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
import { issueGlobalInvoice } from "./issue-global-invoice.ts";
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
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const by = TEST_ACTOR;
const dayFromToday = (offsetDays: number) => new Date(Date.now() + offsetDays * 86_400_000).toISOString().slice(0, 10);
const today = dayFromToday(0);

function expectNoRefusal<Value>(value: Value): Exclude<Value, Refusal> {
  if (isRefusal(value)) throw new Error(JSON.stringify(value));
  return value as Exclude<Value, Refusal>;
}

/** A shipped order of one piece at 100 pesos, with shipping, placed `daysAgo` days ago. */
async function createShippedOrder(productVat?: { treatment: string; validFrom: string }, daysAgo = 0) {
  const size = await createTestSize(server.app, { pieces: 1, priceCents: 100_00 });
  if (productVat) await setProductVat(size.productId, productVat.treatment, productVat.validFrom);
  const order = await server.payer.placeOrder({ method: "TB", size });
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    expectNoRefusal(await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber }));
  }
  await sql`UPDATE orders SET created_at = created_at - ${daysAgo}::int * interval '1 day' WHERE id = ${order.id}`.execute(
    server.app.db,
  );
  return { ...order, productId: size.productId };
}

const setProductVat = (id: string, treatment: string, validFrom: string, seen?: number) =>
  setVatTreatment(server.app, { table: "products", id }, { treatment, validFrom, today, seen }, by);
const setGeneralRate = async (rateBps: number, vatFrom: string) =>
  expectNoRefusal(await setIssuer(server.app, shopId, { vatRateBps: rateBps, vatFrom }, by));
const createInvoice = async (order: { id: string }): Promise<Invoice> =>
  expectNoRefusal(
    await invoiceForStaff(server.app, await server.findShop(), order.id, { receiver: LUCIA, email: null, by }),
  );

function taxAttributesOf(xml: string): Record<string, string>[] {
  const document = expectNoRefusal(parseXml(xml));
  return taxElementsOf(document).map(({ attributes }) => attributes);
}
const taxElementsOf = (parent?: XmlElement) =>
  childrenOf(childOf(childOf(parent, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");

describe("an invoice", () => {
  test("has the treatment of each product, and the general rate for shipping", async () => {
    const newInvoice = await createInvoice(await createShippedOrder({ treatment: "exempt", validFrom: "2026-01-01" }));
    const shippingCents = newInvoice.totalCents - 100_00;
    expect(shippingCents).toBeGreaterThan(0);
    expect(newInvoice.taxes).toEqual([
      {
        treatment: "general",
        rateBps: 1600,
        baseCents: Math.round(shippingCents / 1.16),
        taxCents: shippingCents - Math.round(shippingCents / 1.16),
      },
      { treatment: "exempt", rateBps: 0, baseCents: 100_00, taxCents: 0 },
    ]);
    expect(taxAttributesOf(newInvoice.xml!).map(({ TipoFactor }) => TipoFactor)).toEqual(["Tasa", "Exento"]);
  });

  test("uses the nearest category, and a product's own treatment before it", async () => {
    const [parentCategoryId, childCategoryId] = [newId(), newId()];
    for (const [id, parentId] of [
      [parentCategoryId, null],
      [childCategoryId, parentCategoryId],
    ] as const) {
      await server.app.db
        .insertInto("categories")
        .values({ id, slug: id, name: `Libros ${id}`, description: "", parent_id: parentId, position: 900 })
        .execute();
    }
    const setCategoryVat = (id: string, treatment: string) =>
      setVatTreatment(server.app, { table: "categories", id }, { treatment, validFrom: "2026-01-01", today }, by);
    await setCategoryVat(parentCategoryId, "zero");
    const invoiceAndReadTreatments = async (ownTreatment?: string) => {
      const order = await createShippedOrder(
        ownTreatment ? { treatment: ownTreatment, validFrom: "2026-01-01" } : undefined,
      );
      await server.app.db
        .insertInto("product_categories")
        .values({ product_id: order.productId, category_id: childCategoryId })
        .execute();
      return (await createInvoice(order)).taxes.map(({ treatment }) => treatment);
    };
    expect(await invoiceAndReadTreatments()).toEqual(["general", "zero"]);
    await setCategoryVat(childCategoryId, "notSubject");
    expect(await invoiceAndReadTreatments()).toEqual(["general", "notSubject"]);
    expect(await invoiceAndReadTreatments("general")).toEqual(["general"]);
    await setCategoryVat(childCategoryId, "inherit");
    expect(await invoiceAndReadTreatments()).toEqual(["general", "zero"]);
  });
});

describe("a document has the VAT of the day of its sale", () => {
  test("an invoice and its substitute have the rate of the order's day, also after the rate changed", async () => {
    await setGeneralRate(800, dayFromToday(-10));
    const [orderBefore, orderAfter] = [await createShippedOrder(undefined, 20), await createShippedOrder()];
    expect((await createInvoice(orderBefore)).taxes.map(({ rateBps }) => rateBps)).toEqual([1600]);
    const newInvoice = await createInvoice(orderAfter);
    expect(newInvoice.taxes.map(({ rateBps }) => rateBps)).toEqual([800]);
    expect(newInvoice.taxes[0]!.baseCents).toBe(Math.round(newInvoice.totalCents / 1.08));
    await setGeneralRate(1600, today);
    const { xml } = expectNoRefusal(
      await replaceInvoice(server.app, (await createInvoice(orderBefore)).id, { receiver: { cfdiUse: "S01" }, by }),
    );
    expect(taxAttributesOf(xml!).map(({ TasaOCuota }) => TasaOCuota)).toEqual(["0.160000"]);
    await setGeneralRate(1600, dayFromToday(-10));
  });

  test("a product that becomes exempt in two days is taxed today", async () => {
    const newInvoice = await createInvoice(
      await createShippedOrder({ treatment: "exempt", validFrom: dayFromToday(2) }),
    );
    expect(newInvoice.taxes.map(({ treatment }) => treatment)).toEqual(["general"]);
  });

  test("a credit note has the rates of its invoice, in proportion, also after the product's treatment changed", async () => {
    const order = await createShippedOrder({ treatment: "exempt", validFrom: "2026-01-01" });
    const newInvoice = await createInvoice(order);
    await setProductVat(order.productId, "general", "2026-01-01");
    await refundTransfer(server.app, order.id, 50_00);
    const note = expectNoRefusal(await creditInvoice(server.app, newInvoice.id, { returnedLines: [], by }));
    expect(note.totalCents).toBe(50_00);
    expect(note.taxes.map(({ treatment, rateBps }) => [treatment, rateBps])).toEqual([
      ["general", 1600],
      ["exempt", 0],
    ]);
  });

  test("a global invoice has each order at the rates of its own day, with one line for each", async () => {
    await setGeneralRate(800, dayFromToday(-5));
    const mixedOrder = await createShippedOrder({ treatment: "zero", validFrom: "2026-01-01" }, 4);
    const oldOrder = await createShippedOrder(undefined, 8);
    await setGeneralRate(1600, dayFromToday(-2));
    await sql`UPDATE payments SET paid_at = ${`${dayFromToday(-40)}T18:00Z`} WHERE order_id IN (${mixedOrder.id}, ${oldOrder.id})`.execute(
      server.app.db,
    );
    const period = { periodLength: "day" as const, day: dayFromToday(-40) };
    const globalInvoice = expectNoRefusal(
      await issueGlobalInvoice(server.app, shopId, period, { by, today: dayFromToday(1) }),
    );
    const concepts = childrenOf(
      childOf(expectNoRefusal(parseXml(globalInvoice.xml!)), "cfdi:Conceptos"),
      "cfdi:Concepto",
    );
    const ratesOf = (reference: string) =>
      concepts
        .filter(({ attributes }) => attributes.NoIdentificacion === reference)
        .map((concept) => taxElementsOf(concept).map(({ attributes }) => attributes.TasaOCuota));
    expect(ratesOf(mixedOrder.reference)).toEqual([["0.080000", "0.000000"]]);
    expect(ratesOf(oldOrder.reference)).toEqual([["0.160000"]]);
    const sum = globalInvoice.taxes.reduce((cents, { baseCents, taxCents }) => cents + baseCents + taxCents, 0);
    expect(sum).toBe(globalInvoice.totalCents);
  });
});

describe("several refunds of a sale with several VAT treatments", () => {
  const exemptVat = { treatment: "exempt", validFrom: "2026-01-01" };
  /** What the documents declare, by treatment, VAT included. */
  const sumByTreatment = (...documents: Invoice[]) => {
    const sums: Record<string, number> = {};
    for (const { treatment, baseCents, taxCents } of documents.flatMap(({ taxes }) => taxes)) {
      sums[treatment] = (sums[treatment] ?? 0) + baseCents + taxCents;
    }
    return sums;
  };

  test("after the return of the exempt piece, the rest of the invoice is credited at the general rate only", async () => {
    const order = await createShippedOrder(exemptVat);
    const newInvoice = await createInvoice(order);
    await refundTransfer(server.app, order.id, 100_00);
    const firstNote = expectNoRefusal(
      await creditInvoice(server.app, newInvoice.id, { returnedLines: [{ line: 0, pieces: 1 }], by }),
    );
    expect(sumByTreatment(firstNote)).toEqual({ exempt: 100_00 });
    await refundTransfer(server.app, order.id, newInvoice.totalCents - 100_00);
    const secondNote = expectNoRefusal(await creditInvoice(server.app, newInvoice.id, { returnedLines: [], by }));
    expect(sumByTreatment(firstNote, secondNote)).toEqual(sumByTreatment(newInvoice));
  });

  test("a deposit is credited and applied in the proportion of its treatments", async () => {
    expectNoRefusal(await setIssuer(server.app, shopId, { undelivered: "deposit" }, by));
    const size = await createTestSize(server.app, { pieces: 1, priceCents: 100_00 });
    await setProductVat(size.productId, exemptVat.treatment, exemptVat.validFrom);
    const order = await server.payer.placeOrder({ method: "TB", size });
    const move = async (to: "PAYMENT_ACCEPTED" | "SHIPPED") =>
      expectNoRefusal(
        await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber: "MX1" }),
      );
    await move("PAYMENT_ACCEPTED");
    const request = { receiver: LUCIA, email: null, mode: "deposit" as const, by };
    const deposit = expectNoRefusal(await invoiceEarly(server.app, await server.findShop(), order.id, request));
    await refundTransfer(server.app, order.id, 33_33);
    const note = expectNoRefusal(await creditInvoice(server.app, deposit.id, { returnedLines: [], by }));
    expect(Object.keys(sumByTreatment(note))).toEqual(["general", "exempt"]);
    await move("SHIPPED");
    const saleInvoice = await createInvoice(order);
    const depositApplication = expectNoRefusal(await applyDeposit(server.app, saleInvoice.id, by));
    expect(sumByTreatment(note, depositApplication)).toEqual(sumByTreatment(deposit));
    expectNoRefusal(await setIssuer(server.app, shopId, { undelivered: "atOnce" }, by));
  });

  test("an order in a global invoice is credited in the proportion of its treatments, until all of it is credited", async () => {
    const order = await createShippedOrder(exemptVat);
    await sql`UPDATE payments SET paid_at = ${`${dayFromToday(-45)}T18:00Z`} WHERE order_id = ${order.id}`.execute(
      server.app.db,
    );
    const period = { periodLength: "day" as const, day: dayFromToday(-45) };
    const global = expectNoRefusal(
      await issueGlobalInvoice(server.app, shopId, period, { by, today: dayFromToday(1) }),
    );
    const notes: Invoice[] = [];
    for (const cents of [1, 1, 33_33, global.totalCents - 33_35]) {
      await refundTransfer(server.app, order.id, cents);
      notes.push(expectNoRefusal(await creditGlobal(server.app, global.id, by)));
    }
    expect(sumByTreatment(...notes)).toEqual(sumByTreatment(global));
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
  ])("%j is refused: %s", async (input, expectedRefusal) => {
    const { productId } = await createTestSize(server.app, { pieces: 1 });
    expect(await setProductVat(productId, input.treatment, input.validFrom)).toEqual({ refused: expectedRefusal });
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
    const changes = await listChanges(server.app.db, "vat", { id: productId });
    expect(changes.map(({ before, after }) => [before, after])).toMatchObject([
      [{ vat: "Exento" }, { vat: "Tasa 0 %" }],
      [null, { vat: "Exento" }],
    ]);
  });

  test("a general rate other than 16 % or 8 %, or from an impossible day, is refused", async () => {
    const setRate = (vatRateBps: number, vatFrom?: string) =>
      setIssuer(server.app, shopId, { vatRateBps, vatFrom }, by);
    expect(await setRate(1100)).toMatchObject({ refused: "issuer_invalid", field: "vat" });
    expect(await setRate(800, "2026-13-01")).toMatchObject({ refused: "issuer_invalid", field: "vat-from" });
    expect(await setRate(800, "2199-01-01")).toMatchObject({ refused: "issuer_invalid", field: "vat-from" });
    expect(await findIssuer(server.app.db, shopId)).toBeDefined();
  });
});

test("the database refuses to change the taxes of a sealed document, and taxes that do not add up to its total", async () => {
  const { id } = await createInvoice(await createShippedOrder());
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
