import type { ScannerAnswer } from "./verify-offline.ts";

/** One showing of a ticket at this phone, as it is kept and listed. */
export interface Reading {
  /** The scan's id on the wire: told twice it is the same scan. */
  id: string;
  /** What was read or typed. */
  text: string;
  answer: ScannerAnswer;
  /** By the server's clock, as far as this phone knows it. */
  at: string;
  undoneAt: string | null;
  /** The server is still to be told: this phone judged by itself, or undid without a network. */
  isWaiting: boolean;
  /** Staff let in with it although it is for another day. */
  isAnyDay?: boolean;
  /** Of one that waits: the server's count has this entry, which was taken back since. */
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
  /** Null: sold after this phone's last look. */
  seat: string | null;
  usedOn: string | null;
  usedBy: string | null;
  /** Known while there is a network only, and not kept. */
  holder: string | null;
}

/** A reading as the server is told of it. */
export function toOfflineScan({ id, text, answer, isAnyDay, at, undoneAt }: Reading) {
  if (answer === "unchecked") throw new Error("nobody was told anything");
  return { _id: id, ticket: text, anyDay: isAnyDay ?? false, shown: answer, scannedOn: at, undoneOn: undoneAt };
}
