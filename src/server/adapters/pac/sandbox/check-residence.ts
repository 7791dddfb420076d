import { findCountry } from "../../../../domain/countries.ts";
import { FOREIGN_RFC } from "../../../../domain/rfc.ts";
import { childOf, type XmlElement } from "../../../cfdi/xml.ts";

/** SAT's rules about receivers who live abroad. Returns the code of the first rule that is violated, or null. */
export function residenceErrorCode(comprobante: XmlElement): string | null {
  const receiver = childOf(comprobante, "cfdi:Receptor")!.attributes;
  const { Rfc, ResidenciaFiscal: country, NumRegIdTrib: taxId } = receiver;
  if (country !== undefined) {
    if (Rfc !== FOREIGN_RFC) return "CFDI40151";
    if (country === "MEX") return "CFDI40152";
    if (!findCountry(country)) return "CFDI40150";
  }
  if (taxId === undefined) return null;
  if (Rfc !== FOREIGN_RFC) return "CFDI40154";
  if (country === undefined) return "CFDI40153";
  return /^(USA|CAN)$/.test(country) && !/^\d{9}$/.test(taxId) ? "CFDI40156" : null;
}
