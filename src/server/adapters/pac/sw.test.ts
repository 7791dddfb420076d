import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeIngreso, amountsOf, makeInvoiceLine } from "../../testing/invoices.ts";
import { hasProgram, runProgram } from "../../testing/external-validators.ts";
import {
  cancellationOf,
  issueCertificateToday,
  CSD_TODAY,
  buildIngresoToday,
  readStampOrThrow,
  sealInvoice,
  SHORT_TIMEOUTS,
} from "../../testing/pac.ts";
import { SAT_DIR, satFilePath } from "../../testing/sat-files.ts";
import { startAppOnDatabase } from "../../testing/test-app.ts";
import { serveTestApp, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { signCancelRequest } from "./cancel-request.ts";
import type { StampAnswer } from "./pac.ts";
import type { Timeouts } from "./pac-client.ts";
import { SANDBOX_PAC_PASSWORD, SANDBOX_PAC_TOKEN, SANDBOX_PAC_USER } from "./sandbox/credentials.ts";
import { SwPac, type SwConfig } from "./sw.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => control({ fault: null }));

const control = (body: unknown) => server.call("POST", "/sandbox/pac/control", { body });
const account = { user: SANDBOX_PAC_USER, password: SANDBOX_PAC_PASSWORD };

function sw(change: Partial<SwConfig> = {}, timeouts: Partial<Timeouts> = {}): SwPac {
  return new SwPac({
    url: () => `${server.origin}/sandbox/pac`,
    satStatusUrl: () => `${server.origin}/sandbox/pac/sat/ConsultaCFDIService.svc`,
    credentials: { token: SANDBOX_PAC_TOKEN },
    log: server.app.log,
    timeouts: { ...SHORT_TIMEOUTS, ...timeouts },
    ...change,
  });
}

function xmlOf(answer: StampAnswer): string {
  if (answer.outcome !== "stamped") throw new Error(JSON.stringify(answer));
  return answer.xml;
}

async function countStamps(): Promise<number> {
  return (await server.app.db.selectFrom("sandbox_pac_stamps").select("uuid").execute()).length;
}

/** Amounts under 1,000 pesos. A document with them is cancelled without the receiver's acceptance. */
const amountsUnder1000Pesos = () => ({ amounts: amountsOf([makeInvoiceLine({ pieces: 1, unitPriceCents: 499_00 })]) });
const documentUnder1000Pesos = () => buildIngresoToday(amountsUnder1000Pesos());

describe("a stamp", () => {
  test("is added to the document that was sent, and is marked as the sandbox's", async () => {
    const invoice = sealInvoice();
    const xml = xmlOf(await sw().stamp(invoice));
    expect(xml.startsWith(invoice.xml.replace("</cfdi:Comprobante>", ""))).toBe(true);
    expect(xml).toContain("SIN VALIDEZ FISCAL");
  });

  test("in the demo comes from the sandbox, called at the app's own origin", async () => {
    expect(server.app.pac).toMatchObject({ key: "sw" });
    expect((await server.app.pac!.stamp(sealInvoice())).outcome).toBe("stamped");
  });

  test.skipIf(!SAT_DIR || !hasProgram("xmllint"))("matches SAT's schema (needs xmllint and SAT_DIR)", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice()));
    runProgram("xmllint", ["--nonet", "--noout", "--schema", satFilePath("xsd/cfdi40-con-timbre.xsd"), "-"], xml);
  });

  test("requested ten times concurrently is one stamp", async () => {
    const invoice = sealInvoice();
    const countBefore = await countStamps();
    const answers = await Promise.all(Array.from({ length: 10 }, () => sw().stamp(invoice)));
    expect(new Set(answers.map((answer) => readStampOrThrow(xmlOf(answer)).uuid)).size).toBe(1);
    expect(await countStamps()).toBe(countBefore + 1);
  });

  test("is the same for the same document with another attempt id", async () => {
    const invoice = sealInvoice();
    const firstXml = xmlOf(await sw().stamp(invoice));
    expect(xmlOf(await sw().stamp({ ...invoice, attemptId: randomUUID() }))).toBe(firstXml);
  });

  test("is refused for another document with the same attempt id, with the UUID that the PAC has", async () => {
    const invoice = sealInvoice();
    const { uuid } = readStampOrThrow(xmlOf(await sw().stamp(invoice)));
    const answer = await sw().stamp({ ...sealInvoice(), attemptId: invoice.attemptId });
    expect(answer).toMatchObject({
      outcome: "refused",
      code: "CFDI3307",
      message: expect.stringMatching(new RegExp(uuid, "i")),
    });
  });

  test("is still returned by another process", async () => {
    const invoice = sealInvoice();
    const firstXml = xmlOf(await sw().stamp(invoice));
    const secondServer = await serveTestApp(await startAppOnDatabase(server.databaseConfig));
    try {
      const secondAnswer = await sw({ url: () => `${secondServer.origin}/sandbox/pac` }).stamp(invoice);
      expect(xmlOf(secondAnswer)).toBe(firstXml);
    } finally {
      await secondServer.stop();
    }
  });
});

