import { readMicros, type Micros } from "../../domain/micros.ts";
import type { BrokenRule, ExpectRule } from "./check-sums.ts";
import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/** The fixed attributes of the document. Null: the attribute must not exist. */
const DOCUMENT_ATTRIBUTES: [attribute: string, value: string | null, code: string][] = [
  ["TipoDeComprobante", "P", "CRP20101"],
  ["Exportacion", "01", "CRP20102"],
  ["SubTotal", "0", "CRP20103"],
  ["Moneda", "XXX", "CRP20104"],
  ["FormaPago", null, "CRP20105"],
  ["MetodoPago", null, "CRP20106"],
  ["CondicionesDePago", null, "CRP20107"],
  ["Descuento", null, "CRP20108"],
  ["TipoCambio", null, "CRP20109"],
  ["Total", "0", "CRP20110"],
];
const CONCEPT_ATTRIBUTES: typeof DOCUMENT_ATTRIBUTES = [
  ["ClaveProdServ", "84111506", "CRP20113"],
  ["NoIdentificacion", null, "CRP20114"],
  ["Cantidad", "1", "CRP20115"],
  ["ClaveUnidad", "ACT", "CRP20116"],
  ["Unidad", null, "CRP20117"],
  ["Descripcion", "Pago", "CRP20118"],
  ["ValorUnitario", "0", "CRP20119"],
  ["Importe", "0", "CRP20120"],
  ["Descuento", null, "CRP20121"],
  ["ObjetoImp", "01", "CRP20122"],
];
/** For each total: the tax and rate of the rows that it adds (see `taxKeyOf`), the added attribute, and SAT's code. */
const TOTALS: [attribute: string, key: string, addedAttribute: "BaseP" | "ImporteP", code: string][] = [
  ["TotalTrasladosBaseIVA16", "002 Tasa 0.160000", "BaseP", "CRP20204"],
  ["TotalTrasladosImpuestoIVA16", "002 Tasa 0.160000", "ImporteP", "CRP20205"],
  ["TotalTrasladosBaseIVA8", "002 Tasa 0.080000", "BaseP", "CRP20206"],
  ["TotalTrasladosImpuestoIVA8", "002 Tasa 0.080000", "ImporteP", "CRP20207"],
  ["TotalTrasladosBaseIVA0", "002 Tasa 0.000000", "BaseP", "CRP20208"],
  ["TotalTrasladosImpuestoIVA0", "002 Tasa 0.000000", "ImporteP", "CRP20209"],
  ["TotalTrasladosBaseIVAExento", "002 Exento ", "BaseP", "CRP20210"],
];

/**
 * Checks a document against SAT's error matrix for the payment complement 2.0 (MatrizDeErrores_CRP_V20, revision B).
 * The amounts are recalculated from the document's text. For payments in pesos without withheld taxes. It shares no
 * calculation with the module that builds the complement, so that it can verify that module.
 */
export function checkPayment(document: XmlElement): BrokenRule[] {
  const errors: BrokenRule[] = [];
  const expectRule: ExpectRule = (holds, code, message) => {
    if (!holds) errors.push({ code, message });
  };
  const concepts = childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto");
  checkFixedAttributes(document, DOCUMENT_ATTRIBUTES, expectRule);
  expectRule(concepts.length === 1, "CRP20111", "un solo concepto");
  for (const concept of concepts) {
    expectRule(concept.children.length === 0, "CRP20112", "el concepto no lleva nodos");
    checkFixedAttributes(concept, CONCEPT_ATTRIBUTES, expectRule);
  }
  expectRule(childOf(document, "cfdi:Impuestos") === undefined, "CRP20123", "sin Impuestos");
  const cfdiUse = childOf(document, "cfdi:Receptor")?.attributes.UsoCFDI;
  expectRule(cfdiUse === "CP01", "CRP20999", "UsoCFDI de un pago es CP01");

  const complement = childOf(childOf(document, "cfdi:Complemento"), "pago20:Pagos");
  const payments = childrenOf(complement, "pago20:Pago");
  expectRule(payments.length > 0, "CRP20999", "lleva el complemento de pagos");
  for (const payment of payments) checkPaymentElement(payment, document, expectRule);
  checkTotals(childOf(complement, "pago20:Totales"), payments, expectRule);
  return errors;
}

