import { isEventDay } from "../../../domain/event-day.ts";
import type { ScanResult } from "../../../domain/scan-result.ts";
import type { TicketState } from "../../../domain/ticket-state.ts";
import { readTicketCode } from "../../../domain/ticket-code.ts";
import { readTicketText, type ParsedTicketText } from "../../../domain/ticket-text.ts";
import type { AnswerOf } from "../../client.ts";
import { hashCode, verifySignature, type TicketPublicKey } from "./verify-signature.ts";

type TicketList = AnswerOf<"syncDoor">;
export type ListedTicket = TicketList["tickets"][number];

/** The events and tickets of a phone: those of the last synchronisation, with the phone's own changes since then. */
export interface OfflineTicketList {
  deviceId: string;
  keys: readonly TicketPublicKey[];
  events: TicketList["events"];
  ticketsById: ReadonlyMap<string, ListedTicket>;
}

/** `unchecked`: this phone cannot decide without a network. The holder is not let in. */
export type ScannerAnswer = ScanResult | "unchecked";

export interface VerdictWithTicket {
  answer: ScannerAnswer;
  /** The ticket from the list. If it is not on the list: the data of its QR code. */
  ticket: Pick<ListedTicket, "_id" | "event"> & Partial<ListedTicket>;
}

type VerdictWithoutTicket = { answer: "unknown" | "unchecked"; ticket: null };

interface VerifyOptions {
  /** The time by the server's clock. */
  now: Date;
  /** Staff ignore the day of the ticket. */
  isAnyDay?: boolean;
}

const ANSWER_OF_STATE: Record<TicketState, ScanResult> = { VALID: "valid", USED: "used", VOID: "void" };

/**
 * Verifies a ticket with the data of this phone (decision 20). The signature of a QR code is verified if the browser
 * can do it and the phone has the signing key, so that a ticket sold after the last synchronisation is valid too.
 * Otherwise, and for a typed code, only the list decides.
 */
export async function verifyOffline(
  list: OfflineTicketList,
  text: string,
  options: VerifyOptions,
): Promise<VerdictWithTicket | VerdictWithoutTicket> {
  const verdict = await verifyIgnoringDay(list, text);
  if (verdict.answer !== "valid" || options.isAnyDay) return verdict;
  const startsOn = list.events.find(({ _id }) => _id === verdict.ticket?.event)?.startsOn ?? null;
  return isEventDay(startsOn === null ? null : new Date(startsOn), options.now)
    ? verdict
    : { ...verdict, answer: "other_day" };
}

async function verifyIgnoringDay(
  list: OfflineTicketList,
  text: string,
): Promise<VerdictWithTicket | VerdictWithoutTicket> {
  const code = readTicketCode(text);
  if (code !== undefined) {
    const hash = await hashCode(list.deviceId, code);
    const ticket = [...list.ticketsById.values()].find(({ code: listedHash }) => listedHash === hash);
    return ticket ? { answer: ANSWER_OF_STATE[ticket.state], ticket } : { answer: "unchecked", ticket: null };
  }
  const ticketText = readTicketText(text);
  if (!ticketText) return { answer: "unknown", ticket: null };
  return verifyQr(list, ticketText, await verifySignature(ticketText, list.keys));
}

function verifyQr(
  { events, ticketsById }: OfflineTicketList,
  { ticketId, productId }: ParsedTicketText,
  isSignatureValid: boolean | null,
): VerdictWithTicket | VerdictWithoutTicket {
  const listedTicket = ticketsById.get(ticketId);
  if (isSignatureValid === false || (listedTicket && listedTicket.event !== productId))
    return { answer: "unknown", ticket: null };
  if (listedTicket) return { answer: ANSWER_OF_STATE[listedTicket.state], ticket: listedTicket };
  if (isSignatureValid === null) return { answer: "unchecked", ticket: null };
  const isOfThisEntrance = events.some(({ _id }) => _id === productId);
  return { answer: isOfThisEntrance ? "valid" : "other_event", ticket: { _id: ticketId, event: productId } };
}
