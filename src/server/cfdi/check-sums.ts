import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/** A rule of SAT's error matrix that the document's figures break. */
export interface SumFault {
  /** "CFDI40119"; "301" where the matrix has no code of its own. */
  code: string;
  what: string;
}

/** A number as it is written: its value in units of 10^-12, and how many decimals it was given. */
interface Written {
  value: bigint;
  decimals: number;
}

const SCALE = 12;
const ONE = 10n ** BigInt(SCALE);
const CENT = ONE / 100n;
const NONE: Written = { value: 0n, decimals: 0 };

/**
 * What SAT's matrix says about figures (Anexo 20, guide 4.0 P&R 37 to 41), computed anew from the document as it is written:
 * totals exactly, amounts of a concepto within their tolerance. For documents whose only taxes are transferred. It shares
 * nothing with the code that makes the figures, so that it can judge it.
 */
export function checkSums(comprobante: XmlElement): SumFault[] {
  const faults: SumFault[] = [];
  const must = (holds: boolean, code: string, what: string): void => {
    if (!holds) faults.push({ code, what });
  };
  const concepts = childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto");
  for (const concept of concepts) checkConcept(concept, must);

  const subtotal = written(comprobante, "SubTotal");
  const discount = written(comprobante, "Descuento");
  const total = written(comprobante, "Total");
  must(subtotal.decimals === 2, "CFDI40107", "SubTotal: decimales de la moneda");
  must(discount.decimals === 2 || discount === NONE, "CFDI40112", "Descuento: decimales de la moneda");
  must(subtotal.value === toCents(sum(concepts, "Importe")), "CFDI40108", "SubTotal es la suma de los importes");
  must(discount.value === toCents(sum(concepts, "Descuento")), "301", "Descuento es la suma de los descuentos");

  const taxes = childOf(comprobante, "cfdi:Impuestos");
  const rows = childrenOf(childOf(taxes, "cfdi:Traslados"), "cfdi:Traslado");
  const details = concepts.flatMap(transfersOf);
  for (const row of rows) {
    const same = details.filter((detail) => rateOf(detail) === rateOf(row));
    must(written(row, "Base").decimals === 2, "CFDI40214", "Base del resumen: decimales de la moneda");
    must(written(row, "Importe").decimals === 2, "CFDI40220", "Importe del resumen: decimales de la moneda");
    must(written(row, "Base").value === toCents(sum(same, "Base")), "CFDI40215", "Base es la suma de las bases");
    must(
      written(row, "Importe").value === toCents(sum(same, "Importe")),
      "CFDI40221",
      "Importe es la suma del impuesto",
    );
  }
  const rates = rows.map(rateOf);
  must(new Set(rates).size === rows.length, "CFDI40218", "una fila por impuesto y tasa");
  must(
    details.every((detail) => rates.includes(rateOf(detail))),
    "CFDI40221",
    "toda tasa tiene su fila",
  );
  const transferred = taxes ? written(taxes, "TotalImpuestosTrasladados") : NONE;
  must(transferred.decimals === 2 || !taxes, "CFDI40204", "TotalImpuestosTrasladados: decimales de la moneda");
  must(transferred.value === sum(rows, "Importe"), "CFDI40205", "TotalImpuestosTrasladados es la suma de sus filas");
  must(total.decimals === 2, "301", "Total: decimales de la moneda");
  must(total.value === subtotal.value - discount.value + transferred.value, "CFDI40119", "Total es la suma de todo");
  return faults;
}

type Must = (holds: boolean, code: string, what: string) => void;

function checkConcept(concept: XmlElement, must: Must): void {
  const [pieces, unit, amount] = [
    written(concept, "Cantidad"),
    written(concept, "ValorUnitario"),
    written(concept, "Importe"),
  ];
  const low = (pieces.value - half(pieces)) * (unit.value - half(unit));
  const high = (pieces.value + half(pieces) - 1n) * (unit.value + half(unit) - 1n);
  must(isBetween(amount, low, high), "CFDI40167", "Importe es cantidad por valor unitario");
  // With whole pieces SAT's bounds are half a piece wide: we allow a centavo.
  const difference = (pieces.value * unit.value) / ONE - amount.value;
  must(difference <= CENT && -difference <= CENT, "CFDI40167", "Importe, al centavo");
  const discount = written(concept, "Descuento");
  must(discount.decimals <= amount.decimals, "CFDI40168", "Descuento sin más decimales que Importe");
  must(discount.value <= amount.value, "CFDI40169", "Descuento no mayor que Importe");

  const transfers = transfersOf(concept);
  const isTaxed = concept.attributes.ObjetoImp === "02";
  must(!isTaxed || transfers.length > 0, "CFDI40171", "con ObjetoImp 02 hay impuestos");
  must(isTaxed || transfers.length === 0, "CFDI40172", "sin ObjetoImp 02 no los hay");
  for (const transfer of transfers) {
    const [base, rate, tax] = [
      written(transfer, "Base"),
      written(transfer, "TasaOCuota"),
      written(transfer, "Importe"),
    ];
    must(base.value > 0n, "CFDI40174", "Base mayor que cero");
    must(rate.decimals === 6, "CFDI40179", "TasaOCuota con seis decimales");
    must(
      isBetween(tax, (base.value - half(base)) * rate.value, (base.value + half(base) - 1n) * rate.value),
      "CFDI40180",
      "Importe del impuesto es base por tasa",
    );
  }
}

function transfersOf(concept: XmlElement): XmlElement[] {
  return childrenOf(childOf(childOf(concept, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
}

function rateOf({ attributes }: XmlElement): string {
  return `${attributes.Impuesto} ${attributes.TipoFactor} ${attributes.TasaOCuota}`;
}

function written({ attributes }: XmlElement, name: string): Written {
  const text = attributes[name];
  if (text === undefined) return NONE;
  const [, whole = "0", decimals = ""] = /^(\d{1,18})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return { value: BigInt(whole + decimals.padEnd(SCALE, "0")), decimals: decimals.length };
}

function sum(elements: XmlElement[], name: string): bigint {
  return elements.reduce((total, element) => total + written(element, name).value, 0n);
}

function toCents(value: bigint): bigint {
  return ((value + CENT / 2n) / CENT) * CENT;
}

/** Half of the last decimal a number was written with. */
function half({ decimals }: Written): bigint {
  return 10n ** BigInt(SCALE - decimals) / 2n;
}

/** Between two products (units of 10^-24), the lower cut and the upper rounded up to the decimals of `amount`. */
function isBetween(amount: Written, low: bigint, high: bigint): boolean {
  const unit = 10n ** BigInt(2 * SCALE - amount.decimals);
  const scaled = amount.value * ONE;
  return scaled >= (low / unit) * unit && scaled <= ((high + unit - 1n) / unit) * unit;
}
