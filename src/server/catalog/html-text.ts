import { decodeHTMLStrict } from "entities";
import { cleanText } from "./csv-cells.ts";

const TAG = /<[/!]?[a-z-][^>]*>/gi;
const LINE_END = /<(?:br|\/p|\/li|\/h\d)\b[^>]*>/gi;

/** The text of a description in HTML, or of a text without tags. */
export function htmlToText(html: string): string {
  const text = html.search(TAG) === -1 ? html : removeTags(html);
  return cleanText(decodeHTMLStrict(text).replaceAll("\u00a0", " "));
}

function removeTags(html: string): string {
  return html
    .replaceAll(/\s+/g, " ")
    .replaceAll(LINE_END, "\n")
    .replaceAll(TAG, "")
    .replaceAll(/ *\n */g, "\n");
}

/**
 * A text as HTML. `htmlToText` converts it back to the same text if `cleanText` returned it and its only white space is
 * spaces and line breaks.
 */
export function toHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/^ | (?= )| $/gm, "&nbsp;")
    .replaceAll("\n", "<br>");
}
