/**
 * Parts of a path that are logged: lowercase words of our own paths, a version, a file, a product's slug, an id, and an
 * order's number, which is shorter than a phone number.
 */
const SAFE_PARTS = [
  /^(?!.*-{2})[a-z][a-z.-]{0,59}$/,
  /^v\d$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.data)?$/i,
  /^\d{1,7}(?:\.data)?$/,
];

/**
 * A URL for the log: its path without query. Every part that may be a phone, an email address, a key or a code in
 * capitals becomes "*". Ids, short numbers and lowercase words stay.
 */
export function scrubPath(url: string): string {
  const [path = ""] = url.replace(/^[a-z]+:\/\/[^/]*/i, "").split(/[?#]/, 1);
  return path
    .slice(0, 500)
    .split("/")
    .map((part) => (part === "" || SAFE_PARTS.some((pattern) => pattern.test(part)) ? part : "*"))
    .join("/");
}
