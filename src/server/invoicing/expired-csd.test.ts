import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { readCertificateFacts } from "../cfdi/certificates/certificate-facts.ts";
import type { CsdFiles } from "../cfdi/csd.ts";
import { issueTestCsd } from "../testing/test-csd.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import {
  createStampedInvoice,
  LUCIA,
  refundTransfer,
  createShippedOrder,
  TEST_ACTOR,
} from "../testing/invoiced-order.ts";
import { NO_SAT_FILES, SAT_DIR, satFilePath } from "../testing/sat-files.ts";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { advanceCancellation, cancelInvoice } from "./cancel-invoice.ts";
import { creditGlobal } from "./credit-global.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { openStoredCsd, storeCsd } from "./csd-store.ts";
import { encryptCsdSecret } from "./csd-vault.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { issueGlobalInvoice } from "./issue-global-invoice.ts";
import { findIssuer } from "./issuers.ts";
import { findInvoice, type Invoice } from "./queries.ts";
import { replaceGlobal } from "./replace-global.ts";
import { replaceInvoice } from "./replace-invoice.ts";
import { loadOrCreateInvoicingKeys } from "./invoicing-keys.ts";

const RFC = "EKU9003173C9";
let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

/** Stores a CSD in the database directly, because `storeCsd` refuses an expired one. Returns its expiry. */
async function storeCsdUnchecked(files: CsdFiles): Promise<Date> {
  const { number, x509 } = readCertificateFacts(Buffer.from(files.certificate))!;
  const secret = encryptCsdSecret(files, (await loadOrCreateInvoicingKeys(office.app.config))!, number!);
  const endsAt = new Date(x509.validTo);
  await sql`
    UPDATE invoice_issuers SET is_demo = false, rfc = ${RFC}, certificate = ${Buffer.from(files.certificate)},
      certificate_number = ${number}, certificate_ends_at = ${endsAt}, encrypted_csd_secret = ${secret}
    WHERE shop_id = ${(await office.findShop()).id}`.execute(office.app.db);
  return endsAt;
}

const readSatCsd = (folder: string, name: string): CsdFiles => ({
  certificate: readFileSync(satFilePath("csd", folder, `${name}.cer`)),
  key: readFileSync(satFilePath("csd", folder, `${name}.key`)),
  password: "12345678a",
});

const countStamps = async () => {
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM sandbox_pac_stamps`.execute(office.app.db);
  return Number(rows[0]!.count);
};

async function expectInvoicingPaused(): Promise<void> {
  const order = await createShippedOrder(office);
  const stampCount = await countStamps();
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  const result = await invoiceForStaff(office.app, await office.findShop(), order.id, request);
  expect(result).toEqual({ refused: "invoicing_paused", reason: "csd_expired" });
  const page = await office.visit(`/panel/facturacion/nueva?pedido=${order.id}`, {
    as: "accounting",
    form: { order: order.id, ...LUCIA },
  });
  expect(page.text).toContain("El sello (CSD) de la tienda venció: sube uno vigente");
  expect(await countStamps()).toBe(stampCount);
  const { rows } = await sql`SELECT id FROM invoices WHERE order_id = ${order.id}`.execute(office.app.db);
  expect(rows).toEqual([]);
  for (const path of ["/panel/facturacion", "/panel/facturacion/emisor"]) {
    expect((await office.visit(path, { as: "accounting" })).text).toContain("El sello venció el");
  }
}

describe("an expired CSD seals nothing, and the PAC is not called", () => {
  test("a CSD of our test authority", async () => {
    await storeCsdUnchecked(issueTestCsd({ validFromDays: -4000, validToDays: -3000 }));
    await expectInvoicingPaused();
  });
  test.skipIf(!SAT_DIR)(`SAT's test CSD of 2019 to 2023 (${SAT_DIR ?? NO_SAT_FILES})`, async () => {
    await storeCsdUnchecked(readSatCsd("vencidos", "EKU9003173C9-vencido-2023"));
    await expectInvoicingPaused();
  });
});

