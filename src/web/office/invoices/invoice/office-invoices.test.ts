import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../../domain/refusal.ts";
import { findCreditDue } from "../../../../server/invoicing/credit-due.ts";
import { creditInvoice } from "../../../../server/invoicing/credit-invoice.ts";
import { cancelInvoice, advanceCancellation } from "../../../../server/invoicing/cancel-invoice.ts";
import { searchInvoices } from "../../../../server/invoicing/search-invoices.ts";
import { issueCertificate, generateKeyPair } from "../../../../server/cfdi/certificates/issue-certificate.ts";
import { invoiceForStaff } from "../../../../server/invoicing/invoice-order.ts";
import { findIssuer } from "../../../../server/invoicing/issuers.ts";
import { findLiveInvoice, type Invoice } from "../../../../server/invoicing/queries.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import {
  createStampedInvoice,
  LUCIA,
  refundTransfer,
  createShippedOrder,
  TEST_ACTOR,
} from "../../../../server/testing/invoiced-order.ts";
import { PageVisitor } from "../../../../server/testing/page-visitor.ts";
import { openTestOffice, type TestOffice } from "../../../../server/testing/test-office.ts";
import { createTestSize } from "../../../../server/testing/test-size.ts";
import { startWorker } from "../../../../server/job-worker.ts";
import { issueCertificateToday } from "../../../../server/testing/pac.ts";

let office: TestOffice;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  office = await openTestOffice();
  worker = startWorker(office.app);
});
afterAll(async () => {
  await worker.stop();
  await office.stop();
});

/** Its RFC is not one of the sandbox PAC's taxpayers (taxpayers.ts). */
const UNKNOWN_RECEIVER = {
  rfc: "NEX000101AB7",
  name: "NADIE EXISTE",
  postalCode: "64000",
  taxRegime: "601",
  cfdiUse: "G03",
};

const placeShippedOrder = () => createShippedOrder(office);
const makeStampedInvoice = () => createStampedInvoice(office);

/** Records that staff returned this much of the order's transfer. */
async function refund(invoice: Invoice, cents: number): Promise<Invoice> {
  await refundTransfer(office.app, invoice.orderId!, cents);
  return invoice;
}

const post = (path: string, form: Record<string, string>, as: "accounting" | "branchOwner" = "accounting") =>
  office.visit(path, { as, form });
const findInvoiceIds = (term: string, filters: object = {}) =>
  searchInvoices(office.app.db, { shops: "all", term, ...filters }, 50).then((rows) => rows.map(({ id }) => id));

test("the month's page says that a sale without an invoice is not declared yet", async () => {
  await placeShippedOrder();
  const { text } = await office.visit("/panel/facturacion/mes", { as: "accounting" });
  expect(text).toContain("Las facturas coinciden con sus ventas. Falta declarar $");
});

test("a refused invoice shows the reason at its field, is issued again with correct data, and is no longer listed as to be corrected", async () => {
  const order = await placeShippedOrder();
  const issueResponse = await post(`/panel/facturacion/nueva?pedido=${order.id}`, {
    order: order.id,
    ...UNKNOWN_RECEIVER,
  });
  expect(issueResponse.text).toContain("El SAT no reconoce ese RFC");
  const [refusedId] = await findInvoiceIds(order.reference, { filter: "toCorrect" });
  const response = await office.visit(`/panel/facturacion/${refusedId}`, { as: "accounting" });
  expect(response.text).toContain("CFDI40143");
  const retryResponse = await post(`/panel/facturacion/${refusedId}`, {
    intent: "retry",
    ...UNKNOWN_RECEIVER,
    ...LUCIA,
  });
  expect(retryResponse.status).toBe(302);
  expect(await findLiveInvoice(office.app.db, order.id)).toMatchObject({ state: "stamped" });
  expect(await findInvoiceIds(order.reference, { filter: "toCorrect" })).toEqual([]);
  expect(await findInvoiceIds(order.reference, { filter: "refused" })).toEqual([refusedId]);
});

test("a form with the generic RFC of receivers abroad asks for their country, also if the RFC is typed with hyphens", async () => {
  const { id } = await placeShippedOrder();
  const receiver = { ...LUCIA, rfc: "xexx-010101-000", taxRegime: "" };
  const { text } = await post(`/panel/facturacion/nueva?pedido=${id}`, { order: id, ...receiver });
  expect(text).toContain("País donde vive");
});

