import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { certificateFacts } from "../cfdi/certificates/certificate-facts.ts";
import type { CsdFiles } from "../cfdi/csd.ts";
import { testCsd } from "../testing/demo-csd.ts";
import { LUCIA, shippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { NO_SAT_FILES, SAT_DIR, satFile } from "../testing/sat-files.ts";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { openStoredCsd } from "./csd-store.ts";
import { encryptSecret } from "./csd-vault.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { findIssuer } from "./issuers.ts";
import { vaultKeys } from "./vault-keys.ts";

const RFC = "EKU9003173C9";
let shop: TestOffice;
beforeAll(async () => {
  shop = await openTestOffice();
});
afterAll(() => shop.stop());

/** Stores a CSD as it is in a shop that did not replace it in time. `storeCsd` refuses an expired one. */
async function useCsd(files: CsdFiles): Promise<Date> {
  const { number, x509 } = certificateFacts(Buffer.from(files.certificate))!;
  const secret = encryptSecret(files, (await vaultKeys(shop.app.config))!, number!);
  const endsAt = new Date(x509.validTo);
  await sql`
    UPDATE invoice_issuers SET is_demo = false, rfc = ${RFC}, certificate = ${Buffer.from(files.certificate)},
      certificate_number = ${number}, certificate_ends_at = ${endsAt}, secret = ${secret}
    WHERE shop_id = ${(await shop.shop()).id}`.execute(shop.app.db);
  return endsAt;
}

const satCsd = (folder: string, name: string): CsdFiles => ({
  certificate: readFileSync(satFile("csd", folder, `${name}.cer`)),
  key: readFileSync(satFile("csd", folder, `${name}.key`)),
  password: "12345678a",
});

const countStamps = async () => {
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM sandbox_pac_stamps`.execute(shop.app.db);
  return Number(rows[0]!.count);
};

async function expectPaused(): Promise<void> {
  const order = await shippedOrder(shop);
  const stamps = await countStamps();
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  const made = await invoiceForStaff(shop.app, await shop.shop(), order.id, request);
  expect(made).toEqual({ refused: "invoicing_paused", reason: "csd_expired" });
  const page = await shop.visit(`/panel/facturacion/nueva?pedido=${order.id}`, {
    as: "accounting",
    form: { order: order.id, ...LUCIA },
  });
  expect(page.text).toContain("El sello (CSD) de la tienda venció: sube uno vigente");
  expect(await countStamps()).toBe(stamps);
  const { rows } = await sql`SELECT id FROM invoices WHERE order_id = ${order.id}`.execute(shop.app.db);
  expect(rows).toEqual([]);
  for (const path of ["/panel/facturacion", "/panel/facturacion/emisor"]) {
    expect((await shop.visit(path, { as: "accounting" })).text).toContain("El sello venció el");
  }
}

describe("an expired CSD seals nothing, and the PAC is not called", () => {
  test("one of a test authority", async () => {
    await useCsd(testCsd({ validFromDays: -4000, validToDays: -3000 }));
    await expectPaused();
  });
  test.skipIf(!SAT_DIR)(`SAT's own of 2019 to 2023 (${SAT_DIR ?? NO_SAT_FILES})`, async () => {
    await useCsd(satCsd("vencidos", "EKU9003173C9-vencido-2023"));
    await expectPaused();
  });
});

test.skipIf(!SAT_DIR)(`SAT's test CSD seals until its last second (${SAT_DIR ?? NO_SAT_FILES})`, async () => {
  const endsAt = await useCsd(satCsd(RFC, RFC));
  const issuer = (await findIssuer(shop.app.db, (await shop.shop()).id))!;
  const openAt = (msBefore: number) => openStoredCsd(shop.app, issuer, new Date(endsAt.getTime() - msBefore));
  const open = await openAt(1_000);
  if (isRefusal(open)) throw new Error(open.refused);
  expect(open).toMatchObject({ rfc: RFC, endsSoon: true });
  expect(await openAt(-1_000)).toEqual({ refused: "invoicing_paused", reason: "csd_expired" });
});