function checkFixedAttributes(
  { attributes }: XmlElement,
  rules: typeof DOCUMENT_ATTRIBUTES,
  expectRule: ExpectRule,
): void {
  for (const [attribute, value, code] of rules) {
    const isRight = value === null ? attributes[attribute] === undefined : attributes[attribute] === value;
    expectRule(isRight, code, value === null ? `${attribute} no va` : `${attribute} es ${value}`);
  }
}

function checkPaymentElement(payment: XmlElement, document: XmlElement, expectRule: ExpectRule): void {
  const {
    FormaDePagoP: paymentForm,
    MonedaP: currency,
    TipoCambioP: exchangeRate,
    Monto = "",
    FechaPago = "",
  } = payment.attributes;
  expectRule(paymentForm !== "99", "CRP20212", "FormaDePagoP no es 99");
  expectRule(currency === "MXN", "CRP20213", "MonedaP es MXN");
  expectRule(exchangeRate === "1", "CRP20215", "TipoCambioP es 1");
  const paidDocuments = childrenOf(payment, "pago20:DoctoRelacionado");
  expectRule(sumOf(paidDocuments, "ImpPagado") <= microsOf(Monto), "CRP20217", "ImpPagado no pasa de Monto");
  expectRule(microsOf(Monto) > 0n, "CRP20218", "Monto mayor que cero");
  expectRule(decimalsOf(Monto) <= 2, "CRP20219", "Monto: decimales de la moneda");
  expectRule(FechaPago <= (document.attributes.Fecha ?? ""), "CRP20999", "FechaPago no es después de Fecha");
  for (const paidDocument of paidDocuments) checkPaidDocument(paidDocument, expectRule);

  const rows = rowsOf(payment, "P");
  const details = paidDocuments.flatMap((paidDocument) => rowsOf(paidDocument, "DR"));
  const keys = rows.map((row) => taxKeyOf(row, "P"));
  expectRule(new Set(keys).size === rows.length, "CRP20271", "un TrasladoP por impuesto y tasa");
  expectRule(
    details.every((detail) => keys.includes(taxKeyOf(detail, "DR"))),
    "CRP20268",
    "cada tasa tiene su TrasladoP",
  );
  for (const row of rows) {
    const detailsAtRate = details.filter((detail) => taxKeyOf(detail, "DR") === taxKeyOf(row, "P"));
    expectRule(microsOf(row.attributes.BaseP) === sumOf(detailsAtRate, "BaseDR"), "CRP20268", "BaseP suma las bases");
    expectRule(
      microsOf(row.attributes.ImporteP) === sumOf(detailsAtRate, "ImporteDR"),
      "CRP20274",
      "ImporteP suma los importes",
    );
  }
}

function checkPaidDocument(paidDocument: XmlElement, expectRule: ExpectRule): void {
  const { ImpSaldoAnt = "", ImpPagado = "", ImpSaldoInsoluto = "", ObjetoImpDR } = paidDocument.attributes;
  expectRule(paidDocument.attributes.MonedaDR === "MXN", "CRP20236", "MonedaDR es MXN");
  expectRule(paidDocument.attributes.EquivalenciaDR === "1", "CRP20238", "EquivalenciaDR es 1");
  expectRule(microsOf(ImpSaldoAnt) > 0n, "CRP20239", "ImpSaldoAnt mayor que cero");
  expectRule(decimalsOf(ImpSaldoAnt) <= 2, "CRP20240", "ImpSaldoAnt: decimales de la moneda");
  expectRule(microsOf(ImpPagado) > 0n, "CRP20241", "ImpPagado mayor que cero");
  expectRule(decimalsOf(ImpPagado) <= 2, "CRP20242", "ImpPagado: decimales de la moneda");
  expectRule(decimalsOf(ImpSaldoInsoluto) <= 2, "CRP20243", "ImpSaldoInsoluto: decimales de la moneda");
  const remaining = microsOf(ImpSaldoAnt) - microsOf(ImpPagado);
  expectRule(
    remaining >= 0n && microsOf(ImpSaldoInsoluto) === remaining,
    "CRP20244",
    "ImpSaldoInsoluto es lo que falta",
  );
  const rows = rowsOf(paidDocument, "DR");
  const hasTaxes = childOf(paidDocument, "pago20:ImpuestosDR") !== undefined;
  expectRule(ObjetoImpDR !== "02" || hasTaxes, "CRP20246", "con ObjetoImpDR 02 hay ImpuestosDR");
  expectRule(ObjetoImpDR === "02" || !hasTaxes, "CRP20247", "sin ObjetoImpDR 02 no lo hay");
  expectRule(!hasTaxes || rows.length > 0, "CRP20248", "ImpuestosDR lleva traslados");
  for (const { attributes } of rows) {
    const { BaseDR = "", TipoFactorDR, TasaOCuotaDR, ImporteDR } = attributes;
    expectRule(microsOf(BaseDR) > 0n, "CRP20255", "BaseDR mayor que cero");
    if (TipoFactorDR === "Exento") {
      expectRule(TasaOCuotaDR === undefined && ImporteDR === undefined, "CRP20258", "Exento sin tasa ni importe");
      continue;
    }
    expectRule(TasaOCuotaDR !== undefined && ImporteDR !== undefined, "CRP20259", "Tasa con tasa e importe");
    expectRule(isTaxOf(BaseDR, TasaOCuotaDR ?? "", ImporteDR ?? ""), "CRP20261", "ImporteDR es base por tasa");
  }
}

