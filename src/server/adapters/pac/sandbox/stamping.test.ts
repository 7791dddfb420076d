import { readFileSync } from "node:fs";
import { randomUUID, X509Certificate, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Ingreso } from "../../../cfdi/comprobante.ts";
import { buildEgreso, buildGlobal } from "../../../cfdi/comprobante.ts";
import type { Csd } from "../../../cfdi/csd.ts";
import { globalPeriod, periodBefore } from "../../../../domain/global-period.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { readStamp } from "../../../cfdi/stamp.ts";
import { sealDocument } from "../../../cfdi/seal.ts";
import type { XmlElement } from "../../../cfdi/xml.ts";
import { resolveSatKeys, type ChosenSatKeys } from "../../../../domain/sat-keys.ts";
import { amountsOf, makeIngreso, makeInvoiceLine } from "../../../testing/invoices.ts";
import {
  issueCertificateToday,
  CSD_TODAY,
  buildIngresoToday,
  sealInvoice,
  localTimeFromNow,
} from "../../../testing/pac.ts";
import { SAT_DIR, satFilePath } from "../../../testing/sat-files.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { catalogueRefusal } from "./check-catalogues.ts";
import { SANDBOX_PAC_TOKEN } from "./credentials.ts";
import { KNOWN_TAXPAYERS, SAT_TEST_TAXPAYERS } from "./taxpayers.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => {
  server.app.pacSandbox!.taxpayers = KNOWN_TAXPAYERS;
});

interface SendOptions {
  path?: string;
  customId?: string;
  token?: string;
}

async function send(xml: string | Uint8Array, { path = "/v4/cfdi33/stamp/v4", customId, token }: SendOptions = {}) {
  const form = new FormData();
  form.append("xml", new Blob([xml as never], { type: "text/xml" }), "xml");
  const answer = await fetch(`${server.origin}/sandbox/pac${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token ?? SANDBOX_PAC_TOKEN}`,
      ...(customId === undefined ? {} : { customid: customId }),
    },
    body: form,
  });
  return { status: answer.status, json: await answer.json() };
}

/** Sends a valid invoice with one change. */
const sendIngreso = (change: Partial<Ingreso>) => send(sealInvoice(buildIngresoToday(change)).xml);
const receiverChange = (change: Partial<Ingreso["receiver"]>) => ({
  receiver: { ...makeIngreso().receiver, ...change },
});
const issuerChange = (change: Partial<Ingreso["issuer"]>) => ({ issuer: { ...makeIngreso().issuer, ...change } });

/** The XML of a document with other attributes. It is sealed after the change, so that nothing else is invalid. */
function withAttributes(attributes: Record<string, string>, document = buildIngresoToday()): string {
  return sealDocument({ ...document, attributes: { ...document.attributes, ...attributes } }, CSD_TODAY).xml;
}

function withChildAttributes(name: string, attributes: Record<string, string>): string {
  const document = buildIngresoToday();
  const children = document.children.map((child) =>
    child.name === name ? { ...child, attributes: { ...child.attributes, ...attributes } } : child,
  );
  return sealDocument({ ...document, children }, CSD_TODAY).xml;
}

const csdWithCertificate = (certificate: Buffer): Csd => ({ ...CSD_TODAY, certificate });

test("a valid document is stamped with a seal that the sandbox's certificate verifies", async () => {
  const { status, json } = await send(sealInvoice().xml);
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: "success", data: { noCertificadoCFDI: "30001000000599999999" } });
  const stampedDocument = readStamp(json.data.cfdi);
  if (isRefusal(stampedDocument)) throw new Error(stampedDocument.refused);
  expect(stampedDocument.stamp.uuid).toMatch(/^[0-9A-F-]{36}$/);
  expect(json.data.cadenaOriginalSAT).toBe(stampedDocument.stamp.originalString);
  const { certificate } = await server.app.db
    .selectFrom("sandbox_pac_settings")
    .select("certificate")
    .executeTakeFirstOrThrow();
  const x509 = new X509Certificate(certificate!);
  expect(x509.subject).toContain("SIN VALIDEZ FISCAL");
  const seal = Buffer.from(stampedDocument.stamp.satSeal, "base64");
  expect(verify("sha256", Buffer.from(stampedDocument.stamp.originalString), x509.publicKey, seal)).toBe(true);
  expect(Buffer.from(json.data.qrCode, "base64").subarray(1, 4).toString()).toBe("PNG");
});

