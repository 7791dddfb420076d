import { sign, verify, X509Certificate } from "node:crypto";
import { attempt } from "./certificates/attempt.ts";
import type { Csd } from "./csd.ts";
import { originalString } from "./original-string.ts";
import { serialize, type XmlElement } from "./xml.ts";

export interface SealedDocument {
  /** What is sent to be stamped. Never built again from its parts: a stamp is for these bytes. */
  xml: string;
  originalString: string;
  /** RSA-SHA256 of the original string, base 64. */
  seal: string;
}

/** Puts the certificate and the seal into a document. Throws `UnwritableText` or `Unsealable`: such a one is a bug. */
export function sealDocument(document: XmlElement, csd: Csd): SealedDocument {
  const signed = withAttributes(document, {
    NoCertificado: csd.number,
    Certificado: csd.certificate.toString("base64"),
  });
  const text = originalString(signed);
  const seal = sign("sha256", Buffer.from(text), csd.privateKey).toString("base64");
  return { xml: serialize(withAttributes(signed, { Sello: seal })), originalString: text, seal };
}

/** Whether a document's seal is its certificate's, over what it says now. */
export function isSealed(document: XmlElement): boolean {
  const { Sello: seal, Certificado: certificate } = document.attributes;
  if (!seal || !certificate) return false;
  const isGood = attempt(() => {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
    return verify("sha256", Buffer.from(originalString(document)), publicKey, Buffer.from(seal, "base64"));
  });
  return isGood ?? false;
}

function withAttributes(document: XmlElement, attributes: Record<string, string>): XmlElement {
  return { ...document, attributes: { ...document.attributes, ...attributes } };
}
