import { ParseOption, XmlDocument, XmlElement as LibElement } from "libxml2-wasm";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { XmlElement } from "./xml.ts";

/** A longer document is refused. A CFDI of thousands of lines is shorter. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

const PREFIXES: Record<string, string> = {
  "http://www.sat.gob.mx/cfd/4": "cfdi",
  "http://www.sat.gob.mx/TimbreFiscalDigital": "tfd",
  "http://www.sat.gob.mx/Pagos20": "pago20",
};

/**
 * Parses an external document. No DTD, no entities, no network, UTF-8 only. Elements of SAT's namespaces get SAT's
 * prefixes; all others are named `{namespace}name`. Text, comments and processing instructions between elements are
 * ignored: a CFDI has no data in them.
 */
export function parseXml(xml: string | Uint8Array): XmlElement | Refusal<"xml_unreadable"> {
  const text = typeof xml === "string" ? xml : decode(xml);
  if (text === null || text.length > MAX_CHARACTERS || text.includes("<!DOCTYPE")) return refuse("xml_unreadable");
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(new TextEncoder().encode(text), {
      encoding: "UTF-8",
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
    });
  } catch {
    return refuse("xml_unreadable");
  }
  try {
    return toElement(document.root);
  } finally {
    document.dispose();
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function toElement(node: LibElement): XmlElement {
  const children: XmlElement[] = [];
  for (let child = node.firstChild; child !== null; child = child.next) {
    if (child instanceof LibElement) children.push(toElement(child));
  }
  const prefix = PREFIXES[node.namespaceUri];
  return {
    name: prefix ? `${prefix}:${node.name}` : `{${node.namespaceUri}}${node.name}`,
    attributes: Object.fromEntries(
      node.attrs.map((attribute) => [
        attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name,
        attribute.value,
      ]),
    ),
    children,
  };
}
