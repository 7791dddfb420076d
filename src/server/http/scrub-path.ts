/** Words of our own addresses, a version, a file, a product's slug; ids; an order's number, shorter than a phone. */
const HARMLESS = [
  /^(?!.*-{2})[a-z][a-z.-]{0,59}$/,
  /^v\d$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.data)?$/i,
  /^\d{1,7}(?:\.data)?$/,
];

/**
 * An address for the log: its path without query, every part that may be a phone, a mailbox, a key or a code as "*".
 * What is kept are ids, short numbers and lowercase words.
 */
export function scrubPath(address: string): string {
  const [path = ""] = address.replace(/^[a-z]+:\/\/[^/]*/i, "").split(/[?#]/, 1);
  return path
    .slice(0, 500)
    .split("/")
    .map((part) => (part === "" || HARMLESS.some((shape) => shape.test(part)) ? part : "*"))
    .join("/");
}
