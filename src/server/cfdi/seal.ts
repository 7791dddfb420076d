import { sign, verify, X509Certificate } from "node:crypto";
import { nullIfThrows } from "./certificates/null-if-throws.ts";
import type { Csd } from "./csd.ts";
import { originalString } from "./original-string.ts";
import { serialize, type XmlElement } from "./xml.ts";

export interface SealedDocument {
  /** What is sent to the PAC. It is never serialized again: a stamp is valid only for these bytes. */
  xml: string;
  originalString: string;
  /** RSA-SHA256 of the original string, base 64. */
  seal: string;
}

/** Adds the certificate and the seal. Throws `UnwritableText` or `UnsealableDocument`, which mean a bug. */
export function sealDocument(document: XmlElement, csd: Csd): SealedDocument {
  const withCertificate = withAttributes(document, {
    NoCertificado: csd.number,
    Certificado: csd.certificate.toString("base64"),
  });
  const text = originalString(withCertificate);
  const seal = sign("sha256", Buffer.from(text), csd.privateKey).toString("base64");
  return { xml: serialize(withAttributes(withCertificate, { Sello: seal })), originalString: text, seal };
}

/** Whether a document's seal is valid for its certificate and its current content. */
export function hasValidSeal(document: XmlElement): boolean {
  const { Sello: seal, Certificado: certificate } = document.attributes;
  if (!seal || !certificate) return false;
  const isValid = nullIfThrows(() => {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
    return verify("sha256", Buffer.from(originalString(document)), publicKey, Buffer.from(seal, "base64"));
  });
  return isValid ?? false;
}

function withAttributes(document: XmlElement, attributes: Record<string, string>): XmlElement {
  return { ...document, attributes: { ...document.attributes, ...attributes } };
}
