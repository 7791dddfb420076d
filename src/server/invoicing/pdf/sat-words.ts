import { findCfdiUse } from "../../../domain/cfdi-uses.ts";
import { PAYMENT_FORMS } from "../../../domain/payment-forms.ts";
import { findTaxRegime } from "../../../domain/tax-regimes.ts";

/** SAT's short catalogues (2026-08-06), as far as our documents use them. */
const WORDS = {
  kind: { I: "Ingreso", E: "Egreso" },
  paymentMethod: { PUE: "Pago en una sola exhibición", PPD: "Pago en parcialidades o diferido" },
  currency: { MXN: "Peso mexicano" },
  export: { "01": "No aplica" },
  taxObject: { "01": "No objeto de impuesto", "02": "Sí objeto de impuesto" },
  tax: { "001": "ISR", "002": "IVA", "003": "IEPS" },
  relation: {
    "01": "Nota de crédito de los documentos relacionados",
    "03": "Devolución de mercancía sobre facturas o traslados previos",
    "04": "Sustitución de los CFDI previos",
  },
  periodicity: { "01": "Diario", "02": "Semanal", "03": "Quincenal", "04": "Mensual", "05": "Bimestral" },
  months: {
    "01": "Enero",
    "02": "Febrero",
    "03": "Marzo",
    "04": "Abril",
    "05": "Mayo",
    "06": "Junio",
    "07": "Julio",
    "08": "Agosto",
    "09": "Septiembre",
    "10": "Octubre",
    "11": "Noviembre",
    "12": "Diciembre",
    "13": "Enero-Febrero",
    "14": "Marzo-Abril",
    "15": "Mayo-Junio",
    "16": "Julio-Agosto",
    "17": "Septiembre-Octubre",
    "18": "Noviembre-Diciembre",
  },
} as const satisfies Record<string, Record<string, string>>;

/** "01 No aplica": a key of SAT's with what it means; alone where we have no word for it. */
export function satWord(catalogue: keyof typeof WORDS, code: string): string {
  const words: Record<string, string> = WORDS[catalogue];
  return withWord(code, words[code]);
}

export function regimeWord(code: string): string {
  return withWord(code, findTaxRegime(code)?.name);
}

export function useWord(code: string): string {
  return withWord(code, findCfdiUse(code)?.name);
}

export function paymentFormWord(code: string): string {
  return withWord(code, PAYMENT_FORMS[code]);
}

function withWord(code: string, word: string | undefined): string {
  return word === undefined ? code : `${code} ${word}`;
}
