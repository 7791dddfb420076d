import type { Problem } from "../../contract/problem.ts";
import { MAX_WISHES } from "../../domain/wishlist.ts";
import { call } from "../client.ts";
import type { BrowserSession } from "./session.tsx";
import { readStored, STORAGE_KEY, writeStored } from "./storage.ts";

/** A saved product, with the API's field names. */
export interface StoredWish {
  _id: string;
  addedOn: string;
  wasSoldOut: boolean;
  wasOnOffer: boolean;
}

interface StoredWishlist {
  /** The customer whose list on the server is copied here. Null for a guest's list, which is only in this browser. */
  owner: string | null;
  /** Newest first. */
  wishes: StoredWish[];
}

type MaybeSession = BrowserSession | null | undefined;
/** Why a change of the list failed, with a sentence; null on success. */
type WishProblem = Pick<Problem, "code" | "detail"> | null;

/** Dispatched on the window after this tab changed the list. Other tabs get a storage event. */
export const WISHLIST_CHANGED = "wishlist";

export function readWishlist(): StoredWishlist {
  try {
    const storedWishlist = JSON.parse(readStored(STORAGE_KEY.wishlist) ?? "null") as StoredWishlist | null;
    return { owner: storedWishlist?.owner ?? null, wishes: storedWishlist?.wishes.filter((wish) => wish._id) ?? [] };
  } catch {
    return { owner: null, wishes: [] };
  }
}

function storeWishlist(list: StoredWishlist): void {
  const isEmpty = list.wishes.length === 0 && list.owner === null;
  writeStored(STORAGE_KEY.wishlist, isEmpty ? null : JSON.stringify(list));
  dispatchEvent(new Event(WISHLIST_CHANGED));
}

function ownerOf(session: MaybeSession): string | null {
  return session?.type === "registered" ? session.customerId : null;
}

/** Calls of one tab run one after the other, so that the last response is the newest. */
let queue: Promise<unknown> = Promise.resolve();
function enqueue<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answer = queue.then(work);
  queue = answer.catch(() => null);
  return answer;
}

/** Saves a product: on the server for customers, in this browser for guests (rule WISH-1). */
export async function saveWish(session: MaybeSession, wish: StoredWish): Promise<WishProblem> {
  const owner = ownerOf(session);
  if (owner !== null) {
    await syncWishlistOfSession(session!);
    return enqueue(() => saveOnServer(session!, [wish]));
  }
  const { wishes } = readWishlist();
  const otherWishes = wishes.filter(({ _id }) => _id !== wish._id);
  if (otherWishes.length >= MAX_WISHES) {
    return { code: "WISHLIST_FULL", detail: `Ya tienes ${MAX_WISHES} favoritos. Quita alguno para guardar otro.` };
  }
  storeWishlist({ owner, wishes: [...otherWishes, wish].toSorted((a, b) => b.addedOn.localeCompare(a.addedOn)) });
  return null;
}

export async function removeWish(session: MaybeSession, productId: string): Promise<WishProblem> {
  const owner = ownerOf(session);
  const { wishes } = readWishlist();
  const remainingWishlist = { owner, wishes: wishes.filter(({ _id }) => _id !== productId) };
  if (owner === null) {
    storeWishlist(remainingWishlist);
    return null;
  }
  return enqueue(async () => {
    const params = { id: owner, productId };
    const outcome = await call("removeFromWishlist", { params, token: session!.token });
    if (!outcome.ok) return outcome.problem;
    storeWishlist({ owner, wishes: outcome.data.docs.map(toStoredWish) });
    return null;
  });
}

/** Marks a guest's products that are sold out now, so that a later visit shows when they are available again. */
export function markSoldOut(soldOutIds: ReadonlySet<string>): void {
  const { owner, wishes } = readWishlist();
  if (owner !== null || !wishes.some(({ _id, wasSoldOut }) => !wasSoldOut && soldOutIds.has(_id))) return;
  storeWishlist({
    owner,
    wishes: wishes.map((wish) => ({ ...wish, wasSoldOut: wish.wasSoldOut || soldOutIds.has(wish._id) })),
  });
}

/** Updates this browser's copy of the list. Products that a guest saved are added to the customer's (rule WISH-2). */
export async function syncWishlist(session: MaybeSession): Promise<WishProblem> {
  const owner = ownerOf(session);
  const storedWishlist = readWishlist();
  if (owner === null) {
    // The stored list is a copy of the list of a customer who has signed out.
    if (storedWishlist.owner !== null) storeWishlist({ owner, wishes: [] });
    return null;
  }
  // In an assisted session, products that staff saved are not added to the customer's list.
  const hasGuestList = storedWishlist.owner === null && storedWishlist.wishes.length > 0 && !session!.assistedBy;
  return enqueue(async () => {
    if (hasGuestList) {
      const problem = await saveOnServer(session!, storedWishlist.wishes.slice(0, MAX_WISHES));
      // If the customer's list is full, or none of the guest's products is sold any more, none is added.
      if (problem?.code !== "WISHLIST_FULL" && problem?.code !== "NOT_FOUND") return problem;
    }
    const outcome = await call("getWishlist", { params: { id: owner }, token: session!.token });
    if (!outcome.ok) return outcome.problem;
    storeWishlist({ owner, wishes: outcome.data.docs.map(toStoredWish) });
    return null;
  });
}

/**
 * Makes the stored list a copy of the customer's list, unless it is one already: adds a guest's products, or only
 * fetches the list. It is called after signing in, and before a customer's product is saved.
 */
export async function syncWishlistOfSession(session: BrowserSession): Promise<void> {
  if (readWishlist().owner !== ownerOf(session)) await syncWishlist(session);
}

async function saveOnServer(session: BrowserSession, wishes: StoredWish[]): Promise<WishProblem> {
  const body = { products: wishes };
  const outcome = await call("saveToWishlist", { params: { id: session.customerId }, body, token: session.token });
  if (!outcome.ok) return outcome.problem;
  storeWishlist({ owner: session.customerId, wishes: outcome.data.docs.map(toStoredWish) });
  return null;
}

function toStoredWish({ _id, addedOn, wasSoldOut, wasOnOffer }: StoredWish): StoredWish {
  return { _id, addedOn, wasSoldOut, wasOnOffer };
}
