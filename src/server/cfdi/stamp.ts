import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { stampOriginalString } from "./original-string.ts";
import { parseXml } from "./parse-xml.ts";
import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/** What the PAC added: the timbre fiscal digital. */
export interface Stamp {
  uuid: string;
  /** Local time of Mexico's centre, "2026-11-21T16:05:09". */
  stampedAt: string;
  providerRfc: string;
  /** What SAT has to say, or the stand-in: that it is worth nothing. */
  notice: string | null;
  /** Our seal, repeated. */
  documentSeal: string;
  satCertificateNumber: string;
  satSeal: string;
  /** What the PAC sealed; printed on the PDF. */
  originalString: string;
}

/** A stamped CFDI, as it says of itself. */
export interface StampedDocument {
  comprobante: XmlElement;
  stamp: Stamp;
}

const SHAPES: Record<string, RegExp> = {
  Version: /^1\.1$/,
  UUID: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  FechaTimbrado: /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  RfcProvCertif: /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{2}[0-9A]$/,
  SelloCFD: /^[A-Za-z0-9+/]+={0,2}$/,
  NoCertificadoSAT: /^\d{20}$/,
  SelloSAT: /^[A-Za-z0-9+/]+={0,2}$/,
};

/**
 * Reads a stamped CFDI strictly: one stamp where it belongs, whole, and of this very document, its seal repeated. Anything
 * else is refused, whatever status its answer came with.
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
  if (stamps.length > 1 || !isWhole(tfd)) return refuse("stamp_broken");
  if (tfd.attributes.SelloCFD !== comprobante.attributes.Sello) return refuse("stamp_of_another");
  const said = (name: string): string => tfd.attributes[name] ?? "";
  const stamp = {
    uuid: said("UUID").toUpperCase(),
    stampedAt: said("FechaTimbrado"),
    providerRfc: said("RfcProvCertif"),
    notice: tfd.attributes.Leyenda ?? null,
    documentSeal: said("SelloCFD"),
    satCertificateNumber: said("NoCertificadoSAT"),
    satSeal: said("SelloSAT"),
    originalString: stampOriginalString(tfd),
  };
  return { comprobante, stamp };
}

/** What the code on a stamped document leads to, from what it says itself. */
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
 * SAT's page where anybody may look a CFDI up, the text of its QR: the total without zeros at its end but one decimal at
 * least (1692.0, 862.07), the last eight characters of the seal, "&" of an RFC as "&amp;".
 */
export function verificationUrl(facts: {
  uuid: string;
  issuerRfc: string;
  receiverRfc: string;
  total: string;
  seal: string;
}): string {
  const [pesos = "0", decimals = ""] = facts.total.split(".");
  const escapeRfc = (rfc: string): string => rfc.replaceAll("&", "&amp;");
  return (
    `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${facts.uuid}` +
    `&re=${escapeRfc(facts.issuerRfc)}&rr=${escapeRfc(facts.receiverRfc)}` +
    `&tt=${pesos}.${decimals.replace(/0+$/, "") || "0"}&fe=${facts.seal.slice(-8)}`
  );
}

function isWhole({ attributes }: XmlElement): boolean {
  if (attributes.Leyenda?.includes("|")) return false;
  return Object.entries(SHAPES).every(([name, shape]) => shape.test(attributes[name] ?? ""));
}