test("an invoice is found by folio, UUID, RFC, name and order, but not by wildcards or unknown words", async () => {
  const { id, uuid, folio, series, reference } = await makeStampedInvoice();
  for (const term of [
    uuid!,
    uuid!.toLowerCase().slice(0, 23),
    `${series ?? ""}${folio}`,
    "lupa900215",
    "lucía  prueba",
    reference!,
    `#${reference}`,
  ]) {
    expect(await findInvoiceIds(term), term).toContain(id);
  }
  for (const term of ["%", "_", "'; DROP TABLE invoices", "nadie se llama así", "999999999999999"]) {
    expect(await findInvoiceIds(term), term).toEqual([]);
  }
});

test("of two concurrent cancellations one succeeds and the other is refused, and the log has each action once", async () => {
  const { id } = await makeStampedInvoice();
  const results = await Promise.all([1, 2].map(() => cancelInvoice(office.app, id, { motive: "03", by: TEST_ACTOR })));
  expect(results.filter(isRefusal)).toEqual([{ refused: "invoice_not_cancellable" }]);
  const actions = (await listChanges(office.app.db, "invoice", { id })).map(({ action }) => action);
  expect(actions).toEqual(["invoice-cancel", "invoice-make"]);
});

test("of two concurrent credit notes for the same refund, one is issued and the other is refused", async () => {
  const invoice = await refund(await makeStampedInvoice(), 10_00);
  const request = { seenCents: 10_00, returnedLines: [], by: TEST_ACTOR };
  const results = await Promise.all([1, 2].map(() => creditInvoice(office.app, invoice.id, request)));
  expect(results.filter(isRefusal)).toEqual([{ refused: "credit_changed" }]);
  expect(await findCreditDue(office.app.db, invoice)).toMatchObject({ creditedCents: 10_00, dueCents: 0 });
});

test("the page proposes a credit note for the refunded amount, and accepts only pieces of the invoice", async () => {
  const invoice = await makeStampedInvoice();
  const path = `/panel/facturacion/${invoice.id}`;
  const readPage = async () => (await office.visit(path, { as: "accounting" })).text;
  expect(await readPage()).toContain("No hay nada que acreditar");
  await refund(invoice, 10_00);
  expect(await readPage()).toContain("Hacer nota de crédito por $10.00");
  expect((await post(path, { intent: "credit", due: "999", pieces: "0" })).text).toContain("cambió mientras veías");
  expect((await post(path, { intent: "credit", due: "1000", pieces: "9" })).text).toContain("no son de la factura");
  expect((await post(path, { intent: "credit", due: "1000", pieces: "1.5" })).text).toContain("no son de la factura");
  expect((await post(path, { intent: "credit", due: "1000", pieces: "1" })).status).toBe(302);
  const pageText = await readPage();
  expect(pageText).toContain("No hay nada que acreditar");
  expect(pageText).toContain("cancela antes sus notas de crédito");
  expect((await post(path, { intent: "cancel", motive: "02" })).text).toContain("Tiene notas de crédito vigentes");
});

