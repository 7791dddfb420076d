import type { CartLine } from "../../contract/cart-line.ts";
import type { Order } from "../../contract/orders.ts";

/** A line of a cart or an order, or a part of it. */
export interface CountedLine {
  line: Pick<CartLine, "productId" | "brand" | "name" | "unitPrice">;
  pieces: number;
}

export interface ViewedProduct {
  id: string;
  name: string;
  brand: string | null;
  color: string | null;
  priceCents: number;
}

/**
 * What can be told, by GA4's names (rule MEASURE-1), with our own data: the provider's adapter puts it into its shapes, so
 * that whoever is not measured does not load them. Nothing in here may name a person.
 */
interface Events {
  page_view: null;
  /** `from`: how many of the list were told before. */
  view_item_list: { list: string; from: number; products: readonly ViewedProduct[] };
  view_item: { product: ViewedProduct; category: string | undefined };
  add_to_cart: CountedLine[];
  remove_from_cart: CountedLine[];
  search: { term: string };
  purchase: Pick<Order, "reference" | "shipping" | "products">;
}

export type AnalyticsEvent = {
  [Name in keyof Events]: { name: Name; about: Events[Name] };
}[keyof Events];

type Listener = (event: AnalyticsEvent) => void;

const MAX_WAITING = 20;
let listener: Listener | null = null;
let waiting: AnalyticsEvent[] = [];

/**
 * Tells the analytics what happened. Without an answer to the cookie notice the events of the page on show wait, in
 * memory alone: the next page drops them, a consent sends them. Never throws, never waits.
 */
export function track<Name extends keyof Events>(name: Name, about: Events[Name]): void {
  if (name === "page_view") waiting = [];
  waiting = [...waiting, { name, about } as AnalyticsEvent].slice(-MAX_WAITING);
  if (listener) listen(listener);
}

/** Who hears the events from now on, and first those that wait. */
export function listen(next: Listener): void {
  listener = next;
  const told = waiting;
  waiting = [];
  try {
    told.forEach(next);
  } catch {
    // The shop goes on: its analytics are their own error.
  }
}
