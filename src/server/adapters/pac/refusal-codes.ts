/** It was stamped before: what to do about these is not to refuse. */
export const STAMPED_BEFORE = new Set(["307", "CFDI3307"]);

/**
 * Codes by which a document is refused, for good as long as it says what it says: SAT's classic three digits (301 to 308,
 * 401 to 403), its matrix (CFDI40…), SW's for missing namespaces (CC3001), Finkok's for the structure (705). Anything else (credentials, no stamps left, SAT
 * away, "uncontrolled") says nothing about the document.
 */
const REFUSAL = /^(30[1-68]|40[123]|705|CFDI4\d{4}|CC\d{4})$/;

export function isRefusalOfDocument(code: string): boolean {
  return REFUSAL.test(code);
}

/** "CFDI40145" of "CFDI40145 - El campo…", "307" of "307. El comprobante…"; "" where a text begins with no code. */
export function leadingCode(message: string): string {
  return /^\s*([A-Z]{0,6}\d{2,6})\b/.exec(message)?.[1] ?? "";
}

/** The text behind the code. */
export function withoutCode(message: string): string {
  return message.replace(/^\s*[A-Z]{0,6}\d{2,6}\s*[-.:]?\s*/, "");
}

/** What SAT answers to a request for cancellation: it has it, now or since before. */
export const CANCEL_RECEIVED = new Set(["201", "202"]);

/** The request will never be taken as it is: SAT's 203 to 213 about a CFDI, 300 to 310 about the request. */
export function isRefusalOfCancellation(code: string): boolean {
  return /^(20[3-9]|21[0-3]|30\d|310)$/.test(code);
}