function checkTotals(totals: XmlElement | undefined, payments: readonly XmlElement[], expectRule: ExpectRule): void {
  const rows = payments.flatMap((payment) => rowsOf(payment, "P"));
  for (const [attribute, key, addedAttribute, code] of TOTALS) {
    const rowsAtRate = rows.filter((row) => taxKeyOf(row, "P") === key);
    const text = totals?.attributes[attribute];
    const isRight =
      rowsAtRate.length > 0 ? microsOf(text) === roundToCents(sumOf(rowsAtRate, addedAttribute)) : text === undefined;
    expectRule(isRight, code, `${attribute} es la suma`);
  }
  const amount = totals?.attributes.MontoTotalPagos;
  expectRule(microsOf(amount) === roundToCents(sumOf(payments, "Monto")), "CRP20211", "MontoTotalPagos es la suma");
}

/**
 * Whether the tax is within SAT's limits: the base may differ by half a unit of its last decimal. The lower limit is
 * truncated and the upper one rounded up. False for a text that is not an amount.
 */
function isTaxOf(base: string, rate: string, amount: string): boolean {
  if ([base, rate, amount].some((text) => microsOf(text) < 0n)) return false;
  const half = 10n ** BigInt(6 - decimalsOf(base)) * 500_000n;
  const [scaledBase, scaledRate] = [microsOf(base) * 1_000_000n, microsOf(rate)];
  const unit = 10n ** BigInt(18 - decimalsOf(amount));
  const low = ((scaledBase - half) * scaledRate) / unit;
  const high = ((scaledBase + half - 1n) * scaledRate + unit - 1n) / unit;
  const scaledAmount = (microsOf(amount) * 1_000_000_000_000n) / unit;
  return scaledAmount >= low && scaledAmount <= high;
}

function rowsOf(parent: XmlElement, suffix: "DR" | "P"): XmlElement[] {
  const taxes = childOf(childOf(parent, `pago20:Impuestos${suffix}`), `pago20:Traslados${suffix}`);
  return childrenOf(taxes, `pago20:Traslado${suffix}`);
}

/** The tax, factor and rate of a row: "002 Tasa 0.160000". */
function taxKeyOf({ attributes }: XmlElement, suffix: "DR" | "P"): string {
  return ["Impuesto", "TipoFactor", "TasaOCuota"].map((name) => attributes[name + suffix] ?? "").join(" ");
}

function sumOf(elements: readonly XmlElement[], attribute: string): Micros {
  return elements.reduce((total, { attributes }) => total + microsOf(attributes[attribute]), 0n);
}

/** 0 for a missing attribute. -1 for a text that is not an amount, so that it is different from every sum. */
function microsOf(text: string | undefined): Micros {
  if (text === undefined) return 0n;
  return /^\d{1,15}(\.\d{1,6})?$/.test(text) ? readMicros(text) : -1n;
}

function decimalsOf(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

function roundToCents(value: Micros): Micros {
  return ((value + 5_000n) / 10_000n) * 10_000n;
}
