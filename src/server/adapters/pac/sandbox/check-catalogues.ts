import { findCfdiUse, NO_TAX_EFFECTS_USE } from "../../../../domain/cfdi-uses.ts";
import { isFiscalPostalCode } from "../../../../domain/postal-code.ts";
import { GENERAL_PUBLIC_RFC, isGenericRfc, personKind } from "../../../../domain/rfc.ts";
import { isListedProductKey, isUnitKey } from "../../../../domain/sat-keys.ts";
import { findTaxRegime, NO_DUTIES_REGIME } from "../../../../domain/tax-regimes.ts";
import { childOf, childrenOf, type XmlElement } from "../../../cfdi/xml.ts";
import { pacRefusal, type PacRefusal } from "./refusal.ts";

/**
 * The rules of SAT's error matrix that compare fields with SAT's catalogues. `confirmedKeys` are product keys that the
 * shop's own list lacks, and that staff found in SAT's catalogue.
 */
export function catalogueRefusal(
  comprobante: XmlElement,
  { now, confirmedKeys }: { now: Date; confirmedKeys: ReadonlySet<string> },
): PacRefusal | null {
  const code =
    headerErrorCode(comprobante) ??
    globalErrorCode(comprobante, now) ??
    issuerErrorCode(comprobante) ??
    receiverErrorCode(comprobante);
  return code === null ? conceptRefusal(comprobante, confirmedKeys) : pacRefusal(code);
}

function conceptRefusal(comprobante: XmlElement, confirmedKeys: ReadonlySet<string>): PacRefusal | null {
  for (const { attributes } of childrenOf(childOf(comprobante, "cfdi:Conceptos"), "cfdi:Concepto")) {
    const { ClaveProdServ, ClaveUnidad } = attributes;
    if (!isListedProductKey(ClaveProdServ!) && !confirmedKeys.has(ClaveProdServ!)) {
      return pacRefusal("CFDI40162", `ClaveProdServ ${ClaveProdServ}`);
    }
    if (!isUnitKey(ClaveUnidad!)) return pacRefusal("CFDI40165", `ClaveUnidad ${ClaveUnidad}`);
  }
  return null;
}

function headerErrorCode({ attributes }: XmlElement): string | null {
  const { TipoDeComprobante, FormaPago, MetodoPago, Moneda, TipoCambio, LugarExpedicion } = attributes;
  if (TipoDeComprobante === "I" && (!FormaPago || !MetodoPago)) return "301";
  if ((MetodoPago === "PPD") !== (FormaPago === "99")) return "CFDI40105";
  if (Moneda === "MXN" && TipoCambio !== undefined && TipoCambio !== "1") return "CFDI40114";
  return isFiscalPostalCode(LugarExpedicion!) ? null : "CFDI40126";
}

function globalErrorCode(comprobante: XmlElement, now: Date): string | null {
  const globalInformation = childOf(comprobante, "cfdi:InformacionGlobal")?.attributes;
  const receiver = childOf(comprobante, "cfdi:Receptor")!.attributes;
  const isNamedGlobal = receiver.Rfc === GENERAL_PUBLIC_RFC && receiver.Nombre === "PUBLICO EN GENERAL";
  const isIncome = comprobante.attributes.TipoDeComprobante === "I";
  if (!globalInformation) return isNamedGlobal && isIncome ? "CFDI40130" : null;
  // A credit note of a global invoice has no InformacionGlobal (SAT's guide of the global CFDI, appendix 2).
  if (!isIncome) return "CFDI40130";
  if (!isNamedGlobal) return "CFDI40146";
  const regime = childOf(comprobante, "cfdi:Emisor")!.attributes.RegimenFiscal;
  if (globalInformation.Periodicidad === "05" && regime !== "621") return "CFDI40132";
  const isTwoMonths = Number(globalInformation.Meses) > 12;
  if ((globalInformation.Periodicidad === "05") !== isTwoMonths) return isTwoMonths ? "CFDI40134" : "CFDI40133";
  const year = now.getUTCFullYear();
  if (![year, year - 1].includes(Number(globalInformation.Año))) return "CFDI40136";
  return comprobante.attributes.Fecha!.slice(0, 10) > firstPossibleEnd(globalInformation) ? null : PERIOD_NOT_OVER;
}

/** A code of the sandbox, not of SAT's error matrix: the document is dated before the end of its period. */
const PERIOD_NOT_OVER = "ESC0001";

/**
 * The earliest day on which a period of this kind can end in those months. The document does not state the exact days.
 */
function firstPossibleEnd({ Periodicidad, Meses, Año }: XmlElement["attributes"]): string {
  const year = Number(Año);
  const month = Number(Meses);
  const day = (monthIndex: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, monthIndex, dayOfMonth)).toISOString().slice(0, 10);
  if (Periodicidad === "05") return day((month - 12) * 2, 0);
  if (Periodicidad === "04") return day(month, 0);
  if (Periodicidad === "03") return day(month - 1, 15);
  if (Periodicidad === "02") return day(month - 1, 1 + ((7 - new Date(Date.UTC(year, month - 1, 1)).getUTCDay()) % 7));
  return day(month - 1, 1);
}

function issuerErrorCode(comprobante: XmlElement): string | null {
  const { Rfc, RegimenFiscal } = childOf(comprobante, "cfdi:Emisor")!.attributes;
  const regime = findTaxRegime(RegimenFiscal!);
  return regime?.personKinds.includes(personKind(Rfc!)) ? null : "CFDI40141";
}

function receiverErrorCode(comprobante: XmlElement): string | null {
  const receiver = childOf(comprobante, "cfdi:Receptor")!.attributes;
  const { Rfc, DomicilioFiscalReceptor, RegimenFiscalReceptor, UsoCFDI } = receiver;
  const regime = findTaxRegime(RegimenFiscalReceptor!);
  if (!regime) return "CFDI40157";
  if (isGenericRfc(Rfc!)) {
    if (DomicilioFiscalReceptor !== comprobante.attributes.LugarExpedicion) return "CFDI40149";
    if (regime.code !== NO_DUTIES_REGIME) return "CFDI40158";
    const isAllowed = UsoCFDI === NO_TAX_EFFECTS_USE || comprobante.attributes.TipoDeComprobante !== "I";
    return isAllowed ? null : "CFDI40161";
  }
  if (!isFiscalPostalCode(DomicilioFiscalReceptor!)) return "CFDI40147";
  const kind = personKind(Rfc!);
  if (!regime.personKinds.includes(kind)) return "CFDI40158";
  const use = findCfdiUse(UsoCFDI!)!;
  return use.regimes.includes(regime.code) && use.personKinds.includes(kind) ? null : "CFDI40161";
}
