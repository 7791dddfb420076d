import { sql } from "kysely";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { amountsOf, makeIngreso, openTestCsd, makeInvoiceLine, addTestStampToXml } from "../testing/invoices.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { changeLogo } from "../settings/change-theme.ts";
import { createTestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { buildIngreso } from "../cfdi/comprobante.ts";
import { sealDocument } from "../cfdi/seal.ts";
import { makeInvoiceKey } from "./invoice-key.ts";
import { enqueueInvoiceEmail, resendInvoice } from "./send-invoice.ts";

const csd = openTestCsd();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/**
 * A stamped sample invoice of a guest's order, and the credentials that open it. `stampChanges`: changes to the sample
 * stamp.
 */
async function createSampleInvoice(stampChanges: Record<string, string | null> = {}) {
  const headOffice = await server.findShop();
  const email = `${newId()}@ejemplo.mx`;
  const guest = await createTestGuest(server.app, headOffice, email);
  const cart = await createTestCart(server.app, headOffice, [
    { ...(await createTestSize(server.app, { pieces: 1 })), pieces: 1 },
  ]);
  const placedOrder = await checkOut(server.app, headOffice, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  await runEmailJobs(server.app);
  const [mail] = await listMailsTo(server.app, email);
  const [id, uuid] = [newId(), crypto.randomUUID().toUpperCase()];
  const ingreso = makeIngreso({ folio: id.slice(-12), amounts: amountsOf([makeInvoiceLine()]) });
  const sealedXml = sealDocument(buildIngreso(ingreso), csd).xml;
  const xml = addTestStampToXml(sealedXml, { UUID: uuid, ...stampChanges });
  // The document is a sample: its total is not the order's, which the database would refuse.
  await server.app.db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE invoices DISABLE TRIGGER invoices_declared`.execute(tx);
    await sql`
    INSERT INTO invoices (id, shop_id, kind, order_id, state, receiver, payment_form, total_cents,
      subtotal_cents, discount_cents, taxes, series, folio, sealed_xml, issued_at, provider, uuid, xml, stamped_at, actor)
    VALUES (${id}, ${headOffice.id}, 'invoice', ${placedOrder.orderId}, 'stamped', ${JSON.stringify(ingreso.receiver)}::jsonb, '04',
      ${ingreso.amounts.totalCents}, ${ingreso.amounts.subtotalCents}, ${ingreso.amounts.discountCents},
      ${JSON.stringify(ingreso.amounts.taxes)}::jsonb, 'P', ${ingreso.folio}, ${sealedXml}, now(), 'sw', ${uuid}, ${xml}, now(), 'prueba')`.execute(
      tx,
    );
    await sql`ALTER TABLE invoices ENABLE TRIGGER invoices_declared`.execute(tx);
  });
  return { id, uuid, xml, token: guest.token, orderKey: /\?key=([\w-]+)/.exec(mail!.text)![1]! };
}

function requestFile(path: string, token?: string): Promise<Response> {
  return fetch(`${server.origin}/api/v1/invoices/${path}`, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
}

async function readPdfText(pdf: ArrayBuffer | Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

test("the buyer's session, the key of the order's email and the invoice's own key open its files, nothing else does", async () => {
  const invoice = await createSampleInvoice();
  const otherInvoice = await createSampleInvoice();
  const invoiceKey = await makeInvoiceKey(server.app, invoice.id);
  for (const format of ["xml", "pdf"]) {
    const filePath = `${invoice.uuid}/${format}`;
    const allowedResponses = [
      await requestFile(filePath, invoice.token),
      await requestFile(`${filePath}?key=${invoice.orderKey}`),
    ];
    // An expired session must not prevent access by key.
    allowedResponses.push(await requestFile(`${filePath}?key=${invoiceKey}`, "A".repeat(43)));
    for (const response of allowedResponses) {
      expect(response.status).toBe(200);
      const [, uuidInName] = /^attachment; filename="factura-\d+-H_E951128469-(.+)\.(?:xml|pdf)"$/.exec(
        response.headers.get("content-disposition")!,
      )!;
      expect(uuidInName).toBe(invoice.uuid);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    const refusedResponses = [
      await requestFile(filePath),
      await requestFile(filePath, otherInvoice.token),
      await requestFile(`${filePath}?key=${otherInvoice.orderKey}`),
    ];
    refusedResponses.push(
      await requestFile(`${filePath}?key=${await makeInvoiceKey(server.app, otherInvoice.id)}`),
      await requestFile(`${filePath}?key=`),
    );
    expect(refusedResponses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  }
  expect((await requestFile(`${invoice.uuid}/zip`, invoice.token)).status).toBe(404);
});

test("the XML is the stamped one, byte for byte, and the PDF drawn from it shows a cancellation", async () => {
  const { id, uuid, xml, token } = await createSampleInvoice();
  const xmlResponse = await requestFile(`${uuid}/xml`, token);
  expect(xmlResponse.headers.get("content-type")).toBe("application/xml");
  expect(await xmlResponse.text()).toBe(xml);
  const pdfResponse = await requestFile(`${uuid}/pdf`, token);
  expect(pdfResponse.headers.get("content-type")).toBe("application/pdf");
  const text = await readPdfText(await pdfResponse.arrayBuffer());
  expect(text).toContain(uuid);
  expect(text).not.toContain("CANCELADA");
  await sql`UPDATE invoices SET state = 'cancelled', cancelled_at = now() WHERE id = ${id}`.execute(server.app.db);
  expect(await readPdfText(await (await requestFile(`${uuid}/pdf`, token)).arrayBuffer())).toContain("CANCELADA");
});

test("the invoice email has both files attached", async () => {
  const { id, uuid, xml } = await createSampleInvoice();
  const email = `${newId()}@ejemplo.mx`;
  await enqueueInvoiceEmail(server.app.db, id, { recipient: email, isByStaff: false });
  await runEmailJobs(server.app);
  const [mail] = await listMailsTo(server.app, email);
  expect(mail!.text).toContain(uuid);
  const [xmlAttachment, pdfAttachment] = mail!.attachments as { filename: string; base64: string }[];
  expect(xmlAttachment!.filename).toMatch(new RegExp(`^factura-\\d+-H_E951128469-${uuid}\\.xml$`));
  expect(pdfAttachment!.filename).toBe(xmlAttachment!.filename.replace(".xml", ".pdf"));
  expect(Buffer.from(xmlAttachment!.base64, "base64").toString()).toBe(xml);
  expect(await readPdfText(Buffer.from(pdfAttachment!.base64, "base64"))).toContain(uuid);
});

test("the invoice email says that there is no legal value if the invoice's own stamp says it", async () => {
  const productionStamp = { Leyenda: null, NoCertificadoSAT: "00001000000500003456" };
  for (const [stamp, hasNoLegalValue] of [
    [{}, true],
    [productionStamp, false],
  ] as const) {
    const { id } = await createSampleInvoice(stamp);
    const email = `${newId()}@ejemplo.mx`;
    await enqueueInvoiceEmail(server.app.db, id, { recipient: email, isByStaff: false });
    await runEmailJobs(server.app);
    const [mail] = await listMailsTo(server.app, email);
    expect(mail!.subject.includes("sin validez fiscal"), mail!.subject).toBe(hasNoLegalValue);
  }
});

test("an invoice that staff send is delivered to a mailbox whose daily quota is used up", async () => {
  const { id } = await createSampleInvoice();
  const email = `${newId()}@ejemplo.mx`;
  const { unverifiedMailsPerDay } = (await server.findShop()).settings.accounts;
  const quota = unverifiedMailsPerDay * server.app.config.rateLimitScale;
  await sql`
    INSERT INTO email_quota_uses (message_id, mailbox_hash, budget)
    SELECT 'prueba-' || n, sha256(convert_to(${email}, 'UTF8')), 'other' FROM generate_series(1, ${quota}::int) n`.execute(
    server.app.db,
  );
  await enqueueInvoiceEmail(server.app.db, id, { recipient: email, isByStaff: false });
  await runEmailJobs(server.app);
  expect(await listMailsTo(server.app, email)).toHaveLength(0);
  expect(await resendInvoice(server.app, id, email, { memberId: null, name: "prueba", ip: null })).toBe("queued");
  await runEmailJobs(server.app);
  expect(await listMailsTo(server.app, email)).toHaveLength(1);
});

test("a shop's logo is on its invoices; if its file is missing, the shop's name is there instead", async () => {
  const { uuid, token } = await createSampleInvoice();
  const fetchPdf = async () => Buffer.from(await (await requestFile(`${uuid}/pdf`, token)).arrayBuffer());
  const hasPicture = (bytes: Buffer) => bytes.includes("/Subtype /Image");
  expect(hasPicture(await fetchPdf())).toBe(false);
  const headOffice = await server.findShop();
  const logo = await sharp({ create: { width: 600, height: 200, channels: 3, background: "#008236" } })
    .png()
    .toBuffer();
  expect(isRefusal(await changeLogo(server.app, headOffice, logo))).toBe(false);
  expect(hasPicture(await fetchPdf())).toBe(true);
  await sql`UPDATE shops SET logo = '/pictures/nada.360.webp' WHERE id = ${headOffice.id}`.execute(server.app.db);
  await server.app.shops.refresh();
  const pdfWithoutLogo = await fetchPdf();
  expect(hasPicture(pdfWithoutLogo)).toBe(false);
  expect(await readPdfText(pdfWithoutLogo)).toContain(headOffice.name);
});
