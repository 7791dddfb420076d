import type { CartLine } from "../../contract/cart-line.ts";
import type { Order } from "../../contract/orders.ts";

/** A line of a cart or an order, or a part of it. */
export interface CountedLine {
  line: Pick<CartLine, "attributeId" | "brand" | "name" | "unitPrice">;
  pieces: number;
}

export interface ViewedProduct {
  id: string;
  name: string;
  brand: string | null;
  color: string | null;
  priceCents: number;
  sizes: readonly { id: string; available: number }[];
}

/**
 * The events that can be tracked, by GA4's names (rule MEASURE-1), with our own data. The provider's adapter converts
 * them, so that visitors who are not measured do not load it. No event may have personal data.
 */
interface Events {
  page_view: null;
  /** `from`: how many of the list were tracked before. */
  view_item_list: { list: string; from: number; products: readonly ViewedProduct[] };
  view_item: { product: ViewedProduct; category: string | undefined };
  add_to_cart: CountedLine[];
  remove_from_cart: CountedLine[];
  search: { term: string };
  purchase: Pick<Order, "reference" | "shipping" | "products">;
}

export type AnalyticsEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];

type Listener = (event: AnalyticsEvent) => void;

const MAX_WAITING = 20;
let listener: Listener | null = null;
let waiting: AnalyticsEvent[] = [];

/**
 * Tracks an event. Until the cookie notice is answered, the events of the present page wait in memory alone: the next
 * page drops them, a consent sends them. Never throws, never waits.
 */
export function track<Name extends keyof Events>(name: Name, data: Events[Name]): void {
  if (name === "page_view") waiting = [];
  waiting = [...waiting, { name, data } as AnalyticsEvent].slice(-MAX_WAITING);
  if (listener) listen(listener);
}

/** Sets the listener of all later events, and passes it the waiting ones first. */
export function listen(next: Listener): void {
  listener = next;
  const pending = waiting;
  waiting = [];
  try {
    pending.forEach(next);
  } catch {
    // A failing provider must not fail the shop.
  }
}
