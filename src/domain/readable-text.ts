/**
 * Characters that no text may have: control characters except whitespace (Unicode category Cc), which nobody types and
 * of which PostgreSQL refuses NUL; and unpaired surrogates, which UTF-8 cannot encode.
 */
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Cs}/u; // oxlint-disable-line no-control-regex

/** The error of a field with such a text. */
export const UNREADABLE_TEXT_ERROR = "Aquí hay un carácter que no se puede guardar. Bórralo y escríbelo de nuevo.";

/** The text with U+FFFD in place of each character that cannot be stored. For texts read by a camera. */
export function replaceUnreadable(text: string): string {
  return isReadable(text) ? text : text.replaceAll(new RegExp(UNREADABLE, "gu"), "\ufffd");
}

/** Whether all text values in a JSON value, without the keys, can be stored. */
export function isReadableValue(value: unknown): boolean {
  if (typeof value === "string") return isReadable(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isReadableValue);
}

/** Whether a text can be stored as it is. */
export function isReadable(text: string): boolean {
  return !UNREADABLE.test(text);
}
