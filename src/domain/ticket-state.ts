export const TICKET_STATES = ["VALID", "USED", "VOID"] as const;

/** Whether a ticket opens the door: it does once, and not at all once its order is cancelled or its money went back. */
export type TicketState = (typeof TICKET_STATES)[number];

/** What its holder reads. */
export const TICKET_STATE_LABEL: Record<TicketState, string> = {
  VALID: "Válido",
  USED: "Usado",
  VOID: "Anulado",
};
