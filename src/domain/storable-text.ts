/**
 * Characters that no text may have. Control characters (Unicode category Cc) except whitespace: nobody types them, and
 * PostgreSQL refuses NUL. Unpaired surrogates: UTF-8 cannot encode them.
 */
const UNSTORABLE_CHARACTER = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Cs}/u; // oxlint-disable-line no-control-regex

/** The error of a field with such a text. */
export const UNSTORABLE_TEXT_ERROR = "Aquí hay un carácter que no se puede guardar. Bórralo y escríbelo de nuevo.";

/** The text with U+FFFD in place of each character that cannot be stored. For texts of scanned codes. */
export function replaceUnstorableCharacters(text: string): string {
  return isStorableText(text) ? text : text.replaceAll(new RegExp(UNSTORABLE_CHARACTER, "gu"), "\ufffd");
}

/** Whether all text values in a JSON value, without the keys, can be stored. */
export function hasOnlyStorableTexts(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  return typeof value !== "object" || value === null || Object.values(value).every(hasOnlyStorableTexts);
}

/** Whether a text can be stored as it is. */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE_CHARACTER.test(text);
}
