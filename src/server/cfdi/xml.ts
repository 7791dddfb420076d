/** An element of a CFDI. Names have SAT's own prefixes (`cfdi:`, `tfd:`). There is no text between elements. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: readonly XmlElement[];
}

/** Creates an element. Attributes with the value null are omitted. */
export function xmlElement(
  name: string,
  attributes: Record<string, string | null>,
  children: readonly XmlElement[] = [],
): XmlElement {
  const presentAttributes = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null);
  return { name, attributes: Object.fromEntries(presentAttributes), children };
}

export function childrenOf(parent: XmlElement | undefined, name: string): XmlElement[] {
  return parent?.children.filter((child) => child.name === name) ?? [];
}

export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(parent, name)[0];
}

/** A text contains a character that XML 1.0 cannot represent. Input validation should have refused it. */
export class UnwritableText extends Error {
  override name = "UnwritableText";
}

/** Everything outside XML 1.0's Char, lone surrogates included. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** The document as text, declared as UTF-8, without whitespace between elements. Throws `UnwritableText`. */
export function serialize(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${writeElement(root)}`;
}

function writeElement({ name, attributes, children }: XmlElement): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(key, value)}"`);
  const startTag = `<${name}${written.join("")}`;
  return children.length === 0 ? `${startTag}/>` : `${startTag}>${children.map(writeElement).join("")}</${name}>`;
}

function escapeAttribute(attribute: string, text: string): string {
  if (FORBIDDEN.test(text)) throw new UnwritableText(`${attribute} has a character that XML cannot represent`);
  return text.replace(/[&<>"\t\n\r]/g, (char) => ENTITIES[char]!);
}
