import type { ScannerAnswer } from "./verify-offline.ts";

/** One scan of a ticket on this phone, as it is stored and listed. */
export interface Scan {
  /** The scan's id on the wire. A scan that is reported twice counts once. */
  id: string;
  /** The scanned or typed text. */
  text: string;
  answer: ScannerAnswer;
  /** The time of the scan, by this phone's estimate of the server's clock. */
  at: string;
  undoneAt: string | null;
  /** Not reported to the server yet: this phone decided the result, or undid the entry, without the server. */
  isWaiting: boolean;
  /** Staff let the holder in although the ticket is for another day. */
  isAnyDay?: boolean;
  /** Only of an unreported scan: the server has counted the entry, but does not know yet that it was undone. */
  isCounted?: boolean;
  ticket: ScannedTicket | null;
}

/** What the phone knows about the scanned ticket. */
export interface ScannedTicket {
  id: string;
  eventId: string;
  /** The event's name. Null for an event that is not on this phone's list. */
  event: string | null;
  startsOn: string | null;
  place: string | null;
  /** Null for a ticket that is not on this phone's list: sold since the last synchronisation, or for another event. */
  seat: string | null;
  usedOn: string | null;
  usedBy: string | null;
  /** Only the server sends it, and the phone does not store it. */
  holder: string | null;
}

/** A scan as it is reported to the server. */
export function toOfflineScan({ id, text, answer, isAnyDay, at, undoneAt }: Scan) {
  if (answer === "unchecked") throw new Error("an unchecked scan has no result to report");
  return { _id: id, ticket: text, anyDay: isAnyDay ?? false, shown: answer, scannedOn: at, undoneOn: undoneAt };
}
