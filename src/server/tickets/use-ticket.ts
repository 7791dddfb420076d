import type { App } from "../app.ts";
import { findTicket, type TicketAtEntrance } from "./find-ticket.ts";

export interface Scan {
  /** The text of the QR, or the code typed off the paper. */
  ticket: string;
  /** Who let the person in: the phone's name. */
  device: string;
  /** This scan's own id, made by the device: told again, because its answer was lost, it gets the same answer. */
  scanId: string;
  /** The event at whose door it is; null at a door to all of them. */
  productId: string | null;
}

/** What staff see: let in, or why not. */
export type AtEntrance =
  | { answer: "valid" | "used" | "void" | "other_event"; ticket: TicketAtEntrance }
  | { answer: "unknown"; ticket: null };

/** What a ticket is worth now; changes nothing. */
export async function checkTicket(app: App, scannedOrTyped: string): Promise<AtEntrance> {
  const ticket = await findTicket(app.genericPlans, scannedOrTyped);
  if (!ticket) return { answer: "unknown", ticket: null };
  return { answer: ANSWER[ticket.state], ticket };
}

const ANSWER = { VALID: "valid", USED: "used", VOID: "void" } as const;

/**
 * Lets somebody in with a ticket: the first scan wins, whichever device's it is. Two scans of one device are two people
 * unless they carry the same `scanId`; then the second is the first one told again.
 */
export async function useTicket(app: App, scan: Scan): Promise<AtEntrance> {
  const seen = await checkTicket(app, scan.ticket);
  if (seen.answer === "unknown") return seen;
  if (scan.productId !== null && seen.ticket.productId !== scan.productId) return { ...seen, answer: "other_event" };
  // The WHERE is the guard: of scans at once one finds it valid, and none does once its order was cancelled.
  await app.genericPlans
    .updateTable("tickets")
    .set({
      state: "USED",
      used_at: app.genericPlans.fn("clock_timestamp"),
      used_by: scan.device,
      used_scan: scan.scanId,
    })
    .where("id", "=", seen.ticket.id)
    .where("state", "=", "VALID")
    .execute();
  const now = await checkTicket(app, scan.ticket);
  if (now.answer !== "used") return now;
  const isOurs = now.ticket.usedBy === scan.device && now.ticket.usedScan === scan.scanId;
  return isOurs ? { ...now, answer: "valid" } : now;
}
