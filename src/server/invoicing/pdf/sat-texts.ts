import { findCfdiUse } from "../../../domain/cfdi-uses.ts";
import { PAYMENT_FORMS } from "../../../domain/payment-forms.ts";
import { findTaxRegime } from "../../../domain/tax-regimes.ts";

/** A part of SAT's short catalogues (2026-08-06), with all entries that our documents use. */
const TEXTS = {
  kind: { I: "Ingreso", E: "Egreso", P: "Pago" },
  paymentPlan: { PUE: "Pago en una sola exhibición", PPD: "Pago en parcialidades o diferido" },
  currency: { MXN: "Peso mexicano", XXX: "Los códigos asignados para transacciones en que intervenga ninguna moneda" },
  export: { "01": "No aplica" },
  taxObject: {
    "01": "No objeto de impuesto",
    "02": "Sí objeto de impuesto",
    "03": "Sí objeto del impuesto y no obligado al desglose",
  },
  tax: { "001": "ISR", "002": "IVA", "003": "IEPS" },
  relation: {
    "01": "Nota de crédito de los documentos relacionados",
    "03": "Devolución de mercancía sobre facturas o traslados previos",
    "04": "Sustitución de los CFDI previos",
    "07": "CFDI por aplicación de anticipo",
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

/** "01 No aplica": a code of SAT's catalogues with its meaning. The code alone if its text is unknown. */
export function satText(catalogue: keyof typeof TEXTS, code: string): string {
  const texts: Record<string, string> = TEXTS[catalogue];
  return withText(code, texts[code]);
}

export function taxRegimeText(code: string): string {
  return withText(code, findTaxRegime(code)?.name);
}

export function cfdiUseText(code: string): string {
  return withText(code, findCfdiUse(code)?.name);
}

export function paymentFormText(code: string): string {
  return withText(code, PAYMENT_FORMS[code]);
}

function withText(code: string, text: string | undefined): string {
  return text === undefined ? code : `${code} ${text}`;
}