describe("authentication", () => {
  test("with user and password gets a token, and a new one after it expires", async () => {
    const pac = sw({ credentials: account });
    expect((await pac.stamp(sealInvoice())).outcome).toBe("stamped");
    await control({ expireTokens: true });
    expect((await pac.stamp(sealInvoice())).outcome).toBe("stamped");
  });
  test.each([
    [{ user: SANDBOX_PAC_USER, password: "otra" }, "a wrong password"],
    [{ token: "no es" }, "a wrong token"],
  ])("with the wrong credentials %j gives an unknown result, not a refusal", async (credentials, _what) => {
    const answer = await sw({ credentials }).stamp(sealInvoice());
    expect(answer).toEqual({ outcome: "unknown", reason: "HTTP 401, credentials refused" });
  });
});

describe("a PAC that fails", () => {
  test.each([
    ["down"],
    ["html"],
    ["500"],
    ["429"],
    ["503"],
    ["reset-after-work"],
    ["other-seal"],
    ["wrong-uuid"],
    ["no-data"],
  ])("by %s gives an unknown result, and the same document is stamped once after recovery", async (fault) => {
    const invoice = sealInvoice();
    const countBefore = await countStamps();
    await control({ fault });
    expect(await sw({}, { allCallsMs: 3_000 }).stamp(invoice)).toMatchObject({ outcome: "unknown" });
    await control({ fault: null });
    expect(await sw().stamp(invoice)).toMatchObject({ outcome: "stamped" });
    expect(await countStamps()).toBe(countBefore + 1);
  });

  test("by never answering after stamping causes a timeout, and a later call returns the stamp", async () => {
    const invoice = sealInvoice();
    const countBefore = await countStamps();
    await control({ fault: "hang-after-work" });
    const startedAt = performance.now();
    expect(await sw({}, { callMs: 30_000, allCallsMs: 1_500 }).stamp(invoice)).toEqual({
      outcome: "unknown",
      reason: "no answer in time",
    });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await control({ fault: null });
    expect((await sw().stamp(invoice)).outcome).toBe("stamped");
    expect(await countStamps()).toBe(countBefore + 1);
  });

  test("temporarily is retried with the same document", async () => {
    await control({ fault: "reset-after-work" });
    const invoice = sealInvoice();
    const countBefore = await countStamps();
    const pendingStamp = sw({}, { maxAttempts: 200, pauseMs: 20 }).stamp(invoice);
    await expect.poll(countStamps).toBe(countBefore + 1);
    await control({ fault: null });
    expect((await pendingStamp).outcome).toBe("stamped");
    expect(await countStamps()).toBe(countBefore + 1);
  });

  test("only by being slow still stamps the document", async () => {
    await control({ fault: "slow" });
    expect((await sw().stamp(sealInvoice())).outcome).toBe("stamped");
  });

  test("by refusing connections gives an unknown result", async () => {
    const answer = await sw({ url: () => "http://127.0.0.1:9" }).stamp(sealInvoice());
    expect(answer).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("no answer") });
  });

  test.each(["CFDI40145", "402", "304"])("with the configured code %s refuses", async (code) => {
    await control({ fault: `reject:${code}` });
    expect(await sw().stamp(sealInvoice())).toMatchObject({
      outcome: "refused",
      code,
      message: expect.stringMatching(/^El .* Rechazado a propósito, desde el panel\.$/),
    });
  });
});

