import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listMailsTo } from "../testing/mails.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { warnOfCsdExpiry } from "./warn-of-csd-expiry.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

/** When SAT's own test CSD expires. */
const ENDS_AT = new Date("2027-05-18T11:43:51Z");
const SOON_SUBJECT = "Tu certificado de sello vence pronto";
const OVER_SUBJECT = "Tu certificado de sello venció: no se puede facturar";

test("the shop is emailed 60, 30 and 7 days before its certificate expires, and weekly from that day on", async () => {
  const { id, settings } = await testApp.findShop();
  await sql`
    UPDATE invoice_issuers SET is_demo = false, certificate = '\\x00', encrypted_csd_secret = '\\x00',
      certificate_number = '30001000000500003416', certificate_ends_at = ${ENDS_AT} WHERE shop_id = ${id}`.execute(
    testApp.app.db,
  );
  const mailsByDay: [daysLeft: number, subject: string, words: string][] = [];
  for (let daysLeft = 70; daysLeft >= -15; daysLeft--) {
    await sql`DELETE FROM sandbox_emails`.execute(testApp.app.db);
    const now = new Date(ENDS_AT.getTime() - daysLeft * 86_400_000);
    await warnOfCsdExpiry(testApp.app, now);
    await warnOfCsdExpiry(testApp.app, now);
    for (const { subject, text } of await listMailsTo(testApp.app, settings.company.email)) {
      mailsByDay.push([daysLeft, subject, /El sello (?:vence [^,]+|venció)/.exec(text)![0]]);
    }
  }
  expect(mailsByDay).toEqual([
    [60, SOON_SUBJECT, "El sello vence en 60 días"],
    [30, SOON_SUBJECT, "El sello vence en 30 días"],
    [7, SOON_SUBJECT, "El sello vence en 7 días"],
    [0, OVER_SUBJECT, "El sello venció"],
    [-7, OVER_SUBJECT, "El sello venció"],
    [-14, OVER_SUBJECT, "El sello venció"],
  ]);
});
