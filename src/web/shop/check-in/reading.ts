import type { ScannerAnswer } from "./verify-offline.ts";

/** One scan of a ticket on this phone, as it is stored and listed. */
export interface Reading {
  /** The scan's id on the wire: reported twice it is still one scan. */
  id: string;
  /** What was read or typed. */
  text: string;
  answer: ScannerAnswer;
  /** By the server's clock, as far as this phone knows it. */
  at: string;
  undoneAt: string | null;
  /** Not reported to the server yet: this phone decided by its list, or undid an entry without a network. */
  isWaiting: boolean;
  /** Staff let the holder in although the ticket is for another day. */
  isAnyDay?: boolean;
  /** Of an unreported one: the server has counted this entry, which was undone since. */
  isCounted?: boolean;
  ticket: ReadTicket | null;
}

/** What the phone knows of the ticket it read. */
export interface ReadTicket {
  id: string;
  eventId: string;
  event: string | null;
  startsOn: string | null;
  place: string | null;
  /** Null: sold after this phone's last synchronisation. */
  seat: string | null;
  usedOn: string | null;
  usedBy: string | null;
  /** Known with a network only, and not stored. */
  holder: string | null;
}

/** A reading as it is reported to the server. */
export function toOfflineScan({ id, text, answer, isAnyDay, at, undoneAt }: Reading) {
  if (answer === "unchecked") throw new Error("an unchecked reading has no result to report");
  return { _id: id, ticket: text, anyDay: isAnyDay ?? false, shown: answer, scannedOn: at, undoneOn: undoneAt };
}
