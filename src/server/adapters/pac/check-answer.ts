import { isRefusal } from "../../../domain/refusal.ts";
import { originalString } from "../../cfdi/original-string.ts";
import { parseXml } from "../../cfdi/parse-xml.ts";
import { readStamp } from "../../cfdi/stamp.ts";

/**
 * Compares a PAC's answer with the document that was sent. The answer must be stamped and have the same seal, the same
 * certificate, the same original string, and thus the same amounts. The stamp must have the UUID that the answer names,
 * unless that is null. Returns null if all match, otherwise the difference, which is safe to log.
 */
export function findAnswerMismatch(sealedXml: string, answer: { xml: string; uuid: string | null }): string | null {
  const stampedDocument = readStamp(answer.xml);
  if (isRefusal(stampedDocument)) return stampedDocument.refused;
  const sealedDocument = parseXml(sealedXml);
  if (isRefusal(sealedDocument)) return "our own document is unreadable";
  const { comprobante, stamp } = stampedDocument;
  if (comprobante.attributes.Sello !== sealedDocument.attributes.Sello) return "stamp_of_another";
  if (comprobante.attributes.Certificado !== sealedDocument.attributes.Certificado) return "another certificate";
  if (originalStringOrNull(comprobante) !== originalString(sealedDocument)) return "another document under our seal";
  if (answer.uuid !== null && answer.uuid.toUpperCase() !== stamp.uuid) return "not the stamp's UUID";
  return null;
}

function originalStringOrNull(comprobante: Parameters<typeof originalString>[0]): string | null {
  try {
    return originalString(comprobante);
  } catch {
    return null; // The document has elements or vertical bars that the shop's documents never have.
  }
}

/**
 * Adds a stamp to a sealed document, for a PAC that returns the `tfd:TimbreFiscalDigital` alone. The document's own
 * bytes do not change. Null if there is no stamp or the document has no place for one.
 */
export function addStamp(sealedXml: string, tfdOfAnswer: string): string | null {
  const tfd = tfdOfAnswer.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, "").trim();
  const closingTag = /<\/cfdi:Comprobante>\s*$/.exec(sealedXml);
  if (!closingTag || !/^<tfd:TimbreFiscalDigital[\s>]/.test(tfd)) return null;
  // A CFDI has one Complemento. A payment's document already has it.
  const complementEnd = /<\/cfdi:Complemento>\s*<\/cfdi:Comprobante>\s*$/.exec(sealedXml);
  if (complementEnd) return `${sealedXml.slice(0, complementEnd.index)}${tfd}${sealedXml.slice(complementEnd.index)}`;
  return `${sealedXml.slice(0, closingTag.index)}<cfdi:Complemento>${tfd}</cfdi:Complemento>${sealedXml.slice(closingTag.index)}`;
}
