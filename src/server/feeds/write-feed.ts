import { ATTRIBUTES, feedPrice, type FeedItem } from "./feed-item.ts";

/** The `channel` element of RSS: the shop that the feed is about. */
export interface FeedChannel {
  title: string;
  /** The shop's URL. */
  link: string;
  description: string;
}

/** Characters that XML 1.0 does not allow. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Removes characters that XML does not allow, and replaces lone surrogates by U+FFFD. */
function removeInvalidCharacters(text: string): string {
  return text.toWellFormed().replace(INVALID_XML_CHARACTERS, "");
}

/** An RSS 2.0 document of items (support.google.com/merchants/answer/14987622), one attribute per line. */
export async function* writeGoogleXml(
  channel: FeedChannel,
  batches: AsyncIterable<readonly FeedItem[]>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${Object.entries(
    channel,
  )
    .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>\n`)
    .join("")}`;
  for await (const items of batches) yield items.map(toXmlItem).join("");
  yield "</channel>\n</rss>\n";
}

function toXmlItem({ attributes, additionalPictures, shipping, installments }: FeedItem): string {
  const element = (name: string, text: string | null) => (text ? `<g:${name}>${escapeXml(text)}</g:${name}>\n` : "");
  const lines = [
    ...ATTRIBUTES.map((name) => element(name, attributes[name])),
    ...additionalPictures.map((url) => element("additional_image_link", url)),
    ...shipping.map(
      ({ service, priceCents }) =>
        `<g:shipping>\n${element("country", "MX")}${element("service", service)}${element("price", feedPrice(priceCents))}</g:shipping>\n`,
    ),
    // Rule FEED-5 (support.google.com/merchants/answer/6324474).
    installments
      ? `<g:installment>\n${element("months", String(installments.months))}${element("amount", feedPrice(installments.amountCents))}</g:installment>\n`
      : "",
  ];
  return `<item>\n${lines.join("")}</item>\n`;
}

function escapeXml(text: string): string {
  return removeInvalidCharacters(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The same items as tab-separated values in UTF-8 with a header (support.google.com/merchants/answer/160567). */
export async function* writeTsv(batches: AsyncIterable<readonly FeedItem[]>): AsyncGenerator<string> {
  yield joinCells([...ATTRIBUTES, "additional_image_link", "shipping", "installment"]);
  for await (const items of batches) yield items.map(toTsvLine).join("");
}

function toTsvLine({ attributes, additionalPictures, shipping, installments }: FeedItem): string {
  return joinCells([
    ...ATTRIBUTES.map((name) => attributes[name] ?? ""),
    additionalPictures.join(","),
    // country:region:service:price
    shipping
      .map(({ service, priceCents }) => `MX::${service.replaceAll(/[:,"]/g, " ")}:${feedPrice(priceCents)}`)
      .join(","),
    installments ? `${installments.months}:${feedPrice(installments.amountCents)}` : "",
  ]);
}

function joinCells(cells: readonly string[]): string {
  return `${cells.map(toCell).join("\t")}\n`;
}

/** A cell with quotation marks is quoted, and each mark is doubled. Tabs and line breaks become spaces. */
function toCell(text: string): string {
  const singleLine = removeInvalidCharacters(text).replaceAll(/\s+/g, " ").trim();
  return singleLine.includes('"') ? `"${singleLine.replaceAll('"', '""')}"` : singleLine;
}
