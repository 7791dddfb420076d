import { isEventDay } from "../../../domain/event-day.ts";
import type { ScanResult } from "../../../domain/scan-result.ts";
import type { TicketState } from "../../../domain/ticket-state.ts";
import { readTicketCode } from "../../../domain/ticket-code.ts";
import { readTicketText, type TicketText } from "../../../domain/ticket-text.ts";
import type { AnswerOf } from "../../client.ts";
import { hashCode, verifySignature, type ScannerKey } from "./verify-signature.ts";

type TicketList = AnswerOf<"syncDoor">;
export type ListedTicket = TicketList["tickets"][number];

/** The events and tickets that a phone has: those of the last synchronisation, with its own changes since. */
export interface OfflineTicketList {
  deviceId: string;
  keys: readonly ScannerKey[];
  events: TicketList["events"];
  byId: ReadonlyMap<string, ListedTicket>;
}

/** `unchecked`: this phone cannot decide without a network. The holder is not let in. */
export type ScannerAnswer = ScanResult | "unchecked";

export interface OfflineVerdict {
  answer: ScannerAnswer;
  /** The ticket from the list. If it was sold after the last synchronisation: the data of its QR code. */
  ticket: Pick<ListedTicket, "_id" | "event"> & Partial<ListedTicket>;
}

type NoTicket = { answer: "unknown" | "unchecked"; ticket: null };

interface VerifyOptions {
  /** The time by the server's clock. */
  now: Date;
  /** Staff ignore the day of the ticket. */
  isAnyDay?: boolean;
}

const ANSWER_OF_STATE: Record<TicketState, ScanResult> = { VALID: "valid", USED: "used", VOID: "void" };

/**
 * Verifies a ticket with the data of this phone (decision 20). The signature of a QR code is verified if the browser
 * can do it, so that a ticket sold after the last synchronisation is valid too. Otherwise, and for a typed code, only
 * the list decides.
 */
export async function verifyOffline(
  list: OfflineTicketList,
  scannedOrTyped: string,
  options: VerifyOptions,
): Promise<OfflineVerdict | NoTicket> {
  const checked = await verifyByList(list, scannedOrTyped);
  if (checked.answer !== "valid" || options.isAnyDay) return checked;
  const startsOn = list.events.find(({ _id }) => _id === checked.ticket?.event)?.startsOn ?? null;
  return isEventDay(startsOn === null ? null : new Date(startsOn), options.now)
    ? checked
    : { ...checked, answer: "other_day" };
}

async function verifyByList(list: OfflineTicketList, scannedOrTyped: string): Promise<OfflineVerdict | NoTicket> {
  const code = readTicketCode(scannedOrTyped);
  if (code !== undefined) {
    const hash = await hashCode(list.deviceId, code);
    const ticket = [...list.byId.values()].find(({ code: listed }) => listed === hash);
    return ticket ? { answer: ANSWER_OF_STATE[ticket.state], ticket } : { answer: "unchecked", ticket: null };
  }
  const read = readTicketText(scannedOrTyped);
  if (!read) return { answer: "unknown", ticket: null };
  return verifyQr(list, read, await verifySignature(read, list.keys));
}

function verifyQr(
  { events, byId }: OfflineTicketList,
  { ticketId, productId }: TicketText,
  isProven: boolean | null,
): OfflineVerdict | NoTicket {
  const listed = byId.get(ticketId);
  if (isProven === false || (listed && listed.event !== productId)) return { answer: "unknown", ticket: null };
  if (listed) return { answer: ANSWER_OF_STATE[listed.state], ticket: listed };
  if (isProven === null) return { answer: "unchecked", ticket: null };
  const isOfThisEntrance = events.some(({ _id }) => _id === productId);
  return { answer: isOfThisEntrance ? "valid" : "other_event", ticket: { _id: ticketId, event: productId } };
}
