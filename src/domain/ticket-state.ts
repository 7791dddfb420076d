export const TICKET_STATES = ["VALID", "USED", "VOID"] as const;

/**
 * Whether a ticket admits a person. VALID: it admits one. USED: it has admitted one. VOID: its order was cancelled, or
 * the order's money was returned in full.
 */
export type TicketState = (typeof TICKET_STATES)[number];

/** What customers and staff read. */
export const TICKET_STATE_LABEL: Record<TicketState, string> = {
  VALID: "Válido",
  USED: "Usado",
  VOID: "Anulado",
};
