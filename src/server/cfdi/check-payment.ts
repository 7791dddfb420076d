import { readMicros, type Micros } from "../../domain/micros.ts";
import type { SumError } from "./check-sums.ts";
import { childOf, childrenOf, type XmlElement } from "./xml.ts";

type Expect = (holds: boolean, code: string, what: string) => void;

/** The document's fixed attributes. Null: must not exist. */
const DOCUMENT: [attribute: string, value: string | null, code: string][] = [
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
const CONCEPT: typeof DOCUMENT = [
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
/** Each total: the factor, rate and figure that it adds up, and its code. */
const TOTALS: [attribute: string, key: string, figure: "BaseP" | "ImporteP", code: string][] = [
  ["TotalTrasladosBaseIVA16", "002 Tasa 0.160000", "BaseP", "CRP20204"],
  ["TotalTrasladosImpuestoIVA16", "002 Tasa 0.160000", "ImporteP", "CRP20205"],
  ["TotalTrasladosBaseIVA8", "002 Tasa 0.080000", "BaseP", "CRP20206"],
  ["TotalTrasladosImpuestoIVA8", "002 Tasa 0.080000", "ImporteP", "CRP20207"],
  ["TotalTrasladosBaseIVA0", "002 Tasa 0.000000", "BaseP", "CRP20208"],
  ["TotalTrasladosImpuestoIVA0", "002 Tasa 0.000000", "ImporteP", "CRP20209"],
  ["TotalTrasladosBaseIVAExento", "002 Exento ", "BaseP", "CRP20210"],
];

/**
 * The rules of SAT's error matrix for the payment complement 2.0 (MatrizDeErrores_CRP_V20, revision B), recalculated
 * from the document's text. For payments in pesos without withheld taxes. It shares no code with the module that builds
 * the complement, so that it can verify that module.
 */
export function checkPayment(document: XmlElement): SumError[] {
  const errors: SumError[] = [];
  const expect: Expect = (holds, code, what) => {
    if (!holds) errors.push({ code, what });
  };
  const concepts = childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto");
  checkFixed(document, DOCUMENT, expect);
  expect(concepts.length === 1, "CRP20111", "un solo concepto");
  for (const concept of concepts) {
    expect(concept.children.length === 0, "CRP20112", "el concepto no lleva nodos");
    checkFixed(concept, CONCEPT, expect);
  }
  expect(childOf(document, "cfdi:Impuestos") === undefined, "CRP20123", "sin Impuestos");
  const use = childOf(document, "cfdi:Receptor")?.attributes.UsoCFDI;
  expect(use === "CP01", "CRP20999", "UsoCFDI de un pago es CP01");

  const complement = childOf(childOf(document, "cfdi:Complemento"), "pago20:Pagos");
  const payments = childrenOf(complement, "pago20:Pago");
  expect(payments.length > 0, "CRP20999", "lleva el complemento de pagos");
  for (const payment of payments) checkOne(payment, document, expect);
  checkTotals(childOf(complement, "pago20:Totales"), payments, expect);
  return errors;
}

function checkFixed({ attributes }: XmlElement, rules: typeof DOCUMENT, expect: Expect): void {
  for (const [attribute, value, code] of rules) {
    const isRight = value === null ? attributes[attribute] === undefined : attributes[attribute] === value;
    expect(isRight, code, value === null ? `${attribute} no va` : `${attribute} es ${value}`);
  }
}

function checkOne(payment: XmlElement, document: XmlElement, expect: Expect): void {
  const { FormaDePagoP: form, MonedaP: currency, TipoCambioP: rate, Monto = "", FechaPago = "" } = payment.attributes;
  expect(form !== "99", "CRP20212", "FormaDePagoP no es 99");
  expect(currency === "MXN", "CRP20213", "MonedaP es MXN");
  expect(rate === "1", "CRP20215", "TipoCambioP es 1");
  const paid = childrenOf(payment, "pago20:DoctoRelacionado");
  expect(sumOf(paid, "ImpPagado") <= micros(Monto), "CRP20217", "ImpPagado no pasa de Monto");
  expect(micros(Monto) > 0n, "CRP20218", "Monto mayor que cero");
  expect(decimalsOf(Monto) <= 2, "CRP20219", "Monto: decimales de la moneda");
  expect(FechaPago <= (document.attributes.Fecha ?? ""), "CRP20999", "FechaPago no es después de Fecha");
  for (const one of paid) checkPaidDocument(one, expect);

  const rows = rowsOf(payment, "P");
  const details = paid.flatMap((one) => rowsOf(one, "DR"));
  const keys = rows.map((row) => keyOf(row, "P"));
  expect(new Set(keys).size === rows.length, "CRP20271", "un TrasladoP por impuesto y tasa");
  expect(
    details.every((detail) => keys.includes(keyOf(detail, "DR"))),
    "CRP20268",
    "cada tasa tiene su TrasladoP",
  );
  for (const row of rows) {
    const same = details.filter((detail) => keyOf(detail, "DR") === keyOf(row, "P"));
    expect(micros(row.attributes.BaseP) === sumOf(same, "BaseDR"), "CRP20268", "BaseP suma las bases");
    expect(micros(row.attributes.ImporteP) === sumOf(same, "ImporteDR"), "CRP20274", "ImporteP suma los importes");
  }
}

function checkPaidDocument(paid: XmlElement, expect: Expect): void {
  const { ImpSaldoAnt = "", ImpPagado = "", ImpSaldoInsoluto = "", ObjetoImpDR } = paid.attributes;
  expect(paid.attributes.MonedaDR === "MXN", "CRP20236", "MonedaDR es MXN");
  expect(paid.attributes.EquivalenciaDR === "1", "CRP20238", "EquivalenciaDR es 1");
  expect(micros(ImpSaldoAnt) > 0n, "CRP20239", "ImpSaldoAnt mayor que cero");
  expect(decimalsOf(ImpSaldoAnt) <= 2, "CRP20240", "ImpSaldoAnt: decimales de la moneda");
  expect(micros(ImpPagado) > 0n, "CRP20241", "ImpPagado mayor que cero");
  expect(decimalsOf(ImpPagado) <= 2, "CRP20242", "ImpPagado: decimales de la moneda");
  expect(decimalsOf(ImpSaldoInsoluto) <= 2, "CRP20243", "ImpSaldoInsoluto: decimales de la moneda");
  const left = micros(ImpSaldoAnt) - micros(ImpPagado);
  expect(left >= 0n && micros(ImpSaldoInsoluto) === left, "CRP20244", "ImpSaldoInsoluto es lo que falta");
  const rows = rowsOf(paid, "DR");
  const hasTaxes = childOf(paid, "pago20:ImpuestosDR") !== undefined;
  expect(ObjetoImpDR !== "02" || hasTaxes, "CRP20246", "con ObjetoImpDR 02 hay ImpuestosDR");
  expect(ObjetoImpDR === "02" || !hasTaxes, "CRP20247", "sin ObjetoImpDR 02 no lo hay");
  expect(!hasTaxes || rows.length > 0, "CRP20248", "ImpuestosDR lleva traslados");
  for (const { attributes } of rows) {
    const { BaseDR = "", TipoFactorDR, TasaOCuotaDR, ImporteDR } = attributes;
    expect(micros(BaseDR) > 0n, "CRP20255", "BaseDR mayor que cero");
    if (TipoFactorDR === "Exento") {
      expect(TasaOCuotaDR === undefined && ImporteDR === undefined, "CRP20258", "Exento sin tasa ni importe");
      continue;
    }
    expect(TasaOCuotaDR !== undefined && ImporteDR !== undefined, "CRP20259", "Tasa con tasa e importe");
    expect(isTaxOf(BaseDR, TasaOCuotaDR ?? "", ImporteDR ?? ""), "CRP20261", "ImporteDR es base por tasa");
  }
}

function checkTotals(totals: XmlElement | undefined, payments: readonly XmlElement[], expect: Expect): void {
  const rows = payments.flatMap((payment) => rowsOf(payment, "P"));
  for (const [attribute, key, figure, code] of TOTALS) {
    const same = rows.filter((row) => keyOf(row, "P") === key);
    const text = totals?.attributes[attribute];
    const isRight = same.length > 0 ? micros(text) === toCents(sumOf(same, figure)) : text === undefined;
    expect(isRight, code, `${attribute} es la suma`);
  }
  const amount = totals?.attributes.MontoTotalPagos;
  expect(micros(amount) === toCents(sumOf(payments, "Monto")), "CRP20211", "MontoTotalPagos es la suma");
}

/** SAT's limits: half a unit of the base's last decimal, the lower one truncated and the upper one rounded up. */
function isTaxOf(base: string, rate: string, amount: string): boolean {
  const half = 10n ** BigInt(6 - decimalsOf(base)) * 500_000n;
  const [scaledBase, scaledRate] = [micros(base) * 1_000_000n, micros(rate)];
  const unit = 10n ** BigInt(18 - decimalsOf(amount));
  const low = ((scaledBase - half) * scaledRate) / unit;
  const high = ((scaledBase + half - 1n) * scaledRate + unit - 1n) / unit;
  const found = (micros(amount) * 1_000_000_000_000n) / unit;
  return found >= low && found <= high;
}

function rowsOf(parent: XmlElement, suffix: "DR" | "P"): XmlElement[] {
  const taxes = childOf(childOf(parent, `pago20:Impuestos${suffix}`), `pago20:Traslados${suffix}`);
  return childrenOf(taxes, `pago20:Traslado${suffix}`);
}

function keyOf({ attributes }: XmlElement, suffix: "DR" | "P"): string {
  return ["Impuesto", "TipoFactor", "TasaOCuota"].map((name) => attributes[name + suffix] ?? "").join(" ");
}

function sumOf(elements: readonly XmlElement[], attribute: string): Micros {
  return elements.reduce((total, { attributes }) => total + micros(attributes[attribute]), 0n);
}

/** -1 for a text that is no amount: it is equal to no sum. */
function micros(text: string | undefined): Micros {
  if (text === undefined) return 0n;
  return /^\d{1,15}(\.\d{1,6})?$/.test(text) ? readMicros(text) : -1n;
}

function decimalsOf(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

function toCents(value: Micros): Micros {
  return ((value + 5_000n) / 10_000n) * 10_000n;
}
