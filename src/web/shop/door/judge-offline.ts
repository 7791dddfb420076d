import { isEventDay } from "../../../domain/event-day.ts";
import type { DoorAnswer } from "../../../domain/door-answer.ts";
import type { TicketState } from "../../../domain/ticket-state.ts";
import { readTicketCode } from "../../../domain/ticket-code.ts";
import { readTicketText, type TicketText } from "../../../domain/ticket-text.ts";
import type { AnswerOf } from "../../client.ts";
import { hashCode, proveTicket, type DoorKey } from "./prove-ticket.ts";

type DoorList = AnswerOf<"syncDoor">;
export type ListedTicket = DoorList["tickets"][number];

/** What a phone knows of its door: as it was at the last look, with what it did itself since. */
export interface PhoneList {
  deviceId: string;
  keys: readonly DoorKey[];
  events: DoorList["events"];
  byId: ReadonlyMap<string, ListedTicket>;
}

/** `unchecked`: this phone cannot tell without a network. It lets nobody in with it. */
export type PhoneAnswer = DoorAnswer | "unchecked";

export interface Judgement {
  answer: PhoneAnswer;
  /** Of the list; of one that was sold since, what its QR says. */
  ticket: Pick<ListedTicket, "_id" | "event"> & Partial<ListedTicket>;
}

type Unproven = { answer: "unknown" | "unchecked"; ticket: null };

/** By the server's clock, and whether staff let in whatever the day is. */
interface Moment {
  now: Date;
  isAnyDay?: boolean;
}

const ANSWER_OF_STATE: Record<TicketState, DoorAnswer> = { VALID: "valid", USED: "used", VOID: "void" };

/**
 * What a ticket is worth by what this phone knows (decision 43). A QR is proven by its signature where the browser can,
 * so that one sold after the last look lets in too; without that, and for a typed code, only the list counts.
 */
export async function judgeOffline(
  list: PhoneList,
  scannedOrTyped: string,
  moment: Moment,
): Promise<Judgement | Unproven> {
  const judged = await judgeByList(list, scannedOrTyped);
  if (judged.answer !== "valid" || moment.isAnyDay) return judged;
  const startsOn = list.events.find(({ _id }) => _id === judged.ticket?.event)?.startsOn ?? null;
  return isEventDay(startsOn === null ? null : new Date(startsOn), moment.now)
    ? judged
    : { ...judged, answer: "other_day" };
}

async function judgeByList(list: PhoneList, scannedOrTyped: string): Promise<Judgement | Unproven> {
  const code = readTicketCode(scannedOrTyped);
  if (code !== undefined) {
    const hash = await hashCode(list.deviceId, code);
    const ticket = [...list.byId.values()].find((one) => one.code === hash);
    return ticket ? { answer: ANSWER_OF_STATE[ticket.state], ticket } : { answer: "unchecked", ticket: null };
  }
  const read = readTicketText(scannedOrTyped);
  if (!read) return { answer: "unknown", ticket: null };
  return judgeQr(list, read, await proveTicket(read, list.keys));
}

function judgeQr(
  { events, byId }: PhoneList,
  { ticketId, productId }: TicketText,
  isProven: boolean | null,
): Judgement | Unproven {
  const listed = byId.get(ticketId);
  if (isProven === false || (listed && listed.event !== productId)) return { answer: "unknown", ticket: null };
  if (listed) return { answer: ANSWER_OF_STATE[listed.state], ticket: listed };
  if (isProven === null) return { answer: "unchecked", ticket: null };
  const isHere = events.some(({ _id }) => _id === productId);
  return { answer: isHere ? "valid" : "other_event", ticket: { _id: ticketId, event: productId } };
}
