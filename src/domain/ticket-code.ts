/** Crockford's base 32: no I, L, O, U, so that nothing read off paper is mistaken. */
export const TICKET_CODE_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const TICKET_CODE_LENGTH = 10;
const FORM = new RegExp(`^[${TICKET_CODE_SYMBOLS}]{${TICKET_CODE_LENGTH}}$`);

/** "7K2M9-QX4RT": in two groups, to read and to type. */
export function formatTicketCode(code: string): string {
  return `${code.slice(0, TICKET_CODE_LENGTH / 2)}-${code.slice(TICKET_CODE_LENGTH / 2)}`;
}

/** What was typed, as it is stored: spaces, hyphens and case forgiven, O read as 0, I and L as 1. Undefined for others. */
export function readTicketCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return FORM.test(code) ? code : undefined;
}
