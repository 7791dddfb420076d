/** The document was stamped before. These codes are not a refusal. */
export const ALREADY_STAMPED_CODES = new Set(["307", "CFDI3307"]);

/**
 * Codes that refuse a document: SAT's three-digit codes (301 to 306, 308, 401 to 403), some of which are about the day
 * of the request (`StampAnswer`), the codes of its error matrices (CFDI40…, and CRP20… of payments), SW's code for
 * missing namespaces (CC3001), Finkok's for the structure (705). Any other code (credentials, no stamps left, SAT
 * unavailable, "uncontrolled") is not about the document.
 */
const DOCUMENT_REFUSAL_PATTERN = /^(30[1-68]|40[123]|705|CFDI4\d{4}|CRP20\d{3}|CC\d{4})$/;

export function isRefusalOfDocument(code: string): boolean {
  return DOCUMENT_REFUSAL_PATTERN.test(code);
}

/**
 * "CFDI40145" of "CFDI40145 - El campo…", "307" of "307. El comprobante…". "" if the text does not begin with a code.
 */
export function leadingCode(message: string): string {
  return /^\s*([A-Z]{0,6}\d{2,6})\b/.exec(message)?.[1] ?? "";
}

/** The text after the code. */
export function removeLeadingCode(message: string): string {
  return message.replace(/^\s*[A-Z]{0,6}\d{2,6}\s*[-.:]?\s*/, "");
}

/** SAT's codes for a received cancellation request: now, or in an earlier call. */
export const CANCEL_RECEIVED_CODES = new Set(["201", "202"]);

/** The request is refused permanently: SAT's 203 to 213 about a CFDI, 300 to 310 about the request. */
export function isRefusalOfCancellation(code: string): boolean {
  return /^(20[3-9]|21[0-3]|30\d|310)$/.test(code);
}
