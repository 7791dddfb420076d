/** Crockford's base 32: without I, L, O and U, so that a code read from paper is not mistyped. */
export const TICKET_CODE_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const TICKET_CODE_LENGTH = 10;
const CODE_PATTERN = new RegExp(`^[${TICKET_CODE_SYMBOLS}]{${TICKET_CODE_LENGTH}}$`);

/** "7K2M9-QX4RT": in two groups, for reading and typing. */
export function formatTicketCode(code: string): string {
  return `${code.slice(0, TICKET_CODE_LENGTH / 2)}-${code.slice(TICKET_CODE_LENGTH / 2)}`;
}

/**
 * Normalizes a typed code to the stored form: spaces, hyphens and case are ignored, O is read as 0, I and L as 1.
 * Undefined for any other text.
 */
export function readTicketCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return CODE_PATTERN.test(code) ? code : undefined;
}
