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
  /** Not reported to the server yet: a result or an undone entry that this phone decided without the server. */
  isWaiting: boolean;
  /** Staff let the holder in although the ticket is for another day. */
  isAnyDay?: boolean;
  /** Only of an unreported scan: the server has counted the entry, but has no record that it was undone. */
  isCounted?: boolean;
  ticket: TicketOfScan | null;
}

/** What the phone has about the scanned ticket. */
export interface TicketOfScan {
  id: string;
  eventId: string;
  event: string | null;
  startsOn: string | null;
  place: string | null;
  /** Null if the ticket was sold after this phone's last synchronisation. */
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
