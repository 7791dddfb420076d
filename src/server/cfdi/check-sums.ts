import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/** A rule of SAT's error matrix that a document breaks. */
export interface BrokenRule {
  /** For example "CFDI40119", or "301" if the matrix has no code for the rule. */
  code: string;
  message: string;
}

/** A decimal as it is written in the document: its value in units of 10^-12, and its number of decimals. */
interface Decimal {
  value: bigint;
  decimals: number;
}

const SCALE = 12;
const ONE = 10n ** BigInt(SCALE);
const CENT = ONE / 100n;
const ABSENT: Decimal = { value: 0n, decimals: 0 };
/** The rates of transferred IVA in c_TasaOCuota, as they are written there. */
const IVA_RATES = new Set<string | undefined>(["0.000000", "0.080000", "0.160000"]);

/**
 * Checks a document against the rules of SAT's error matrix about amounts (Anexo 20, filling guide 4.0, questions 37 to
 * 41). The amounts are recalculated from the document's text: totals exactly, those of a concepto within their
 * tolerance. For documents whose only taxes are transferred taxes. It shares no code with the module that calculates
 * the amounts, so that it can verify that module.
 */
export function checkSums(comprobante: XmlElement): BrokenRule[] {
  const errors: BrokenRule[] = [];
  const expectRule = (holds: boolean, code: string, message: string): void => {
    if (!holds) errors.push({ code, message });
  };
  const concepts = childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto");
  for (const concept of concepts) checkConcept(concept, expectRule);

  const subtotal = decimalOf(comprobante, "SubTotal");
  const discount = decimalOf(comprobante, "Descuento");
  const total = decimalOf(comprobante, "Total");
  expectRule(subtotal.decimals === 2, "CFDI40107", "SubTotal: decimales de la moneda");
  expectRule(discount.decimals === 2 || discount === ABSENT, "CFDI40112", "Descuento: decimales de la moneda");
  expectRule(
    subtotal.value === roundToCents(sum(concepts, "Importe")),
    "CFDI40108",
    "SubTotal es la suma de los importes",
  );
  expectRule(
    discount.value === roundToCents(sum(concepts, "Descuento")),
    "301",
    "Descuento es la suma de los descuentos",
  );

  const taxes = childOf(comprobante, "cfdi:Impuestos");
  const rows = childrenOf(childOf(taxes, "cfdi:Traslados"), "cfdi:Traslado");
  const details = concepts.flatMap(transferredTaxesOf);
  for (const row of rows) {
    const detailsAtRate = details.filter((detail) => taxKeyOf(detail) === taxKeyOf(row));
    checkFactor(row, expectRule);
    expectRule(decimalOf(row, "Base").decimals === 2, "CFDI40214", "Base del resumen: decimales de la moneda");
    expectRule(
      isExempt(row) || decimalOf(row, "Importe").decimals === 2,
      "CFDI40220",
      "Importe del resumen: decimales de la moneda",
    );
    expectRule(
      decimalOf(row, "Base").value === roundToCents(sum(detailsAtRate, "Base")),
      "CFDI40215",
      "Base es la suma de las bases",
    );
    expectRule(
      decimalOf(row, "Importe").value === roundToCents(sum(detailsAtRate, "Importe")),
      "CFDI40221",
      "Importe es la suma del impuesto",
    );
  }
  const rates = rows.map(taxKeyOf);
  expectRule(new Set(rates).size === rows.length, "CFDI40218", "una fila por impuesto y tasa");
  expectRule(
    details.every((detail) => rates.includes(taxKeyOf(detail))),
    "CFDI40221",
    "toda tasa tiene su fila",
  );
  expectRule(!taxes || rows.length > 0, "301", "sin impuestos no hay nodo Impuestos");
  const transferredTaxTotal = taxes ? decimalOf(taxes, "TotalImpuestosTrasladados") : ABSENT;
  const hasTaxTotal = taxes?.attributes.TotalImpuestosTrasladados !== undefined;
  expectRule(
    transferredTaxTotal.decimals === 2 || !hasTaxTotal,
    "CFDI40204",
    "TotalImpuestosTrasladados: decimales de la moneda",
  );
  // SAT's guide: required with rows that have an amount, absent when all rows are exempt.
  expectRule(
    hasTaxTotal === rows.some((row) => !isExempt(row)),
    "CFDI40205",
    "TotalImpuestosTrasladados va si alguna fila tiene importe",
  );
  expectRule(
    transferredTaxTotal.value === sum(rows, "Importe"),
    "CFDI40205",
    "TotalImpuestosTrasladados es la suma de sus filas",
  );
  expectRule(total.decimals === 2, "301", "Total: decimales de la moneda");
  expectRule(
    total.value === subtotal.value - discount.value + transferredTaxTotal.value,
    "CFDI40119",
    "Total es la suma de todo",
  );
  return errors;
}

