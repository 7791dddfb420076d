import { call, type AnswerOf, type Outcome } from "../../../client.ts";
import type { Deadline } from "../../../state/cart.tsx";
import { readStored, STORED, writeStored } from "../../../state/storage.ts";

export type RoomPlace = AnswerOf<"getQueueStatus">;

/** If the browser stores nothing, the secret lasts as long as the page. */
let unstored: string | null = null;

/**
 * This browser's secret. It identifies the place, so that reloads, other tabs and lost answers find the same one. Tabs
 * that open at the same moment wait for each other if the browser has locks.
 */
async function visitorSecret(): Promise<string> {
  const read = (): string => {
    const known = readStored(STORED.visitor) ?? unstored;
    if (known) return known;
    unstored = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
    writeStored(STORED.visitor, unstored);
    return readStored(STORED.visitor) ?? unstored;
  };
  return "locks" in navigator ? navigator.locks.request(STORED.visitor, async () => read()) : read();
}

/** Joins the queue, or finds the place again. `again`: joins at the end once more, when the turn is over. */
export async function joinRoom(again = false, signal?: AbortSignal): Promise<Outcome<"joinRoom">> {
  return note(await call("joinRoom", { body: { visitor: await visitorSecret(), again }, signal }));
}

export async function getQueueStatus(presale: string, signal: AbortSignal): Promise<Outcome<"getQueueStatus">> {
  return note(await call("getQueueStatus", { query: { presale }, visitor: await visitorSecret(), signal }));
}

/** On the browser's monotonic clock, whatever its wall clock says. */
export function deadlineOf(endsOn: string, serverNow: string): Deadline {
  return { at: performance.now() + Date.parse(endsOn) - Date.parse(serverNow), endsOn };
}

/** Stores the turn, which every call of all tabs sends from now on, or deletes it. */
function note<Name extends "joinRoom" | "getQueueStatus">(outcome: Outcome<Name>): Outcome<Name> {
  if (outcome.ok && outcome.data.grant !== readStored(STORED.grant)) writeStored(STORED.grant, outcome.data.grant);
  return outcome;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
