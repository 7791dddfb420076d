import { ParseOption, XmlDocument, XmlElement } from "libxml2-wasm";

/** Longer than any PAC's answer. */
const MAX_MESSAGE_CHARACTERS = 16 * 1024 * 1024;

/** An element of a message, with its local name: PACs use different prefixes for the same names. */
export interface SoapNode {
  name: string;
  text: string;
  children: readonly SoapNode[];
}

/** A SOAP 1.1 message with one operation. Values are escaped here, once: Finkok refuses values escaped twice (705). */
export function soapEnvelope(namespace: string, operation: string, values: Record<string, string>): string {
  const fields = Object.entries(values).map(([name, value]) => `<op:${name}>${escapeXml(value)}</op:${name}>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:op="${namespace}">` +
    `<soapenv:Body><op:${operation}>${fields.join("")}</op:${operation}></soapenv:Body></soapenv:Envelope>`
  );
}

/** The content of a message's body: an operation, its answer or a `Fault`. Null if the text is not a SOAP message. */
export function readSoap(text: string): SoapNode | null {
  if (text.length > MAX_MESSAGE_CHARACTERS || text.includes("<!DOCTYPE")) return null;
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(text, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NOCDATA,
    });
  } catch {
    return null;
  }
  try {
    const envelope = toNode(document.root);
    return envelope.name === "Envelope" ? (findNode(envelope, "Body")?.children[0] ?? null) : null;
  } finally {
    document.dispose();
  }
}

/** The first descendant with that name. */
export function findNode(node: SoapNode | undefined | null, name: string): SoapNode | undefined {
  for (const child of node?.children ?? []) {
    const match = child.name === name ? child : findNode(child, name);
    if (match) return match;
  }
  return undefined;
}

/** The text of the first descendant with that name, or "" if there is none. */
export function textOf(node: SoapNode | undefined | null, name: string): string {
  return findNode(node, name)?.text.trim() ?? "";
}

export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#xD;");
}

function toNode(element: XmlElement): SoapNode {
  const children: SoapNode[] = [];
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement) children.push(toNode(child));
  }
  return { name: element.name, text: children.length === 0 ? element.content : "", children };
}