export type ExpectRule = (holds: boolean, code: string, message: string) => void;

function checkConcept(concept: XmlElement, expectRule: ExpectRule): void {
  const [pieces, unitPrice, amount] = [
    decimalOf(concept, "Cantidad"),
    decimalOf(concept, "ValorUnitario"),
    decimalOf(concept, "Importe"),
  ];
  const low = (pieces.value - halfUnit(pieces)) * (unitPrice.value - halfUnit(unitPrice));
  const high = (pieces.value + halfUnit(pieces) - 1n) * (unitPrice.value + halfUnit(unitPrice) - 1n);
  expectRule(isBetween(amount, low, high), "CFDI40167", "Importe es cantidad por valor unitario");
  // With whole pieces SAT's tolerance is half a piece wide. We allow one centavo.
  const difference = (pieces.value * unitPrice.value) / ONE - amount.value;
  expectRule(difference <= CENT && -difference <= CENT, "CFDI40167", "Importe, al centavo");
  const discount = decimalOf(concept, "Descuento");
  expectRule(discount.decimals <= amount.decimals, "CFDI40168", "Descuento sin más decimales que Importe");
  expectRule(discount.value <= amount.value, "CFDI40169", "Descuento no mayor que Importe");

  const transferredTaxes = transferredTaxesOf(concept);
  const isTaxed = concept.attributes.ObjetoImp === "02";
  expectRule(!isTaxed || transferredTaxes.length > 0, "CFDI40171", "con ObjetoImp 02 hay impuestos");
  expectRule(isTaxed || transferredTaxes.length === 0, "CFDI40172", "sin ObjetoImp 02 no los hay");
  const rates = transferredTaxes.map(taxKeyOf);
  expectRule(new Set(rates).size === rates.length, "301", "un traslado por tasa en cada concepto");
  for (const transferredTax of transferredTaxes) {
    checkFactor(transferredTax, expectRule);
    const [base, rate, tax] = [
      decimalOf(transferredTax, "Base"),
      decimalOf(transferredTax, "TasaOCuota"),
      decimalOf(transferredTax, "Importe"),
    ];
    expectRule(base.value > 0n, "CFDI40174", "Base mayor que cero");
    if (isExempt(transferredTax)) continue;
    expectRule(
      IVA_RATES.has(transferredTax.attributes.TasaOCuota),
      "CFDI40179",
      "TasaOCuota del catálogo, con seis decimales",
    );
    expectRule(
      isBetween(tax, (base.value - halfUnit(base)) * rate.value, (base.value + halfUnit(base) - 1n) * rate.value),
      "CFDI40180",
      "Importe del impuesto es base por tasa",
    );
  }
}

/** An exempt row has a base only. The others have a rate and an amount. */
function checkFactor(transferredTax: XmlElement, expectRule: ExpectRule): void {
  const { TasaOCuota, Importe } = transferredTax.attributes;
  if (isExempt(transferredTax)) {
    expectRule(TasaOCuota === undefined && Importe === undefined, "CFDI40177", "Exento sin TasaOCuota ni Importe");
  } else {
    expectRule(TasaOCuota !== undefined && Importe !== undefined, "CFDI40178", "Tasa con TasaOCuota e Importe");
  }
}

function isExempt({ attributes }: XmlElement): boolean {
  return attributes.TipoFactor === "Exento";
}

function transferredTaxesOf(concept: XmlElement): XmlElement[] {
  return childrenOf(childOf(childOf(concept, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
}

function taxKeyOf({ attributes }: XmlElement): string {
  return `${attributes.Impuesto} ${attributes.TipoFactor} ${attributes.TasaOCuota ?? ""}`;
}

function decimalOf({ attributes }: XmlElement, name: string): Decimal {
  const text = attributes[name];
  if (text === undefined) return ABSENT;
  const [, whole = "0", decimals = ""] = /^(\d{1,18})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return { value: BigInt(whole + decimals.padEnd(SCALE, "0")), decimals: decimals.length };
}

function sum(elements: XmlElement[], name: string): bigint {
  return elements.reduce((total, element) => total + decimalOf(element, name).value, 0n);
}

function roundToCents(value: bigint): bigint {
  return ((value + CENT / 2n) / CENT) * CENT;
}

/** Half a unit of the number's last decimal. */
function halfUnit({ decimals }: Decimal): bigint {
  return 10n ** BigInt(SCALE - decimals) / 2n;
}

/**
 * Whether the amount is between two products (units of 10^-24), the lower rounded down and the upper rounded up to
 * the decimals of `amount`.
 */
function isBetween(amount: Decimal, low: bigint, high: bigint): boolean {
  const unit = 10n ** BigInt(2 * SCALE - amount.decimals);
  const scaled = amount.value * ONE;
  return scaled >= (low / unit) * unit && scaled <= ((high + unit - 1n) / unit) * unit;
}