test("a replaced invoice whose cancellation the receiver rejects can be kept; its substitute's page shows a dispute", async () => {
  const expensiveSize = await createTestSize(office.app, { pieces: 1, priceCents: 2_000_00 });
  const replacedInvoice = await createStampedInvoice(office, expensiveSize);
  const path = `/panel/facturacion/${replacedInvoice.id}`;
  const readPage = async () => (await office.visit(path, { as: "accounting" })).text;
  const replaceResponse = await post(path, { intent: "replace", ...LUCIA, cfdiUse: "S01" });
  expect(replaceResponse.status, replaceResponse.text).toBe(302);
  await expect.poll(readPage, { timeout: 30_000 }).toContain("El receptor tiene hasta el");
  const { status } = await office.call("POST", "/sandbox/pac/control", {
    body: { cancellation: "reject", uuid: replacedInvoice.uuid },
  });
  expect(status).toBe(200);
  await advanceCancellation(office.app, replacedInvoice.id);
  const pageText = await readPage();
  expect(pageText).toContain("Hay dos facturas vigentes");
  const [, receiptPath] = /href="([^"]+acuse[^"]+)"/.exec(pageText)!;
  const receiptResponse = await office.visit(receiptPath!, { as: "accounting" });
  expect(receiptResponse.text).toContain("<Acuse");
  expect(receiptResponse.headers.get("content-disposition")).toContain("acuse-factura-");
  expect((await office.visit(receiptPath!, { as: "branchOwner" })).status).toBe(404);
  expect((await post(path, { intent: "keep" }, "branchOwner")).status).toBe(404);
  expect((await post(path, { intent: "keep" })).status).toBe(302);
  expect(await readPage()).toContain("Se está cancelando la que la sustituía");
  await sql`UPDATE payments SET state = 'DISPUTED', disputed_at = now() WHERE order_id = ${replacedInvoice.orderId}`.execute(
    office.app.db,
  );
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM invoices WHERE relates_to_id = ${replacedInvoice.id}`.execute(office.app.db);
  expect((await office.visit(`/panel/facturacion/${rows[0]!.id}`, { as: "accounting" })).text).toContain(
    "Contracargo en disputa: $",
  );
});

test("of two concurrent invoices of an order for different receivers, one is issued and the other is refused", async () => {
  const order = await placeShippedOrder();
  const headOffice = await office.findShop();
  const results = await Promise.all(
    [LUCIA, { ...LUCIA, cfdiUse: "S01" }].map((receiver) =>
      invoiceForStaff(office.app, headOffice, order.id, { receiver, email: null, by: TEST_ACTOR }),
    ),
  );
  const refusals = results.flatMap((result) => ("refused" in result ? [result.refused] : []));
  expect(refusals).toHaveLength(1);
  expect(["invoiced_already", "invoice_in_progress"]).toContain(refusals[0]);
  expect(await findInvoiceIds(order.reference)).toHaveLength(1);
});

test("a branch gets 404 for another shop's invoice and issuer, and its lists leave the invoice out", async () => {
  const { id, folio } = await makeStampedInvoice();
  for (const path of [`/panel/facturacion/${id}`, `/panel/facturacion/${id}/xml`, `/panel/facturacion/${id}/pdf`]) {
    expect((await office.visit(path, { as: "branchOwner" })).status, path).toBe(404);
    expect((await office.visit(path, { as: "accounting" })).status, path).toBe(200);
  }
  expect((await post(`/panel/facturacion/${id}`, { intent: "cancel", motive: "02" }, "branchOwner")).status).toBe(404);
  expect((await office.visit("/panel/facturacion", { as: "branchOwner" })).text).not.toContain(`Factura ${folio}`);
  const { id: shopId } = await office.findShop();
  expect((await office.visit(`/panel/facturacion/emisor?tienda=${shopId}`, { as: "branchOwner" })).status).toBe(404);
  expect((await post("/panel/facturacion/emisor", { shop: shopId, rfc: "LUPA900215AB3" }, "branchOwner")).status).toBe(
    404,
  );
  const csv = await office.visit("/panel/facturacion/exportar", { as: "branchOwner" });
  expect(csv.text.trim().split("\r\n")).toHaveLength(1);
});

test("the list is exported as CSV with its filters, and its amounts are numbers", async () => {
  const { uuid, totalCents, reference } = await makeStampedInvoice();
  const { text, headers } = await office.visit(`/panel/facturacion/exportar?q=${reference}`, { as: "accounting" });
  expect(headers.get("content-disposition")).toBe('attachment; filename="facturas.csv"');
  const rows = text.trim().split("\r\n");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(`${uuid},Vigente,${reference}`);
  expect(rows[1]).toContain(`,${totalCents / 100},`);
});

test("invalid forms get a message or a 4xx response, and invalid filters in the URL are ignored", async () => {
  const { id } = await makeStampedInvoice();
  const path = `/panel/facturacion/${id}`;
  expect((await post(path, { intent: "explode" })).status).toBe(400);
  expect((await post(path, { intent: "cancel", motive: "99" })).text).toContain("Ese motivo no va");
  expect((await post(path, { intent: "credit", due: "1e3" })).text).toContain("cambió mientras veías");
  expect((await post(path, { intent: "credit", due: "abc" })).text).toContain("cambió mientras veías");
  expect((await post(path, { intent: "keep" })).text).toContain("ya se resolvió");
  expect((await post(path, { intent: "cancelAgain" })).text).toContain("ya se resolvió");
  for (const query of ["", "?solicitud=x", "?solicitud=-1", "?solicitud=1"]) {
    expect((await office.visit(`${path}/acuse${query}`, { as: "accounting" })).status, query).toBe(404);
  }
  expect((await post(path, { intent: "mail", email: "no es" })).text).toContain("correo");
  for (const query of ["?desde=x&del=9999-99-99&estado=y", `?q=${"%F0%9F%98%80".repeat(60)}`, "?tienda=norte"]) {
    expect((await office.visit(`/panel/facturacion${query}`, { as: "accounting" })).status, query).toBe(200);
  }
  for (const query of ["?dia=2026-13-01", "?dia=2026-02-31&cada=week", "?dia=x&cada=y"]) {
    expect((await office.visit(`/panel/facturacion/global${query}`, { as: "accounting" })).status, query).toBe(200);
  }
  expect(await findInvoiceIds((await makeStampedInvoice()).uuid!)).toHaveLength(1);
});

test("files that are no CSD are refused with a message, and a valid CSD is stored without revealing its password", async () => {
  const { id: shopId } = await office.findShop();
  const path = "/panel/facturacion/emisor";
  const upload = async (files: Record<string, Uint8Array>, password: string) => {
    const form = new FormData();
    form.set("shop", shopId);
    form.set("password", password);
    for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes)]), name);
    const uploadRequest = new Request("http://x/", { method: "POST", body: form });
    return office.call("POST", path, {
      rawBody: Buffer.from(await uploadRequest.arrayBuffer()),
      headers: {
        Cookie: (await office.cookieOf("accounting"))!,
        "Content-Type": uploadRequest.headers.get("content-type")!,
        "Sec-Fetch-Site": "same-origin",
        Origin: office.origin,
      },
    });
  };
  const notACertificate = new TextEncoder().encode("esto no es un sello");
  expect((await upload({ cer: notACertificate, key: notACertificate }, "x")).text).toContain(
    "El archivo del certificado no se puede leer",
  );
  expect((await upload({ cer: notACertificate }, "x")).text).toContain("Sube el certificado");
  expect((await upload({ cer: issueCertificateToday(), key: notACertificate }, "x")).text).toContain(
    "El archivo de la llave",
  );
  expect((await upload({ cer: new Uint8Array(80_000), key: notACertificate }, "x")).text).toContain("muy grandes");
  expect((await office.visit(path, { as: "accounting" })).text).toContain("Es de demostración");

  const { rfc } = (await findIssuer(office.app.db, shopId))!;
  const password = " esta no la ve nadie "; // a password may start and end with blanks
  const { publicKey, privateKey, keyFile } = generateKeyPair(password);
  const subject = {
    number: "30001000000500001234",
    name: "LA TIENDA",
    rfc,
    representativeRfc: null,
    kind: "csd",
  } as const;
  const [validFrom, validTo] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 30 * 86_400_000)];
  const cer = issueCertificate({ ...subject, validFrom, validTo, publicKey, issuer: { name: "NADIE", privateKey } });
  expect((await upload({ cer: keyFile, key: cer }, password)).text).toContain("Los archivos están al revés");
  expect((await upload({ cer, key: keyFile }, "otra")).text).toContain("La contraseña no abre la llave privada");
  expect((await upload({ cer, key: keyFile }, password)).status).toBe(302);
  const { text } = await office.visit(path, { as: "accounting" });
  expect(text).toContain("30001000000500001234");
  expect(text).toContain("Vence pronto");
  const log = JSON.stringify(await listChanges(office.app.db, "issuer", { id: shopId }));
  expect(log).toContain("30001000000500001234");
  expect(text + log).not.toContain(password.trim());
  // The new CSD signs: the next invoice has its certificate number.
  expect((await makeStampedInvoice()).xml).toContain('NoCertificado="30001000000500001234"');
});

test("the VAT of a category is set from a day on; invalid days, unknown treatments and outdated forms are refused", async () => {
  const path = "/panel/facturacion/iva";
  const { rows } = await sql<{ id: string }>`SELECT id FROM categories ORDER BY name LIMIT 1`.execute(office.app.db);
  const form = { of: "categories", id: rows[0]!.id, treatment: "exempt", validFrom: "2026-07-01", seen: "0" };
  expect((await post(path, { ...form, treatment: "gratis" })).text).toContain("Elige cómo va el IVA");
  expect((await post(path, { ...form, validFrom: "2099-01-01" })).text).toContain("a lo más dentro de dos años");
  expect((await post(path, { ...form, id: "x" })).text).toContain("no existe");
  expect((await post(path, { ...form, seen: "mucho" })).text).toContain("Alguien cambió este IVA");
  expect((await post(path, form)).status).toBe(302);
  expect((await post(path, { ...form, treatment: "zero" })).text).toContain("Alguien cambió este IVA");
  const response = await office.visit(path, { as: "accounting" });
  expect(response.text).toContain("Exento");
  expect(response.text).toContain("1 de julio de 2026");
  expect(response.text).toContain("desde el día: 1 de julio de 2026");
});

test("a changed VAT rate of the issuer counts from the typed day, which may be at most two years ahead", async () => {
  const { id } = await office.findShop();
  const path = "/panel/facturacion/emisor";
  const issuer = (await findIssuer(office.app.db, id))!;
  const { rfc, name, taxRegime, postalCode, timeZone } = issuer;
  const form = { shop: id, rfc, name, taxRegime, postalCode, timeZone, deadline: "year", deadlineDays: "0" };
  expect((await post(path, { ...form, vat: "8", vatFrom: "2099-01-01" })).text).toContain(
    "a lo más dentro de dos años",
  );
  expect((await post(path, { ...form, vat: "8", vatFrom: "2027-01-01" })).status).toBe(302);
  const { text } = await office.visit(`${path}?tienda=${id}`, { as: "accounting" });
  expect(text).toContain("desde el 1 de enero de 2027");
});

test("when two accountants cancel one invoice, the second sees that the cancellation is already requested", async () => {
  const { id, uuid } = await makeStampedInvoice();
  const openInvoicePage = async () => (await PageVisitor.signIn(office, "accounting")).open(`/panel/facturacion/${id}`);
  const [firstPage, secondPage] = [await openInvoicePage(), await openInvoicePage()];
  expect(firstPage.text).toContain(uuid);
  for (const page of [firstPage, secondPage]) page.check(/^03 /);
  await firstPage.press("Pedir la cancelación al SAT");
  expect(firstPage.getElementText("h2", "Cancelaciones pedidas")).toBeTruthy();
  await secondPage.press("Pedir la cancelación al SAT");
  expect(secondPage.getElementText("h2", "Cancelaciones pedidas")).toBeTruthy();
  expect(secondPage.text.match(/pidió cancelarla/g)).toHaveLength(1);
});

test("an order is found by its number and invoiced by staff", async () => {
  const order = await placeShippedOrder();
  const page = await (await PageVisitor.signIn(office, "accounting")).open("/panel/facturacion/nueva");
  page.fill("Número de pedido", "999999999999");
  await page.press("Buscar");
  expect(page.alert).toContain("No hay un pedido con ese número");
  page.fill("Número de pedido", order.reference);
  await page.press("Buscar");
  expect(page.getElementText("h2", `Pedido #${order.reference}`)).toBeTruthy();
  page.fill("RFC", LUCIA.rfc);
  page.fill("Nombre o razón social", LUCIA.name);
  page.fill("Código postal fiscal", LUCIA.postalCode);
  page.select("Régimen fiscal", LUCIA.taxRegime);
  page.select("Uso de la factura", LUCIA.cfdiUse);
  await page.press("Hacer factura");
  expect(page.alert).toContain("La factura quedó hecha");
});

