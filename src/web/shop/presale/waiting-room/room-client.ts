import { call, type AnswerOf, type Outcome } from "../../../client.ts";
import type { Deadline } from "../../../state/cart.tsx";
import { readStored, STORAGE_KEY, writeStored } from "../../../state/storage.ts";

export type RoomPlace = AnswerOf<"getQueueStatus">;

/** The secret of a browser without storage. It is lost with the page. */
let secretInMemory: string | null = null;

/**
 * The secret that identifies this browser's place in the queue. It is the same after a reload, in other tabs, and after
 * a lost response. If the browser supports locks, a lock prevents two tabs from creating two secrets.
 */
async function readOrCreateVisitorSecret(): Promise<string> {
  const readOrCreate = (): string => {
    const storedSecret = readStored(STORAGE_KEY.visitor) ?? secretInMemory;
    if (storedSecret) return storedSecret;
    secretInMemory = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
    writeStored(STORAGE_KEY.visitor, secretInMemory);
    return readStored(STORAGE_KEY.visitor) ?? secretInMemory;
  };
  return "locks" in navigator
    ? navigator.locks.request(STORAGE_KEY.visitor, async () => readOrCreate())
    : readOrCreate();
}

/** Joins the queue, or returns the visitor's place in it. With `again`, joins at its end once their turn is over. */
export async function joinRoom(again = false, signal?: AbortSignal): Promise<Outcome<"joinRoom">> {
  return storeGrant(await call("joinRoom", { body: { visitor: await readOrCreateVisitorSecret(), again }, signal }));
}

export async function pollQueueStatus(presaleId: string, signal: AbortSignal): Promise<Outcome<"getQueueStatus">> {
  return storeGrant(
    await call("getQueueStatus", { query: { presale: presaleId }, visitor: await readOrCreateVisitorSecret(), signal }),
  );
}

/** The deadline on the browser's monotonic clock, so that a wrong wall clock has no effect. */
export function deadlineOf(endsOn: string, serverNow: string): Deadline {
  return { at: performance.now() + Date.parse(endsOn) - Date.parse(serverNow), endsOn };
}

/** Stores or deletes the grant of the visitor's turn. All tabs send it, and the access code, with every API call. */
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
