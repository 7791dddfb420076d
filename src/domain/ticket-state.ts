export const TICKET_STATES = ["VALID", "USED", "VOID"] as const;

/**
 * Whether a ticket admits its holder: VALID admits once, USED did already, VOID belongs to a cancelled or refunded
 * order.
 */
export type TicketState = (typeof TICKET_STATES)[number];

/** What the ticket's holder reads. */
export const TICKET_STATE_LABEL: Record<TicketState, string> = {
  VALID: "Válido",
  USED: "Usado",
  VOID: "Anulado",
};
