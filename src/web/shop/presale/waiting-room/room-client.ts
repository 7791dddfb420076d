import { call, type AnswerOf, type Outcome } from "../../../client.ts";
import type { Deadline } from "../../../state/cart.tsx";
import { readStored, STORAGE_KEY, writeStored } from "../../../state/storage.ts";

export type RoomPlace = AnswerOf<"getQueueStatus">;

/** The secret of a browser without storage. It is lost with the page. */
let memorySecret: string | null = null;

/**
 * The secret that identifies this browser's place in the queue, also after a reload, in other tabs, and after a lost
 * response. A lock prevents two tabs from creating two secrets, if the browser supports locks.
 */
async function readOrCreateVisitorSecret(): Promise<string> {
  const readOrCreate = (): string => {
    const storedSecret = readStored(STORAGE_KEY.visitor) ?? memorySecret;
    if (storedSecret) return storedSecret;
    memorySecret = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
    writeStored(STORAGE_KEY.visitor, memorySecret);
    return readStored(STORAGE_KEY.visitor) ?? memorySecret;
  };
  return "locks" in navigator
    ? navigator.locks.request(STORAGE_KEY.visitor, async () => readOrCreate())
    : readOrCreate();
}

/** Joins the queue, or returns the place in it. `again` joins at the end once more, after the turn is over. */
export async function joinRoom(again = false, signal?: AbortSignal): Promise<Outcome<"joinRoom">> {
  return storeGrant(await call("joinRoom", { body: { visitor: await readOrCreateVisitorSecret(), again }, signal }));
}

export async function pollQueueStatus(presale: string, signal: AbortSignal): Promise<Outcome<"getQueueStatus">> {
  return storeGrant(
    await call("getQueueStatus", { query: { presale }, visitor: await readOrCreateVisitorSecret(), signal }),
  );
}

/** The deadline on the browser's monotonic clock, so that a wrong wall clock has no effect. */
export function deadlineOf(endsOn: string, serverNow: string): Deadline {
  return { at: performance.now() + Date.parse(endsOn) - Date.parse(serverNow), endsOn };
}

/** Stores or deletes the grant of the visitor's turn, which all tabs send with every API call beside the code. */
function storeGrant<Name extends "joinRoom" | "getQueueStatus">(outcome: Outcome<Name>): Outcome<Name> {
  if (outcome.ok && outcome.data.grant !== readStored(STORAGE_KEY.grant))
    writeStored(STORAGE_KEY.grant, outcome.data.grant);
  return outcome;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
