import { sql } from "kysely";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { amountsOf, anIngreso, mustOpen, soldLine, stampedXml } from "../testing/invoices.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { changeLogo } from "../settings/change-theme.ts";
import { createTestSize } from "../testing/test-size.ts";
import { newCart, newGuest, wish } from "../testing/shopper.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { buildIngreso } from "../cfdi/comprobante.ts";
import { sealDocument } from "../cfdi/seal.ts";
import { makeInvoiceKey } from "./invoice-key.ts";
import { sendInvoice } from "./send-invoice.ts";

const csd = mustOpen();
let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
});
afterAll(() => shop.stop());

/** A guest's order with a stamped invoice, and the ways to it. */
async function invoiced() {
  const here = await shop.shop();
  const email = `${newId()}@ejemplo.mx`;
  const guest = await newGuest(shop.app, here, email);
  const cart = await newCart(shop.app, here, [{ ...(await createTestSize(shop.app, { pieces: 1 })), pieces: 1 }]);
  const placed = await checkOut(shop.app, here, guest.customerId, wish(cart, guest));
  if (isRefusal(placed)) throw new Error(placed.refused);
  await runJobs(shop.app);
  const [mail] = await mailsTo(shop.app, email);
  const [id, uuid] = [newId(), crypto.randomUUID().toUpperCase()];
  const ingreso = anIngreso({ folio: id.slice(-12), amounts: amountsOf([soldLine()]) });
  const sealed = sealDocument(buildIngreso(ingreso), csd).xml;
  const xml = stampedXml(sealed, { UUID: uuid });
  await sql`
    INSERT INTO invoices (id, shop_id, kind, order_id, state, receiver, payment_form, total_cents, series, folio,
      sealed_xml, issued_at, provider, uuid, xml, stamped_at, actor)
    VALUES (${id}, ${here.id}, 'invoice', ${placed.orderId}, 'stamped', ${JSON.stringify(ingreso.receiver)}::jsonb, '04',
      ${ingreso.amounts.totalCents}, 'P', ${ingreso.folio}, ${sealed}, now(), 'sw', ${uuid}, ${xml}, now(), 'prueba')`.execute(
    shop.app.db,
  );
  return { id, uuid, xml, token: guest.token, orderKey: /\?key=([\w-]+)/.exec(mail!.text)![1]! };
}

function ask(path: string, token?: string): Promise<Response> {
  return fetch(`${shop.origin}/api/v1/invoices/${path}`, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
}

async function wordsOf(pdf: ArrayBuffer | Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

test("the buyer's session, the key of his order's mail and the invoice's own key open its files, nothing else does", async () => {
  const mine = await invoiced();
  const other = await invoiced();
  const invoiceKey = await makeInvoiceKey(shop.app, mine.id);
  for (const format of ["xml", "pdf"]) {
    const file = `${mine.uuid}/${format}`;
    const opened = [await ask(file, mine.token), await ask(`${file}?key=${mine.orderKey}`)];
    // An ended session must not hide what a key opens.
    opened.push(await ask(`${file}?key=${invoiceKey}`, "A".repeat(43)));
    for (const answer of opened) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-disposition")).toMatch(
        /^attachment; filename="factura-\d+-H_E951128469\.(xml|pdf)"$/,
      );
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    const shut = [await ask(file), await ask(file, other.token), await ask(`${file}?key=${other.orderKey}`)];
    shut.push(await ask(`${file}?key=${await makeInvoiceKey(shop.app, other.id)}`), await ask(`${file}?key=`));
    expect(shut.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  }
  expect((await ask(`${mine.uuid}/zip`, mine.token)).status).toBe(404);
});

test("the XML is what was stamped, byte for byte; the PDF is drawn from it and says when it was cancelled", async () => {
  const { id, uuid, xml, token } = await invoiced();
  const file = await ask(`${uuid}/xml`, token);
  expect(file.headers.get("content-type")).toBe("application/xml");
  expect(await file.text()).toBe(xml);
  const pdf = await ask(`${uuid}/pdf`, token);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const words = await wordsOf(await pdf.arrayBuffer());
  expect(words).toContain(uuid);
  expect(words).not.toContain("CANCELADA");
  await sql`UPDATE invoices SET state = 'cancelled', cancelled_at = now() WHERE id = ${id}`.execute(shop.app.db);
  expect(await wordsOf(await (await ask(`${uuid}/pdf`, token)).arrayBuffer())).toContain("CANCELADA");
});

test("its mail brings both files", async () => {
  const { id, uuid, xml } = await invoiced();
  const email = `${newId()}@ejemplo.mx`;
  await sendInvoice(shop.app, id, email);
  await runJobs(shop.app);
  const [mail] = await mailsTo(shop.app, email);
  expect(mail!.text).toContain(uuid);
  const [asXml, asPdf] = mail!.attachments as { filename: string; base64: string }[];
  expect([asXml!.filename, asPdf!.filename].map((name) => name.split(".")[1])).toEqual(["xml", "pdf"]);
  expect(Buffer.from(asXml!.base64, "base64").toString()).toBe(xml);
  expect(await wordsOf(Buffer.from(asPdf!.base64, "base64"))).toContain(uuid);
});

test("a shop's logo stands on its invoices; one whose file is gone leaves the name there", async () => {
  const { uuid, token } = await invoiced();
  const pdf = async () => Buffer.from(await (await ask(`${uuid}/pdf`, token)).arrayBuffer());
  const hasPicture = (bytes: Buffer) => bytes.includes("/Subtype /Image");
  expect(hasPicture(await pdf())).toBe(false);
  const here = await shop.shop();
  const logo = await sharp({ create: { width: 600, height: 200, channels: 3, background: "#008236" } })
    .png()
    .toBuffer();
  expect(isRefusal(await changeLogo(shop.app, here, logo))).toBe(false);
  expect(hasPicture(await pdf())).toBe(true);
  await sql`UPDATE shops SET logo = '/pictures/nada.360.webp' WHERE id = ${here.id}`.execute(shop.app.db);
  await shop.app.shops.refresh();
  const without = await pdf();
  expect(hasPicture(without)).toBe(false);
  expect(await wordsOf(without)).toContain(here.name);
});
