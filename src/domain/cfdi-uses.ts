import type { PersonKind } from "./rfc.ts";
import { TAX_REGIMES } from "./tax-regimes.ts";

export interface CfdiUse {
  code: string;
  name: string;
  personKinds: readonly PersonKind[];
  /** Regimes of the receiver that allow this use (CFDI40161). */
  regimes: readonly string[];
  /**
   * Whether a purchase of clothes or tickets can have this use. Payroll, payments, credit notes and personal
   * deductions cannot.
   */
  isOffered: boolean;
}

const BUSINESS_REGIMES = ["601", "603", "606", "612", "620", "621", "622", "623", "624", "625", "626"];
const DEDUCTION_REGIMES = ["605", "606", "607", "608", "611", "612", "614", "615", "625"];
const ALL_REGIMES = TAX_REGIMES.map(({ code }) => code);

const makeCfdiUse = (code: string, name: string, regimes: readonly string[], isOffered: boolean): CfdiUse => ({
  code,
  name,
  regimes,
  personKinds: regimes === DEDUCTION_REGIMES || code === "CN01" ? ["person"] : ["person", "company"],
  isOffered,
});

/**
 * SAT's c_UsoCFDI for CFDI 4.0 (catalogue of 2026-08-06). All rows are valid since 2022-01-01 and none has an end date.
 */
export const CFDI_USES: readonly CfdiUse[] = [
  makeCfdiUse("G01", "Adquisición de mercancías", BUSINESS_REGIMES, true),
  makeCfdiUse("G02", "Devoluciones, descuentos o bonificaciones", [...BUSINESS_REGIMES, "616"].sort(), false),
  makeCfdiUse("G03", "Gastos en general", BUSINESS_REGIMES, true),
  makeCfdiUse("I01", "Construcciones", BUSINESS_REGIMES, true),
  makeCfdiUse("I02", "Mobiliario y equipo de oficina por inversiones", BUSINESS_REGIMES, true),
  makeCfdiUse("I03", "Equipo de transporte", BUSINESS_REGIMES, true),
  makeCfdiUse("I04", "Equipo de computo y accesorios", BUSINESS_REGIMES, true),
  makeCfdiUse("I05", "Dados, troqueles, moldes, matrices y herramental", BUSINESS_REGIMES, true),
  makeCfdiUse("I06", "Comunicaciones telefónicas", BUSINESS_REGIMES, true),
  makeCfdiUse("I07", "Comunicaciones satelitales", BUSINESS_REGIMES, true),
  makeCfdiUse("I08", "Otra maquinaria y equipo", BUSINESS_REGIMES, true),
  makeCfdiUse("D01", "Honorarios médicos, dentales y gastos hospitalarios", DEDUCTION_REGIMES, false),
  makeCfdiUse("D02", "Gastos médicos por incapacidad o discapacidad", DEDUCTION_REGIMES, false),
  makeCfdiUse("D03", "Gastos funerales", DEDUCTION_REGIMES, false),
  makeCfdiUse("D04", "Donativos", DEDUCTION_REGIMES, false),
  makeCfdiUse(
    "D05",
    "Intereses reales efectivamente pagados por créditos hipotecarios (casa habitación)",
    DEDUCTION_REGIMES,
    false,
  ),
  makeCfdiUse("D06", "Aportaciones voluntarias al SAR", DEDUCTION_REGIMES, false),
  makeCfdiUse("D07", "Primas por seguros de gastos médicos", DEDUCTION_REGIMES, false),
  makeCfdiUse("D08", "Gastos de transportación escolar obligatoria", DEDUCTION_REGIMES, false),
  makeCfdiUse(
    "D09",
    "Depósitos en cuentas para el ahorro, primas que tengan como base planes de pensiones",
    DEDUCTION_REGIMES,
    false,
  ),
  makeCfdiUse("D10", "Pagos por servicios educativos (colegiaturas)", DEDUCTION_REGIMES, false),
  makeCfdiUse("S01", "Sin efectos fiscales", ALL_REGIMES, true),
  makeCfdiUse("CP01", "Pagos", ALL_REGIMES, false),
  makeCfdiUse("CN01", "Nómina", ["605"], false),
];

export const NO_TAX_EFFECTS_USE = "S01";
/** The use of every payment complement. */
export const PAYMENTS_USE = "CP01";

export function findCfdiUse(code: string): CfdiUse | undefined {
  return CFDI_USES.find((use) => use.code === code);
}

/** The use of a credit note: "G02" if the receiver's regime allows it, otherwise "S01", as for salaries (605). */
export function creditNoteUse(regime: string): string {
  return findCfdiUse("G02")?.regimes.includes(regime) ? "G02" : NO_TAX_EFFECTS_USE;
}
