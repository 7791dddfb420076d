import { isEventDay } from "../../../domain/event-day.ts";
import type { ScanResult } from "../../../domain/scan-result.ts";
import type { TicketState } from "../../../domain/ticket-state.ts";
import { readTicketCode } from "../../../domain/ticket-code.ts";
import { readTicketText, type TicketText } from "../../../domain/ticket-text.ts";
import type { AnswerOf } from "../../client.ts";
import { hashCode, verifySignature, type ScannerKey } from "./verify-signature.ts";

type TicketList = AnswerOf<"syncDoor">;
export type ListedTicket = TicketList["tickets"][number];

/** What a phone knows of its event: as of the last synchronisation, with its own changes since. */
export interface OfflineTicketList {
  deviceId: string;
  keys: readonly ScannerKey[];
  events: TicketList["events"];
  byId: ReadonlyMap<string, ListedTicket>;
}

/** `unchecked`: this phone cannot decide without a network. It does not let in with it. */
export type ScannerAnswer = ScanResult | "unchecked";

export interface OfflineVerdict {
  answer: ScannerAnswer;
  /** From the list; for a ticket that was sold since, from its QR code. */
  ticket: Pick<ListedTicket, "_id" | "event"> & Partial<ListedTicket>;
}

type Unproven = { answer: "unknown" | "unchecked"; ticket: null };

/** By the server's clock, and whether staff ignore the day. */
interface Moment {
  now: Date;
  isAnyDay?: boolean;
}

const ANSWER_OF_STATE: Record<TicketState, ScanResult> = { VALID: "valid", USED: "used", VOID: "void" };

/**
 * The result for a ticket by what this phone knows (decision 20). The signature of a QR code is verified if the browser
 * can, so that a ticket sold after the last synchronisation is valid too. Otherwise, and for a typed code, only the
 * list decides.
 */
export async function verifyOffline(
  list: OfflineTicketList,
  scannedOrTyped: string,
  moment: Moment,
): Promise<OfflineVerdict | Unproven> {
  const checked = await verifyByList(list, scannedOrTyped);
  if (checked.answer !== "valid" || moment.isAnyDay) return checked;
  const startsOn = list.events.find(({ _id }) => _id === checked.ticket?.event)?.startsOn ?? null;
  return isEventDay(startsOn === null ? null : new Date(startsOn), moment.now)
    ? checked
    : { ...checked, answer: "other_day" };
}

async function verifyByList(list: OfflineTicketList, scannedOrTyped: string): Promise<OfflineVerdict | Unproven> {
  const code = readTicketCode(scannedOrTyped);
  if (code !== undefined) {
    const hash = await hashCode(list.deviceId, code);
    const ticket = [...list.byId.values()].find((one) => one.code === hash);
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
): OfflineVerdict | Unproven {
  const listed = byId.get(ticketId);
  if (isProven === false || (listed && listed.event !== productId)) return { answer: "unknown", ticket: null };
  if (listed) return { answer: ANSWER_OF_STATE[listed.state], ticket: listed };
  if (isProven === null) return { answer: "unchecked", ticket: null };
  const isHere = events.some(({ _id }) => _id === productId);
  return { answer: isHere ? "valid" : "other_event", ticket: { _id: ticketId, event: productId } };
}