test.each([
  ["/v4/cfdi33/stamp/v1", ["tfd"]],
  ["/cfdi33/stamp/v2", ["cfdi", "tfd"]],
  ["/v4/cfdi33/stamp/v3", ["cfdi"]],
  [
    "/cfdi33/stamp/v4",
    [
      "cadenaOriginalSAT",
      "cfdi",
      "fechaTimbrado",
      "noCertificadoCFDI",
      "noCertificadoSAT",
      "qrCode",
      "selloCFDI",
      "selloSAT",
      "uuid",
    ],
  ],
])("%s answers %j, also to a document that is sent in base 64", async (path, fields) => {
  expect(Object.keys((await send(sealInvoice().xml, { path })).json.data).sort()).toEqual(fields);
  const b64 = Buffer.from(sealInvoice().xml).toString("base64");
  expect(Object.keys((await send(b64, { path: `${path}/b64` })).json.data).sort()).toEqual(fields);
});

test("a credit note and a global invoice are stamped too", async () => {
  const egreso = buildEgreso({
    ...makeIngreso({ issuedAt: localTimeFromNow() }),
    reason: "return",
    invoiceUuid: randomUUID().toUpperCase(),
  });
  expect((await send(sealInvoice(egreso).xml)).status).toBe(200);
  const lastMonth = globalPeriod(periodBefore({ periodLength: "month", day: localTimeFromNow().slice(0, 10) }), "601");
  if (isRefusal(lastMonth)) throw new Error(lastMonth.refused);
  const globalInvoice = buildGlobal({ ...makeIngreso({ issuedAt: localTimeFromNow() }), period: lastMonth });
  expect((await send(sealInvoice(globalInvoice).xml)).status).toBe(200);
});

test("documents with several VAT treatments, or exempt only, are stamped too", async () => {
  const lineWith = (treatment: "zero" | "exempt" | "notSubject" | "notItemised") =>
    makeInvoiceLine({ vat: { treatment, rateBps: 0 } });
  for (const lines of [
    [makeInvoiceLine(), lineWith("zero"), lineWith("exempt"), lineWith("notSubject")],
    [lineWith("exempt")],
    [lineWith("notItemised")],
  ]) {
    const { status, json } = await sendIngreso({ amounts: amountsOf(lines), folio: randomUUID() });
    expect(status, JSON.stringify(json)).toBe(200);
  }
});

test("an invalid token is refused before the document is read", async () => {
  const { status, json } = await send("<x", { token: "T2.1.x" });
  expect([status, json.message.slice(0, 6)]).toEqual([401, "AU2000"]);
});

describe("a document stamped before", () => {
  test("is refused with 307 and its first stamp", async () => {
    const { xml } = sealInvoice();
    const firstAnswer = await send(xml);
    const { status, json } = await send(xml);
    expect([status, json.message]).toEqual([400, "307. El comprobante contiene un timbre previo."]);
    expect(json.data.uuid).toBe(firstAnswer.json.data.uuid);
  });
  test("that contains its stamp is refused with 307 and no data", async () => {
    const { json } = await send((await send(sealInvoice().xml)).json.data.cfdi);
    expect([json.message.slice(0, 4), json.data]).toEqual(["307.", null]);
  });
  test("with the custom id of another document is refused with CFDI3307 and the other document's stamp", async () => {
    const customId = randomUUID();
    const firstAnswer = await send(sealInvoice().xml, { customId });
    const { json } = await send(sealInvoice().xml, { customId, path: "/v4/cfdi33/stamp/v1" });
    expect(json.message).toBe("CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.");
    expect(json.data.tfd).toContain(firstAnswer.json.data.uuid.toUpperCase());
  });
});

