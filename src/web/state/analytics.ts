import type { CartLine } from "../../contract/cart-line.ts";
import type { Order } from "../../contract/orders.ts";

/** A line of a cart or an order, and the number of its pieces that an event is about. */
export interface TrackedLine {
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
 * them, so only visitors who are measured load the conversion. No event may contain personal data.
 */
interface Events {
  page_view: null;
  /** `from` is the number of the list's products that were tracked before. */
  view_item_list: { list: string; from: number; products: readonly ViewedProduct[] };
  view_item: { product: ViewedProduct; category: string | undefined };
  add_to_cart: TrackedLine[];
  remove_from_cart: TrackedLine[];
  search: { term: string };
  purchase: Pick<Order, "reference" | "shipping" | "products">;
}

export type AnalyticsEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];

type Listener = (event: AnalyticsEvent) => void;

const MAX_UNSENT_EVENTS = 20;
let listener: Listener | null = null;
let unsentEvents: AnalyticsEvent[] = [];

/**
 * Tracks an event. Until the visitor consents in the cookie notice, the last events of the current page are only in
 * memory. The next page discards them, and a consent sends them. It never throws.
 */
export function track<Name extends keyof Events>(name: Name, data: Events[Name]): void {
  if (name === "page_view") unsentEvents = [];
  unsentEvents = [...unsentEvents, { name, data } as AnalyticsEvent].slice(-MAX_UNSENT_EVENTS);
  if (listener) listen(listener);
}

/** Sets the listener of all later events. The unsent events are passed to it first. */
export function listen(newListener: Listener): void {
  listener = newListener;
  const eventsToSend = unsentEvents;
  unsentEvents = [];
  try {
    eventsToSend.forEach(newListener);
  } catch {
    // A failing provider must not fail the shop.
  }
}