describe("staff see the expired CSD as the reason when they", () => {
  const EXPIRED = { refused: "invoicing_paused", reason: "csd_expired" };
  let refundedInvoice: Invoice;
  let global: { id: string };
  beforeAll(async () => {
    await storeCsdUnchecked(issueTestCsd({ validFromDays: -1, validToDays: 1000 }));
    refundedInvoice = await createStampedInvoice(office);
    await refundTransfer(office.app, refundedInvoice.orderId!, 10_00);
    const order = await createShippedOrder(office);
    global = (await issueGlobalInvoiceOf(office, [order], 40)).global;
    await refundTransfer(office.app, order.id, 10_00);
    await storeCsdUnchecked(issueTestCsd({ validFromDays: -4000, validToDays: -3000 }));
  });

  test("credit an invoice", async () => {
    expect(await creditInvoice(office.app, refundedInvoice.id, { returnedLines: [], by: TEST_ACTOR })).toEqual(EXPIRED);
    const page = await office.visit(`/panel/facturacion/${refundedInvoice.id}`, {
      as: "accounting",
      form: { intent: "credit", due: "1000" },
    });
    expect(page.text).toContain("El sello (CSD) de la tienda venció: sube uno vigente");
  });

  test("replace an invoice", async () => {
    const invoice = await findInvoice(office.app.db, refundedInvoice.id);
    expect(
      await replaceInvoice(office.app, refundedInvoice.id, { receiver: invoice!.receiver, by: TEST_ACTOR }),
    ).toEqual(EXPIRED);
  });

  test("make a global invoice", async () => {
    const period = { periodLength: "day" as const, day: "2026-01-05" };
    const result = await issueGlobalInvoice(office.app, (await office.findShop()).id, period, {
      by: TEST_ACTOR,
      today: "2026-01-06",
    });
    expect(result).toEqual(EXPIRED);
  });

  test("correct a global invoice, in either way", async () => {
    expect(await creditGlobal(office.app, global.id, TEST_ACTOR)).toEqual(EXPIRED);
    expect(await replaceGlobal(office.app, global.id, TEST_ACTOR)).toEqual(EXPIRED);
  });
});

test("a cancellation is not sent with an expired CSD: staff see the reason, and a new CSD makes it due", async () => {
  await storeCsdUnchecked(issueTestCsd({ validFromDays: -1, validToDays: 1000 }));
  const invoice = await createStampedInvoice(office);
  await storeCsdUnchecked(issueTestCsd({ validFromDays: -4000, validToDays: -3000 }));
  const cancelResult = await cancelInvoice(office.app, invoice.id, { motive: "02", by: TEST_ACTOR });
  expect(cancelResult).toMatchObject({ state: "cancelAsked", isCancelOpen: true });
  const sentence = "El sello (CSD) de la tienda venció, y el SAT lo pide para cancelar. Sube uno vigente";
  for (const path of [`/panel/facturacion/${invoice.id}`, "/panel/facturacion?estado=cancelling"]) {
    expect((await office.visit(path, { as: "accounting" })).text).toContain(sentence);
  }
  const issuer = (await findIssuer(office.app.db, (await office.findShop()).id))!;
  const storeResult = await storeCsd(
    office.app,
    issuer,
    issueTestCsd({ validFromDays: -1, validToDays: 1000 }),
    TEST_ACTOR,
  );
  expect(isRefusal(storeResult)).toBe(false);
  const { rows } = await sql`SELECT 1 FROM invoices WHERE id = ${invoice.id} AND next_try_at <= now()`.execute(
    office.app.db,
  );
  expect(rows).toHaveLength(1);
  await advanceCancellation(office.app, invoice.id);
  const pageText = (await office.visit(`/panel/facturacion/${invoice.id}`, { as: "accounting" })).text;
  expect(pageText).not.toContain(sentence);
  expect((await findInvoice(office.app.db, invoice.id))!.cancelProblem).toBeNull();
});

test.skipIf(!SAT_DIR)(`SAT's test CSD seals until its last second (${SAT_DIR ?? NO_SAT_FILES})`, async () => {
  const endsAt = await storeCsdUnchecked(readSatCsd(RFC, RFC));
  const issuer = (await findIssuer(office.app.db, (await office.findShop()).id))!;
  const openMsBeforeEnd = (msBeforeEnd: number) =>
    openStoredCsd(office.app, issuer, new Date(endsAt.getTime() - msBeforeEnd));
  const csd = await openMsBeforeEnd(1_000);
  if (isRefusal(csd)) throw new Error(csd.refused);
  expect(csd).toMatchObject({ rfc: RFC, expiresSoon: true });
  expect(await openMsBeforeEnd(-1_000)).toEqual({ refused: "invoicing_paused", reason: "csd_expired" });
});