test.each(["", "x".repeat(101)])("a document with the invalid custom id %j is refused", async (customId) => {
  expect((await send(sealInvoice().xml, { customId })).status).toBe(400);
});

describe("an invalid document", () => {
  const validXml = () => sealInvoice().xml;
  test.each<[what: string, xml: () => string | Uint8Array]>([
    ["nothing", () => ""],
    ["truncated", () => validXml().slice(0, -20)],
    ["with a DTD", () => validXml().replace("?>", "?><!DOCTYPE x>")],
    ["in another encoding", () => Buffer.from(validXml().replace("HERRERIA", "HERRERÍA"), "latin1")],
    ["of another kind", () => "<factura/>"],
    ["of version 3.3", () => withAttributes({ Version: "3.3" })],
    ["with an unknown attribute", () => withAttributes({ Color: "rojo" })],
    ["without its schema", () => withAttributes({ "xsi:schemaLocation": "x" })],
    ["with an unknown payment form", () => withAttributes({ FormaPago: "07" })],
    ["with an empty folio", () => withAttributes({ Folio: "" })],
    ["with an invalid date", () => withAttributes({ Fecha: "2026-13-01T00:00:00" })],
    ["with an impossible RFC", () => withChildAttributes("cfdi:Receptor", { Rfc: "XXX991332AB1" })],
    ["with elements in another order", () => xmlInReverseOrder()],
    ["with an unknown use", () => withChildAttributes("cfdi:Receptor", { UsoCFDI: "P01" })],
  ])("%s: 301", async (_what, xml) => {
    const { status, json } = await send(xml());
    expect([status, json.message.slice(0, 5)]).toEqual([400, "301 -"]);
  });

  function xmlInReverseOrder(): string {
    const document: XmlElement = buildIngresoToday();
    return sealDocument({ ...document, children: document.children.toReversed() }, CSD_TODAY).xml;
  }
});

