import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../../../domain/refusal.ts";
import { nextInstalment } from "../../../../domain/payment-instalment.ts";
import { buildIngreso, type Ingreso } from "../../../cfdi/comprobante.ts";
import { checkPayment } from "../../../cfdi/check-payment.ts";
import { buildPaymentComplement, type PaymentComplement } from "../../../cfdi/payment-complement.ts";
import { parseXml } from "../../../cfdi/parse-xml.ts";
import { childrenOf, type XmlElement } from "../../../cfdi/xml.ts";
import { amountsOf, makeIngreso, makeInvoiceLine } from "../../../testing/invoices.ts";
import { readStampOrThrow, sealInvoice, localTimeFromNow } from "../../../testing/pac.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { paidDocumentRefusal } from "./check-paid-document.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const AMOUNTS = amountsOf([makeInvoiceLine({ pieces: 1, unitPriceCents: 1_000_00 })]);
const makePpdIngreso = (change: Partial<Ingreso> = {}): Ingreso =>
  makeIngreso({
    issuedAt: localTimeFromNow(),
    folio: randomUUID().slice(0, 8),
    amounts: AMOUNTS,
    paymentForm: "99",
    paymentPlan: "PPD",
    ...change,
  });

/** The stamped XML, or the code of the refusal. If the outcome is unknown, `code` is its reason. */
async function stamp(xml: string): Promise<{ xml: string } | { code: string }> {
  const { pac } = server.app;
  const answer = await pac!.stamp({ xml, attemptId: randomUUID() });
  if (answer.outcome === "stamped") return { xml: answer.xml };
  return { code: answer.outcome === "refused" ? answer.code : answer.reason };
}

async function stampOrThrow(xml: string): Promise<string> {
  const answer = await stamp(xml);
  if ("code" in answer) throw new Error(answer.code);
  return answer.xml;
}

async function stampInvoice(change: Partial<Ingreso> = {}): Promise<string> {
  return readStampOrThrow(await stampOrThrow(sealInvoice(buildIngreso(makePpdIngreso(change))).xml)).uuid;
}

function paymentXml(
  uuid: string,
  earlierPaymentsCents: number[],
  cents: number,
  change: Partial<PaymentComplement> = {},
): string {
  const { issuer, receiver, issuedAt, folio } = makePpdIngreso();
  const paidSoFar = {
    instalmentCount: earlierPaymentsCents.length,
    paidCents: earlierPaymentsCents.reduce((sum, paymentCents) => sum + paymentCents, 0),
  };
  return sealInvoice(
    buildPaymentComplement({
      series: "A",
      folio,
      issuedAt,
      issuer,
      receiver,
      paidAt: issuedAt,
      paymentForm: "03",
      invoice: { uuid, series: "A", folio: "1" },
      instalment: nextInstalment(AMOUNTS, paidSoFar, cents),
      replacedUuid: null,
      ...change,
    }),
  ).xml;
}

test("the payments of a PPD invoice are stamped one after the other, each with one Complemento", async () => {
  const uuid = await stampInvoice();
  for (const [earlierPaymentsCents, cents] of [
    [[], 300_01],
    [[300_01], 99],
    [[300_01, 99], 699_00],
  ] as const) {
    const { comprobante } = readStampOrThrow(await stampOrThrow(paymentXml(uuid, [...earlierPaymentsCents], cents)));
    expect(childrenOf(comprobante, "cfdi:Complemento")).toHaveLength(1);
    expect(checkPayment(comprobante)).toEqual([]);
  }
});

test("the sandbox's panel labels an invoice 'Ingreso' and a payment complement 'Pago'", async () => {
  const invoiceUuid = await stampInvoice();
  const paymentUuid = readStampOrThrow(await stampOrThrow(paymentXml(invoiceUuid, [], 1_00))).uuid;
  const cards = (await server.call("GET", "/sandbox/pac")).text.split("<article>");
  const kindOf = (uuid: string) => /<span class="quiet">(\S+) de/.exec(cards.find((card) => card.includes(uuid))!)?.[1];
  expect([kindOf(invoiceUuid), kindOf(paymentUuid)]).toEqual(["Ingreso", "Pago"]);
});

