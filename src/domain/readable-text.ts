/**
 * What no text may hold: control characters other than blanks and line ends (Unicode's category Cc), which nobody types and
 * of which PostgreSQL refuses NUL, and halves of a surrogate pair, which UTF-8 has no bytes for.
 */
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Cs}/u; // oxlint-disable-line no-control-regex

/** What the field of such a text says. */
export const UNREADABLE_TEXT = "Aquí hay un carácter que no se puede guardar. Bórralo y escríbelo de nuevo.";

/** The text with a mark in place of each letter that cannot be kept: for what a camera read. */
export function markUnreadable(text: string): string {
  return isReadable(text) ? text : text.replaceAll(new RegExp(UNREADABLE, "gu"), "\ufffd");
}

/** The same of all texts in a value, as JSON has them. */
export function isReadableValue(value: unknown): boolean {
  if (typeof value === "string") return isReadable(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isReadableValue);
}

/** Whether a text can be kept as it is. */
export function isReadable(text: string): boolean {
  return !UNREADABLE.test(text);
}
