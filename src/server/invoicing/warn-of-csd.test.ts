import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailsTo } from "../testing/mails.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { warnOfCsd } from "./warn-of-csd.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.stop());

test.each([
  [61, null],
  [59, "Tu certificado de sello vence pronto"],
  [-1, "Tu certificado de sello venció: no se puede facturar"],
])("the warning about a certificate that expires in %i days: %s", async (days, subject) => {
  const to = (await shop.shop()).settings.company.email;
  await sql`DELETE FROM sandbox_emails`.execute(shop.app.db);
  await sql`
    UPDATE invoice_issuers SET is_demo = false, certificate = '\\x00', secret = '\\x00', certificate_number = '1',
      certificate_ends_at = now() + ${days}::int * interval '1 day'
    WHERE shop_id = ${(await shop.shop()).id}`.execute(shop.app.db);
  await warnOfCsd(shop.app);
  expect((await mailsTo(shop.app, to)).map((mail) => mail.subject)).toEqual(subject === null ? [] : [subject]);
});
