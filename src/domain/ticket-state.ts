/** Whether a ticket opens the door: it does once, and not at all once its order is cancelled or its money went back. */
export type TicketState = "VALID" | "USED" | "VOID";
