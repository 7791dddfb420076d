import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { stampOriginalString } from "./original-string.ts";
import { parseXml } from "./parse-xml.ts";
import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/** What the PAC adds: the timbre fiscal digital (stamp). */
export interface Stamp {
  uuid: string;
  /** Local time of central Mexico (SAT's Zona Centro), "2026-11-21T16:05:09". */
  stampedAt: string;
  providerRfc: string;
  /** A note from SAT, or the sandbox's note that the stamp has no legal value. */
  notice: string | null;
  /** A copy of our seal. */
  documentSeal: string;
  satCertificateNumber: string;
  satSeal: string;
  /** The text that the PAC sealed. Printed on the PDF. */
  originalString: string;
}

/** A stamped CFDI and its stamp. */
export interface StampedDocument {
  comprobante: XmlElement;
  stamp: Stamp;
}

const STAMP_ATTRIBUTE_PATTERNS: Record<string, RegExp> = {
  Version: /^1\.1$/,
  UUID: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  FechaTimbrado: /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  RfcProvCertif: /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{2}[0-9A]$/,
  SelloCFD: /^[A-Za-z0-9+/]+={0,2}$/,
  NoCertificadoSAT: /^\d{20}$/,
  SelloSAT: /^[A-Za-z0-9+/]+={0,2}$/,
};

/**
 * Parses a stamped CFDI strictly: exactly one complete stamp in its place, which repeats this document's seal.
 * Anything else is refused, whatever the HTTP status of the response was.
 */
export function readStamp(
  xml: string | Uint8Array,
): StampedDocument | Refusal<"xml_unreadable" | "stamp_missing" | "stamp_broken" | "stamp_of_another"> {
  const comprobante = parseXml(xml);
  if (isRefusal(comprobante)) return comprobante;
  const complements = childrenOf(comprobante, "cfdi:Complemento");
  const stamps = complements.flatMap((complement) => childrenOf(complement, "tfd:TimbreFiscalDigital"));
  const [tfd] = stamps;
  if (comprobante.name !== "cfdi:Comprobante" || !tfd) return refuse("stamp_missing");
  if (stamps.length > 1 || !hasValidAttributes(tfd)) return refuse("stamp_broken");
  if (tfd.attributes.SelloCFD !== comprobante.attributes.Sello) return refuse("stamp_of_another");
  const field = (name: string): string => tfd.attributes[name] ?? "";
  const stamp = {
    uuid: field("UUID").toUpperCase(),
    stampedAt: field("FechaTimbrado"),
    providerRfc: field("RfcProvCertif"),
    notice: tfd.attributes.Leyenda ?? null,
    documentSeal: field("SelloCFD"),
    satCertificateNumber: field("NoCertificadoSAT"),
    satSeal: field("SelloSAT"),
    originalString: stampOriginalString(tfd),
  };
  return { comprobante, stamp };
}

/**
 * Whether the stamp is of the sandbox or of a PAC's test service. SAT's production certificates begin with 0000, those
 * of its test environment with 3000.
 */
export function hasNoLegalValue({ notice, satCertificateNumber }: Stamp): boolean {
  return /sin validez/i.test(notice ?? "") || !satCertificateNumber.startsWith("0000");
}

/** The URL in the QR code of a stamped document, from the document's own fields. */
export function verificationUrlOf({ comprobante, stamp }: StampedDocument): string {
  return verificationUrl({
    uuid: stamp.uuid,
    issuerRfc: childOf(comprobante, "cfdi:Emisor")?.attributes.Rfc ?? "",
    receiverRfc: childOf(comprobante, "cfdi:Receptor")?.attributes.Rfc ?? "",
    total: comprobante.attributes.Total ?? "",
    seal: stamp.documentSeal,
  });
}

/**
 * SAT's public verification page of a CFDI, encoded in its QR: the total without trailing zeros but with at least one
 * decimal (1692.0, 862.07), the last eight characters of the seal, "&" in an RFC as "&amp;".
 */
export function verificationUrl(fields: {
  uuid: string;
  issuerRfc: string;
  receiverRfc: string;
  total: string;
  seal: string;
}): string {
  const [pesos = "0", decimals = ""] = fields.total.split(".");
  const escapeRfc = (rfc: string): string => rfc.replaceAll("&", "&amp;");
  return (
    `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${fields.uuid}` +
    `&re=${escapeRfc(fields.issuerRfc)}&rr=${escapeRfc(fields.receiverRfc)}` +
    `&tt=${pesos}.${decimals.replace(/0+$/, "") || "0"}&fe=${fields.seal.slice(-8)}`
  );
}

function hasValidAttributes({ attributes }: XmlElement): boolean {
  if (attributes.Leyenda?.includes("|")) return false;
  return Object.entries(STAMP_ATTRIBUTE_PATTERNS).every(([name, pattern]) => pattern.test(attributes[name] ?? ""));
}