const satStatusOf = async (xml: string) => (await sw().getSatStatus(cancellationOf(xml))).status;

describe("a cancellation", () => {
  test("of a small amount is immediate and can be repeated", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice(documentUnder1000Pesos())));
    expect(await satStatusOf(xml)).toBe("live");
    const firstAnswer = await sw().cancel(cancellationOf(xml));
    expect(firstAnswer).toMatchObject({ outcome: "received", receipt: expect.stringContaining("<EstatusUUID>201") });
    expect(await satStatusOf(xml)).toBe("cancelled");
    expect(await sw().cancel(cancellationOf(xml))).toMatchObject({
      outcome: "received",
      receipt: expect.stringContaining("<EstatusUUID>202"),
    });
  });

  test.each([
    ["accept", "cancelled"],
    ["reject", "rejected"],
  ])("over 1,000 pesos waits for the receiver; %s makes it %s", async (answer, finalStatus) => {
    const xml = xmlOf(await sw().stamp(sealInvoice()));
    expect((await sw().cancel(cancellationOf(xml))).outcome).toBe("received");
    expect(await satStatusOf(xml)).toBe("requested");
    const { uuid } = readStampOrThrow(xml);
    expect((await control({ cancellation: answer, uuid })).status).toBe(200);
    expect(await satStatusOf(xml)).toBe(finalStatus);
    expect((await control({ cancellation: answer, uuid })).status).toBe(409);
  });

  test("can be requested again after a rejection", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice()));
    await sw().cancel(cancellationOf(xml));
    await control({ cancellation: "reject", uuid: readStampOrThrow(xml).uuid });
    expect(await sw().cancel(cancellationOf(xml))).toMatchObject({ receipt: expect.stringContaining("201") });
    expect(await satStatusOf(xml)).toBe("requested");
  });

  test("with a substitute is applied", async () => {
    const replacedXml = xmlOf(await sw().stamp(sealInvoice(documentUnder1000Pesos())));
    const replacedUuid = readStampOrThrow(replacedXml).uuid;
    const substituteXml = xmlOf(await sw().stamp(sealInvoice(buildIngresoToday({ replacedUuid }))));
    const cancellation = cancellationOf(replacedXml, {
      motive: "01",
      replacedBy: readStampOrThrow(substituteXml).uuid,
    });
    expect((await sw().cancel(cancellation)).outcome).toBe("received");
    expect(await satStatusOf(replacedXml)).toBe("cancelled");
  });

  test.each([
    ["205", { uuid: randomUUID().toUpperCase() }, "an unknown invoice"],
    ["207", { motive: "01" as const, replacedBy: null }, "motive 01 without a substitute"],
    ["207", { motive: "02" as const, replacedBy: randomUUID().toUpperCase() }, "a substitute without motive 01"],
    ["303", { issuerRfc: "IIA040805DZ4" }, "not signed by the named issuer"],
  ])("is refused with %s for %j: %s", async (code, change, _what) => {
    const xml = xmlOf(await sw().stamp(sealInvoice(documentUnder1000Pesos())));
    expect(await sw().cancel(cancellationOf(xml, change))).toMatchObject({ outcome: "refused", code });
    expect(await satStatusOf(xml)).toBe("live");
  });

  test("by an issuer whose RFC has an & has a valid signature", async () => {
    const rfc = "H&E951128469";
    const signer = { ...CSD_TODAY, certificate: issueCertificateToday({ rfc }) };
    const document = { ...amountsUnder1000Pesos(), issuer: { ...makeIngreso().issuer, rfc } };
    const xml = xmlOf(await sw().stamp(sealInvoice(buildIngresoToday(document), signer)));
    expect((await sw().cancel(cancellationOf(xml, { signer }))).outcome).toBe("received");
    expect(await satStatusOf(xml)).toBe("cancelled");
  });

  test("of another issuer's CFDI is refused with 203 despite a valid signature", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice(documentUnder1000Pesos())));
    const rfc = "IIA040805DZ4";
    const signer = { ...CSD_TODAY, certificate: issueCertificateToday({ rfc }) };
    const answer = await sw().cancel(cancellationOf(xml, { issuerRfc: rfc, signer }));
    expect(answer).toMatchObject({ outcome: "refused", code: "203" });
    expect(await satStatusOf(xml)).toBe("live");
  });

  test("with a FIEL is refused with 306", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice(documentUnder1000Pesos())));
    const signer = { ...CSD_TODAY, certificate: issueCertificateToday({ usage: "fiel" }) };
    expect(await sw().cancel(cancellationOf(xml, { signer }))).toMatchObject({ outcome: "refused", code: "306" });
  });

  test.each<[what: string, code: string, change: (request: string) => string]>([
    [
      "another UUID than was signed",
      "302",
      (text) => text.replace(/UUID="[^"]*"/, `UUID="${randomUUID().toUpperCase()}"`),
    ],
    ["another motive than was signed", "302", (text) => text.replace('Motivo="02"', 'Motivo="03"')],
    ["another digest than was signed", "302", (text) => text.replace(/<DigestValue>.{4}/, "<DigestValue>AAAA")],
    ["a second part beside what was signed", "302", (text) => text.replace("</Folios>", "</Folios><Folios/>")],
    ["no signature", "302", (text) => text.replace(/<Signature .*<\/Signature>/, "")],
    ["no request at all", "301", () => "<Cancelacion/>"],
  ])("with %s is refused: %s", async (_what, code, change) => {
    const xml = xmlOf(await sw().stamp(sealInvoice(documentUnder1000Pesos())));
    const request = change(signCancelRequest(cancellationOf(xml), new Date()));
    const form = new FormData();
    form.append("xml", new Blob([request], { type: "text/xml" }), "xml");
    const answer = await fetch(`${server.origin}/sandbox/pac/cfdi33/cancel/xml`, {
      method: "POST",
      headers: { Authorization: `Bearer ${SANDBOX_PAC_TOKEN}` },
      body: form,
    });
    expect([answer.status, (await answer.json()).message.slice(0, 3)]).toEqual([400, code]);
    expect(await satStatusOf(xml)).toBe("live");
  });

  test("that a PAC does not answer has an unknown result, and can be repeated", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice(documentUnder1000Pesos())));
    await control({ fault: "hang-after-work" });
    const answer = await sw({}, { callMs: 700, allCallsMs: 1_500 }).cancel(cancellationOf(xml));
    expect(answer).toEqual({ outcome: "unknown", reason: "no answer in time" });
    await control({ fault: null });
    expect((await sw().cancel(cancellationOf(xml))).outcome).toBe("received");
  });
});

describe("SAT's status", () => {
  test("of a CFDI with a different total is not found", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice()));
    const { status } = await sw().getSatStatus({ ...cancellationOf(xml), totalCents: 1 });
    expect(status).toBe("not_found");
  });

  test("of a CFDI whose receiver has an & in the RFC is found", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice()));
    expect(cancellationOf(xml).receiverRfc).toBe(makeIngreso().receiver.rfc);
    expect(await satStatusOf(xml)).toBe("live");
  });

  test("is unknown while SAT is unavailable", async () => {
    const xml = xmlOf(await sw().stamp(sealInvoice()));
    await control({ fault: "503" });
    expect(await sw({}, { allCallsMs: 500 }).getSatStatus(cancellationOf(xml))).toMatchObject({ status: "unknown" });
  });
});
