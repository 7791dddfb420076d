import { isRefusal } from "../../../domain/refusal.ts";
import { originalString } from "../../cfdi/original-string.ts";
import { parseXml } from "../../cfdi/parse-xml.ts";
import { readStamp } from "../../cfdi/stamp.ts";

/**
 * Whether what a PAC sent back is the document it was given, stamped, under the UUID it names (null: it named none): the
 * same seal, the same original string and with it every figure. Null if so, else what is wrong, fit for a log.
 */
export function wrongInAnswer(sealedXml: string, answered: { xml: string; uuid: string | null }): string | null {
  const read = readStamp(answered.xml);
  if (isRefusal(read)) return read.refused;
  const sealed = parseXml(sealedXml);
  if (isRefusal(sealed)) return "our own document is unreadable";
  const { comprobante, stamp } = read;
  if (comprobante.attributes.Sello !== sealed.attributes.Sello) return "stamp_of_another";
  if (comprobante.attributes.Certificado !== sealed.attributes.Certificado) return "another certificate";
  if (originalStringOf(comprobante) !== originalString(sealed)) return "another document under our seal";
  if (answered.uuid !== null && answered.uuid.toUpperCase() !== stamp.uuid) return "another UUID than the stamp's";
  return null;
}

function originalStringOf(comprobante: Parameters<typeof originalString>[0]): string | null {
  try {
    return originalString(comprobante);
  } catch {
    return null; // parts or bars that our documents never have
  }
}

/**
 * A sealed document with the stamp that a PAC gave for it, where it hands out the `tfd:TimbreFiscalDigital` alone. The
 * document's own bytes stay as they are. Null where there is no stamp, or the document has no place for one.
 */
export function withStamp(sealedXml: string, answeredTfd: string): string | null {
  const tfd = answeredTfd.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, "").trim();
  const end = /<\/cfdi:Comprobante>\s*$/.exec(sealedXml);
  if (!end || !/^<tfd:TimbreFiscalDigital[\s>]/.test(tfd)) return null;
  return `${sealedXml.slice(0, end.index)}<cfdi:Complemento>${tfd}</cfdi:Complemento>${sealedXml.slice(end.index)}`;
}