describe("the certificate and the seal", () => {
  const sealWithCertificate = (certificate: Buffer) =>
    sealInvoice(buildIngresoToday(), csdWithCertificate(certificate)).xml;
  test.each<[code: string, what: string, xml: () => string]>([
    [
      "CFDI40106",
      "a certificate with another number",
      () => sealInvoice(buildIngresoToday(), { ...CSD_TODAY, number: "30001000000500000001" }).xml,
    ],
    ["CFDI40106", "no certificate", () => sealWithCertificate(Buffer.from("no es"))],
    ["306", "a FIEL", () => sealWithCertificate(issueCertificateToday({ usage: "fiel" }))],
    [
      "303",
      "another taxpayer's certificate",
      () => sealWithCertificate(issueCertificateToday({ rfc: "IIA040805DZ4" })),
    ],
    [
      "305",
      "an expired certificate",
      () => sealWithCertificate(issueCertificateToday({ validFromDays: -90, validToDays: -3 })),
    ],
    [
      "305",
      "a certificate that is not valid yet",
      () => sealWithCertificate(issueCertificateToday({ validFromDays: 3 })),
    ],
    ["CFDI40102", "a seal over another text", () => sealInvoice().xml.replace(/ Folio="[^"]*"/, ' Folio="otro"')],
    [
      "402",
      "an issuer that is not in the LCO",
      () => {
        const rfc = "SLC010101AB4";
        const document = buildIngresoToday({ issuer: { ...makeIngreso().issuer, rfc } });
        return sealInvoice(document, csdWithCertificate(issueCertificateToday({ rfc }))).xml;
      },
    ],
  ])("are refused with %s for %s", async (code, _what, xml) => {
    const { status, json } = await send(xml());
    expect([status, json.message.split(" ")[0]]).toEqual([400, code]);
  });
});

describe("the time of issue", () => {
  const sendIssuedAt = (issuedAt: string, postalCode = "42501") =>
    sendIngreso({ issuedAt, ...issuerChange({ postalCode }) });
  test.each([
    [-71.9, "42501", "America/Mexico_City"],
    [0.05, "42501", "America/Mexico_City"],
    [0, "77500", "America/Cancun"],
    [0, "22000", "America/Tijuana"],
    [0, "83000", "America/Hermosillo"],
  ])("%d hours from now at %s is accepted", async (hours, postalCode, zone) => {
    expect((await sendIssuedAt(localTimeFromNow(hours, zone), postalCode)).status).toBe(200);
  });
  test.each([
    [-72.1, "42501", "America/Mexico_City"],
    [0.2, "42501", "America/Mexico_City"],
    [0, "42501", "America/Cancun"],
    [0, "22000", "America/Mexico_City"],
  ])("%d hours from now at %s by the clock of %s: 401", async (hours, postalCode, zone) => {
    expect((await sendIssuedAt(localTimeFromNow(hours, zone), postalCode)).json.message).toContain(
      "401 - El rango de la fecha",
    );
  });
});

describe("the amounts", () => {
  test.each([
    ["CFDI40119", { Total: "3104.67" }],
    ["CFDI40108", { SubTotal: "2788.48" }],
  ])("are refused with %s: %j", async (code, attributes) => {
    expect((await send(withAttributes(attributes))).json.message).toContain(`${code} -`);
  });
});

const withKeys = (chosenKeys: ChosenSatKeys): Partial<Ingreso> => ({
  amounts: amountsOf([makeInvoiceLine({ keys: resolveSatKeys(chosenKeys) })]),
});

describe("the catalogues", () => {
  test.each<[string, Partial<Ingreso>]>([
    ["CFDI40157", receiverChange({ taxRegime: "609" })],
    ["CFDI40158", receiverChange({ taxRegime: "605" })],
    ["CFDI40161", receiverChange({ cfdiUse: "D01" })],
    ["CFDI40141", issuerChange({ taxRegime: "605" })],
    ["CFDI40149", receiverChange({ rfc: "XAXX010101000", taxRegime: "616", cfdiUse: "S01", postalCode: "06002" })],
    ["CFDI40158", receiverChange({ rfc: "XAXX010101000", taxRegime: "605", cfdiUse: "S01", postalCode: "42501" })],
    ["CFDI40161", receiverChange({ rfc: "XAXX010101000", taxRegime: "616", cfdiUse: "G02", postalCode: "42501" })],
    [
      "CFDI40130",
      receiverChange({
        rfc: "XAXX010101000",
        name: "PUBLICO EN GENERAL",
        taxRegime: "616",
        cfdiUse: "S01",
        postalCode: "42501",
      }),
    ],
    ["CFDI40105", { paymentForm: "99" }],
    ["CFDI40126", issuerChange({ postalCode: "00000" })],
    ["CFDI40147", receiverChange({ postalCode: "99999" })],
  ])("refuse with %s: %j", async (code, change) => {
    expect((await sendIngreso(change)).json.message).toContain(`${code} -`);
  });
  test.each([
    ["CFDI40162", "53100000", "H87"],
    ["CFDI40162", "53109999", "H87"],
    ["CFDI40162", "60131000", "H87"],
    ["CFDI40165", "53102000", "ZZ"],
  ])("refuse with %s: key %s, unit %s", async (code, productKey, unitKey) => {
    expect((await sendIngreso(withKeys({ productKey, unitKey }))).json.message).toContain(`${code} -`);
  });
  test("a key outside the list is accepted once staff have confirmed it", async () => {
    await server.app.db
      .insertInto("confirmed_sat_keys")
      .values({ key: "60131005", name: "Otra", confirmed_by: "Ana" })
      .execute();
    expect((await sendIngreso(withKeys({ productKey: "60131005", unitKey: "SET" }))).status).toBe(200);
  });
  test.each([
    ["CFDI40132", { periodicity: "05", months: "13", year: localTimeFromNow().slice(0, 4) }],
    ["CFDI40136", { periodicity: "04", months: "01", year: "2020" }],
    ["CFDI40134", { periodicity: "04", months: "13", year: localTimeFromNow().slice(0, 4) }],
    ["ESC0001", { periodicity: "04", months: localTimeFromNow().slice(5, 7), year: localTimeFromNow().slice(0, 4) }],
  ])("refuse with %s a global invoice of %j", async (code, period) => {
    const { json } = await send(
      sealInvoice(buildGlobal({ ...makeIngreso({ issuedAt: localTimeFromNow() }), period })).xml,
    );
    expect(json.message).toContain(`${code} -`);
  });
  test.each([
    ["2026-11-30T10:00:00", "ESC0001"],
    ["2026-12-01T23:59:59", "ESC0001"],
    ["2026-12-02T00:00:00", undefined],
  ])("a daily global invoice of December that is dated %s: %s", (issuedAt, code) => {
    const period = { periodicity: "01", months: "12", year: "2026" };
    const document = buildGlobal({ ...makeIngreso({ issuedAt }), period });
    const options = { now: new Date("2026-12-02T12:00:00Z"), confirmedKeys: new Set<string>() };
    expect(catalogueRefusal(document, options)?.code).toBe(code);
  });
});

describe("the receiver", () => {
  const puebla = { rfc: "BFP100512AB2", name: "BORDADOS FICTICIOS DE PUEBLA", postalCode: "72000", taxRegime: "601" };
  test("a known receiver is accepted with the data registered at SAT", async () => {
    expect((await sendIngreso(receiverChange(puebla))).status).toBe(200);
  });
  test.each([
    ["CFDI40143", { rfc: "NEX000101AB7" }],
    ["CFDI40145", { ...puebla, name: "BORDADOS FICTICIOS DE PUEBLA SA DE CV" }],
    ["CFDI40148", { ...puebla, postalCode: "06700" }],
    ["CFDI40159", { ...puebla, taxRegime: "603" }],
  ])("is refused with %s: %j", async (code, change) => {
    expect((await sendIngreso(receiverChange(change))).json.message).toContain(`${code} -`);
  });

  test("each of SAT's test taxpayers is accepted with its own name, postal code and regime only", async () => {
    for (const { rfc, name, postalCode, taxRegimes } of SAT_TEST_TAXPAYERS) {
      const registeredData = { rfc, name, postalCode, taxRegime: taxRegimes.at(-1)! };
      expect((await sendIngreso(receiverChange(registeredData))).status, rfc).toBe(200);
      const codes = await Promise.all(
        [{ name: `${name} SA DE CV` }, { postalCode: "44100" }, { taxRegime: rfc.length === 12 ? "603" : "616" }].map(
          async (change) =>
            (await sendIngreso(receiverChange({ ...registeredData, cfdiUse: "S01", ...change }))).json.message.slice(
              0,
              9,
            ),
        ),
      );
      expect(codes, rfc).toEqual(["CFDI40145", "CFDI40148", "CFDI40159"]);
    }
  });

  interface ListedTaxpayer {
    rfc: string;
    nombre: string;
    cp: string;
    regimenes: string[];
  }
  test.skipIf(!SAT_DIR)("SAT's test taxpayers are those of SAT's list (needs SAT_DIR)", () => {
    const { morales, fisicas } = JSON.parse(readFileSync(satFilePath("contribuyentes-prueba.json"), "utf8")) as {
      morales: ListedTaxpayer[];
      fisicas: ListedTaxpayer[];
    };
    const listedTaxpayers = [...morales, ...fisicas].map(({ rfc, nombre, cp, regimenes }) => ({
      rfc,
      name: nombre,
      postalCode: cp,
      taxRegimes: regimenes,
    }));
    expect(SAT_TEST_TAXPAYERS).toEqual(listedTaxpayers);
  });
});
