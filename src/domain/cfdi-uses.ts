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

const BUSINESS = ["601", "603", "606", "612", "620", "621", "622", "623", "624", "625", "626"];
const DEDUCTIONS = ["605", "606", "607", "608", "611", "612", "614", "615", "625"];
const ALL = TAX_REGIMES.map(({ code }) => code);

const use = (code: string, name: string, regimes: readonly string[], isOffered: boolean): CfdiUse => ({
  code,
  name,
  regimes,
  personKinds: regimes === DEDUCTIONS || code === "CN01" ? ["person"] : ["person", "company"],
  isOffered,
});

/**
 * SAT's c_UsoCFDI for CFDI 4.0 (catalogue of 2026-08-06). All rows are valid since 2022-01-01 and none has an end date.
 */
export const CFDI_USES: readonly CfdiUse[] = [
  use("G01", "Adquisición de mercancías", BUSINESS, true),
  use("G02", "Devoluciones, descuentos o bonificaciones", [...BUSINESS, "616"].sort(), false),
  use("G03", "Gastos en general", BUSINESS, true),
  use("I01", "Construcciones", BUSINESS, true),
  use("I02", "Mobiliario y equipo de oficina por inversiones", BUSINESS, true),
  use("I03", "Equipo de transporte", BUSINESS, true),
  use("I04", "Equipo de computo y accesorios", BUSINESS, true),
  use("I05", "Dados, troqueles, moldes, matrices y herramental", BUSINESS, true),
  use("I06", "Comunicaciones telefónicas", BUSINESS, true),
  use("I07", "Comunicaciones satelitales", BUSINESS, true),
  use("I08", "Otra maquinaria y equipo", BUSINESS, true),
  use("D01", "Honorarios médicos, dentales y gastos hospitalarios", DEDUCTIONS, false),
  use("D02", "Gastos médicos por incapacidad o discapacidad", DEDUCTIONS, false),
  use("D03", "Gastos funerales", DEDUCTIONS, false),
  use("D04", "Donativos", DEDUCTIONS, false),
  use("D05", "Intereses reales efectivamente pagados por créditos hipotecarios (casa habitación)", DEDUCTIONS, false),
  use("D06", "Aportaciones voluntarias al SAR", DEDUCTIONS, false),
  use("D07", "Primas por seguros de gastos médicos", DEDUCTIONS, false),
  use("D08", "Gastos de transportación escolar obligatoria", DEDUCTIONS, false),
  use("D09", "Depósitos en cuentas para el ahorro, primas que tengan como base planes de pensiones", DEDUCTIONS, false),
  use("D10", "Pagos por servicios educativos (colegiaturas)", DEDUCTIONS, false),
  use("S01", "Sin efectos fiscales", ALL, true),
  use("CP01", "Pagos", ALL, false),
  use("CN01", "Nómina", ["605"], false),
];

export const NO_EFFECTS_USE = "S01";
/** The use of every payment complement. */
export const PAYMENTS_USE = "CP01";

export function findCfdiUse(code: string): CfdiUse | undefined {
  return CFDI_USES.find((use) => use.code === code);
}

/** The use of a credit note: "G02" if the receiver's regime allows it. Regimes such as salaries allow only "S01". */
export function creditNoteUse(regime: string): string {
  return findCfdiUse("G02")?.regimes.includes(regime) ? "G02" : NO_EFFECTS_USE;
}
