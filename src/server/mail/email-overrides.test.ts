import { afterAll, beforeAll, expect, test } from "vitest";
import { EMAIL_KINDS } from "../../domain/email-kinds.ts";
import { listChanges, type Actor } from "../change-log/change-log.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { changeEmailOverrides, findEmailOverrides, versionOfOverrides, addOverrides } from "./email-overrides.ts";
import { renderEmailHtml, renderEmailText } from "./email-message.ts";
import { requestSampleEmail, sampleEmail } from "../notifications/sample-email.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const MARTA: Actor = { memberId: null, name: "Marta", ip: null };
const EMPTY_VERSION = versionOfOverrides({ opening: "", extra: "", closing: "" });

test("a shop's own texts surround the email's text, with placeholders filled in, and never as HTML", async () => {
  const norte = await testApp.findShop("norte");
  const overrides = {
    opening: "Hola {nombre} <b>{pedido}</b>",
    extra: "Gracias por comprar en {tienda}",
    closing: "¡Adiós!",
  };
  const email = addOverrides(sampleEmail(testApp.app, norte, "orderCreated"), overrides);
  expect(email.paragraphs[0]).toBe("Hola Ana <b>#100042</b>");
  expect(email.paragraphs.at(-1)).toBe("Gracias por comprar en Casa Maguey Norte");
  expect(email.closing).toBe("Este enlace es solo tuyo: quien lo tenga puede ver tu pedido. ¡Adiós!");
  expect(renderEmailHtml(email)).toContain("Hola Ana &lt;b&gt;#100042&lt;/b&gt;");
  expect(renderEmailText(email)).toContain("¡Adiós!");
});

test("every kind of email has a sample", async () => {
  const norte = await testApp.findShop("norte");
  for (const kind of EMAIL_KINDS) {
    const email = sampleEmail(testApp.app, norte, kind);
    expect(email.kind).toBe(kind);
    expect(renderEmailHtml(email), kind).not.toMatch(/undefined|null|NaN|Invalid/);
  }
  expect(sampleEmail(testApp.app, norte, "invoice").rows).toContainEqual(["Total", "$1,128.00"]);
});

test("saved texts are used in the shop's next email, and the second of two concurrent changes is refused", async () => {
  const norte = await testApp.findShop("norte");
  const saveOpening = (opening: string) =>
    changeEmailOverrides(
      testApp.app,
      norte,
      { kind: "shipped", overrides: { opening, extra: "", closing: "" }, seen: EMPTY_VERSION },
      MARTA,
    );
  const outcomes = await Promise.all([saveOpening("Uno."), saveOpening("Dos.")]);
  expect(outcomes).toContainEqual("changed");
  expect(outcomes).toContainEqual({ refused: "edit_conflict" });
  const { opening } = await findEmailOverrides(testApp.app.genericPlanDb, norte.id, "shipped");
  const [change] = await listChanges(testApp.app.genericPlanDb, "mail-words", { id: `${norte.id}.shipped` });
  expect(change).toMatchObject({ actor: "Marta", before: { opening: "" }, after: { opening } });

  await requestSampleEmail(testApp.app, norte, "shipped", "marta@ejemplo.mx");
  await requestSampleEmail(testApp.app, await testApp.findShop("matriz"), "shipped", "marta@ejemplo.mx");
  await runEmailJobs(testApp.app);
  const mails = await listMailsTo(testApp.app, "marta@ejemplo.mx");
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("Prueba: Ya salió tu pedido #100042"));
  expect(mails.find(({ sender }) => sender === "Casa Maguey Norte")!.text).toContain(opening);
  expect(mails.find(({ sender }) => sender === "Casa Maguey")!.text).not.toContain(opening);
});

test("a text that is too long is refused", async () => {
  const norte = await testApp.findShop("norte");
  const overrides = { opening: "a".repeat(501), extra: "", closing: "" };
  expect(
    await changeEmailOverrides(testApp.app, norte, { kind: "refund", overrides, seen: EMPTY_VERSION }, MARTA),
  ).toEqual({
    refused: "email_override_long",
  });
});
