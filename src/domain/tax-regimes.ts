import type { PersonKind } from "./rfc.ts";

export interface TaxRegime {
  code: string;
  name: string;
  people: readonly PersonKind[];
}

const PERSON = ["person"] as const;
const COMPANY = ["company"] as const;
const BOTH = ["person", "company"] as const;

/**
 * SAT's c_RegimenFiscal for CFDI 4.0 (catalogue of 2026-08-06). All rows are valid since 2022-01-01 and none has an end
 * date. 609, 628, 629 and 630 of older catalogues are not included: an invoice with them is refused (CFDI40157).
 */
export const TAX_REGIMES: readonly TaxRegime[] = [
  { code: "601", name: "General de Ley Personas Morales", people: COMPANY },
  { code: "603", name: "Personas Morales con Fines no Lucrativos", people: COMPANY },
  { code: "605", name: "Sueldos y Salarios e Ingresos Asimilados a Salarios", people: PERSON },
  { code: "606", name: "Arrendamiento", people: PERSON },
  { code: "607", name: "Régimen de Enajenación o Adquisición de Bienes", people: PERSON },
  { code: "608", name: "Demás ingresos", people: PERSON },
  { code: "610", name: "Residentes en el Extranjero sin Establecimiento Permanente en México", people: BOTH },
  { code: "611", name: "Ingresos por Dividendos (socios y accionistas)", people: PERSON },
  { code: "612", name: "Personas Físicas con Actividades Empresariales y Profesionales", people: PERSON },
  { code: "614", name: "Ingresos por intereses", people: PERSON },
  { code: "615", name: "Régimen de los ingresos por obtención de premios", people: PERSON },
  { code: "616", name: "Sin obligaciones fiscales", people: PERSON },
  {
    code: "620",
    name: "Sociedades Cooperativas de Producción que optan por diferir sus ingresos",
    people: COMPANY,
  },
  { code: "621", name: "Incorporación Fiscal", people: PERSON },
  { code: "622", name: "Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras", people: COMPANY },
  { code: "623", name: "Opcional para Grupos de Sociedades", people: COMPANY },
  { code: "624", name: "Coordinados", people: COMPANY },
  {
    code: "625",
    name: "Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas",
    people: PERSON,
  },
  { code: "626", name: "Régimen Simplificado de Confianza", people: BOTH },
];

/** The regime "sin obligaciones fiscales", required for the generic RFCs. */
export const NO_DUTIES_REGIME = "616";

export function findTaxRegime(code: string): TaxRegime | undefined {
  return TAX_REGIMES.find((regime) => regime.code === code);
}