describe("a payment is refused", () => {
  const codeOf = async (xml: string) => {
    const answer = await stamp(xml);
    return "code" in answer ? answer.code : "stamped";
  };

  test("of a document that does not exist, or that is not PPD", async () => {
    expect(await codeOf(paymentXml(randomUUID().toUpperCase(), [], 1_00))).toBe("CRP20999");
    const pueInvoiceUuid = await stampInvoice({ paymentForm: "03", paymentPlan: "PUE" });
    expect(await codeOf(paymentXml(pueInvoiceUuid, [], 1_00))).toBe("CRP20999");
  });

  test("for an instalment that has its complement, or with another balance", async () => {
    const uuid = await stampInvoice();
    await stampOrThrow(paymentXml(uuid, [], 100_00));
    expect(await codeOf(paymentXml(uuid, [], 100_00))).toBe("CRP20999");
    expect(await codeOf(paymentXml(uuid, [99_00], 100_00))).toBe("CRP20999");
    expect(await codeOf(paymentXml(uuid, [100_00], 100_00))).toBe("stamped");
  });

  test("for an instalment that the same complement has twice", async () => {
    const complement = parseXml(paymentXml(await stampInvoice(), [], 100_00));
    if (isRefusal(complement)) throw new Error(complement.refused);
    const repeatDocuments = (parent: XmlElement): XmlElement => ({
      ...parent,
      children: parent.children.flatMap((child) =>
        child.name === "pago20:DoctoRelacionado" ? [child, child] : [repeatDocuments(child)],
      ),
    });
    expect(await paidDocumentRefusal(server.app.db, complement)).toBeNull();
    expect(await paidDocumentRefusal(server.app.db, repeatDocuments(complement))).toMatchObject({ code: "CRP20999" });
  });

  test("of another receiver", async () => {
    const uuid = await stampInvoice();
    const receiver = { ...makePpdIngreso().receiver, rfc: "XAXX010101000", postalCode: "42501", taxRegime: "616" };
    expect(await codeOf(paymentXml(uuid, [], 1_00, { receiver }))).toBe("CRP20999");
  });

  test("with the payment form 99", async () => {
    const uuid = await stampInvoice();
    expect(await codeOf(paymentXml(uuid, [], 1_00, { paymentForm: "99" }))).toBe("CRP20212");
  });

  test("with a payment date after the complement's date of issue", async () => {
    const uuid = await stampInvoice();
    expect(await codeOf(paymentXml(uuid, [], 1_00, { paidAt: localTimeFromNow(1) }))).toBe("CRP20999");
  });
});

describe("a receiver who lives abroad", () => {
  const receiver = {
    ...makeIngreso().receiver,
    rfc: "XEXX010101000",
    postalCode: "42501",
    taxRegime: "616",
    cfdiUse: "S01",
  };
  test.each<[Partial<Ingreso["receiver"]>, string | null]>([
    [{ country: "USA", taxId: "123456789" }, null],
    [{ country: "ESP" }, null],
    [{ country: "XYZ" }, "CFDI40150"],
    [{ country: "USA", rfc: "XAXX010101000" }, "CFDI40151"],
    [{ country: "MEX" }, "CFDI40152"],
    [{ taxId: "123456789" }, "CFDI40153"],
    [{ country: "CAN", taxId: "12345" }, "CFDI40156"],
  ])("%j is answered with %s", async (change, code) => {
    const answer = await stamp(sealInvoice(buildIngreso(makePpdIngreso({ receiver: { ...receiver, ...change } }))).xml);
    expect("code" in answer ? answer.code : null).toBe(code);
  });

  test("can get a payment complement, whose use is CP01", async () => {
    const foreigner = { ...receiver, country: "ESP" };
    const uuid = await stampInvoice({ receiver: foreigner });
    await stampOrThrow(paymentXml(uuid, [], 1_000_00, { receiver: foreigner }));
  });
});
