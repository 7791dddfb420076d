import { findCfdiUse, NO_EFFECTS_USE } from "../../../../domain/cfdi-uses.ts";
import { GENERIC_RFC, isGenericRfc, personKind } from "../../../../domain/rfc.ts";
import { findTaxRegime, NO_DUTIES_REGIME } from "../../../../domain/tax-regimes.ts";
import { childOf, type XmlElement } from "../../../cfdi/xml.ts";
import { pacRefusal, type PacRefusal } from "./refusal.ts";

/** The rules of SAT's matrix that compare fields by its catalogues. */
export function catalogueRefusal(comprobante: XmlElement, now: Date): PacRefusal | null {
  const code =
    paymentErrorCode(comprobante) ??
    globalErrorCode(comprobante, now) ??
    issuerErrorCode(comprobante) ??
    receiverErrorCode(comprobante);
  return code === null ? null : pacRefusal(code);
}

function paymentErrorCode({ attributes }: XmlElement): string | null {
  const { TipoDeComprobante, FormaPago, MetodoPago, Moneda, TipoCambio } = attributes;
  if (TipoDeComprobante === "I" && (!FormaPago || !MetodoPago)) return "301";
  if ((MetodoPago === "PPD") !== (FormaPago === "99")) return "CFDI40105";
  return Moneda === "MXN" && TipoCambio !== undefined && TipoCambio !== "1" ? "CFDI40114" : null;
}

function globalErrorCode(comprobante: XmlElement, now: Date): string | null {
  const global = childOf(comprobante, "cfdi:InformacionGlobal")?.attributes;
  const receiver = childOf(comprobante, "cfdi:Receptor")!.attributes;
  const isNamedGlobal = receiver.Rfc === GENERIC_RFC && receiver.Nombre === "PUBLICO EN GENERAL";
  if (!global) return isNamedGlobal ? "CFDI40130" : null;
  if (!isNamedGlobal) return "CFDI40146";
  const regime = childOf(comprobante, "cfdi:Emisor")!.attributes.RegimenFiscal;
  if (global.Periodicidad === "05" && regime !== "621") return "CFDI40132";
  const year = now.getUTCFullYear();
  return [year, year - 1].includes(Number(global.Año)) ? null : "CFDI40136";
}

function issuerErrorCode(comprobante: XmlElement): string | null {
  const { Rfc, RegimenFiscal } = childOf(comprobante, "cfdi:Emisor")!.attributes;
  const regime = findTaxRegime(RegimenFiscal!);
  return regime?.people.includes(personKind(Rfc!)) ? null : "CFDI40141";
}

function receiverErrorCode(comprobante: XmlElement): string | null {
  const receiver = childOf(comprobante, "cfdi:Receptor")!.attributes;
  const { Rfc, DomicilioFiscalReceptor, RegimenFiscalReceptor, UsoCFDI } = receiver;
  const regime = findTaxRegime(RegimenFiscalReceptor!);
  if (!regime) return "CFDI40157";
  if (isGenericRfc(Rfc!)) {
    if (DomicilioFiscalReceptor !== comprobante.attributes.LugarExpedicion) return "CFDI40149";
    if (regime.code !== NO_DUTIES_REGIME) return "CFDI40158";
    const isAllowed = UsoCFDI === NO_EFFECTS_USE || comprobante.attributes.TipoDeComprobante === "E";
    return isAllowed ? null : "CFDI40161";
  }
  const kind = personKind(Rfc!);
  if (!regime.people.includes(kind)) return "CFDI40158";
  const use = findCfdiUse(UsoCFDI!)!;
  return use.regimes.includes(regime.code) && use.people.includes(kind) ? null : "CFDI40161";
}
