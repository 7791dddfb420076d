import type { PersonKind } from "./rfc.ts";

export interface TaxRegime {
  code: string;
  name: string;
  personKinds: readonly PersonKind[];
}

const PERSON = ["person"] as const;
const COMPANY = ["company"] as const;
const BOTH = ["person", "company"] as const;

/**
 * SAT's c_RegimenFiscal for CFDI 4.0 (catalogue of 2026-08-06). All rows have been valid since 2022-01-01, and none has
 * an end date. 609, 628, 629 and 630 of older catalogues are not included: an invoice with them is refused (CFDI40157).
 */
export const TAX_REGIMES: readonly TaxRegime[] = [
  { code: "601", name: "General de Ley Personas Morales", personKinds: COMPANY },
  { code: "603", name: "Personas Morales con Fines no Lucrativos", personKinds: COMPANY },
  { code: "605", name: "Sueldos y Salarios e Ingresos Asimilados a Salarios", personKinds: PERSON },
  { code: "606", name: "Arrendamiento", personKinds: PERSON },
  { code: "607", name: "Régimen de Enajenación o Adquisición de Bienes", personKinds: PERSON },
  { code: "608", name: "Demás ingresos", personKinds: PERSON },
  { code: "610", name: "Residentes en el Extranjero sin Establecimiento Permanente en México", personKinds: BOTH },
  { code: "611", name: "Ingresos por Dividendos (socios y accionistas)", personKinds: PERSON },
  { code: "612", name: "Personas Físicas con Actividades Empresariales y Profesionales", personKinds: PERSON },
  { code: "614", name: "Ingresos por intereses", personKinds: PERSON },
  { code: "615", name: "Régimen de los ingresos por obtención de premios", personKinds: PERSON },
  { code: "616", name: "Sin obligaciones fiscales", personKinds: PERSON },
  {
    code: "620",
    name: "Sociedades Cooperativas de Producción que optan por diferir sus ingresos",
    personKinds: COMPANY,
  },
  { code: "621", name: "Incorporación Fiscal", personKinds: PERSON },
  { code: "622", name: "Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras", personKinds: COMPANY },
  { code: "623", name: "Opcional para Grupos de Sociedades", personKinds: COMPANY },
  { code: "624", name: "Coordinados", personKinds: COMPANY },
  {
    code: "625",
    name: "Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas",
    personKinds: PERSON,
  },
  { code: "626", name: "Régimen Simplificado de Confianza", personKinds: BOTH },
];

/** The regime "sin obligaciones fiscales", required for the generic RFCs. */
export const NO_DUTIES_REGIME = "616";

export function findTaxRegime(code: string): TaxRegime | undefined {
  return TAX_REGIMES.find((regime) => regime.code === code);
}