test("a day that does not exist is refused on the page of the global invoice", async () => {
  const page = await (await PageVisitor.signIn(office, "accounting")).open("/panel/facturacion/global");
  expect(page.heading).toBe("Factura global");
  await page.open("/panel/facturacion/global?dia=2026-02-30");
  expect(page.alert).toContain("Elige un día del periodo");
});

test("the CSD form uploads its files, and says if the certificate cannot be read", async () => {
  const page = await (await PageVisitor.signIn(office, "accounting")).open("/panel/facturacion/emisor");
  const makeJunkFile = (name: string) => ({ name, type: "application/octet-stream", bytes: Buffer.from("nada") });
  page.attach("Certificado (.cer)", makeJunkFile("sello.cer"));
  page.attach("Llave privada (.key)", makeJunkFile("sello.key"));
  page.fill("Contraseña de la llave", "secreta");
  await page.press("Guardar sello");
  expect(page.alert).toContain("El archivo del certificado no se puede leer");
});

test("the issuer's form is refused when another person changed the issuer meanwhile, and keeps what was typed", async () => {
  const [firstPage, secondPage] = await Promise.all(
    (["accounting", "owner"] as const).map(async (role) =>
      (await PageVisitor.signIn(office, role)).open("/panel/facturacion/emisor"),
    ),
  );
  firstPage!.fill(/^Serie/, "UNO");
  await firstPage!.press("Guardar");
  secondPage!.fill(/^Serie/, "DOS");
  await secondPage!.press("Guardar");
  expect(secondPage!.alert).toContain("Alguien más cambió esto mientras lo editabas");
  const { id: shopId } = await office.findShop();
  expect((await findIssuer(office.app.db, shopId))!.series).toBe("UNO");
  await secondPage!.press("Guardar");
  expect((await findIssuer(office.app.db, shopId))!.series).toBe("DOS");
});
