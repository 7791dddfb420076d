/** An order that the shop confirmed to its customer. */
export interface ConfirmedOrder {
  id: string;
  cartId: string;
  /** Pesos. */
  total: number;
  pieces: number;
  token: string;
  /** The call that made it, to repeat with the same key. */
  checkout: { path: string; body: object; key: string };
}

/** Remembers what the shop confirmed, apart from the shop's own data. */
export class Oracle {
  readonly orders = new Map<string, ConfirmedOrder>();
  /** The ids of customers and carts that were confirmed. */
  readonly customers = new Set<string>();
  readonly carts = new Set<string>();
  /** Checkouts without a definite answer. Each may have become one order or none. */
  readonly unanswered: Omit<ConfirmedOrder, "id" | "total" | "pieces">[] = [];
  /** What a customer, a member of staff or an attacker saw and must never see. */
  readonly violations: string[] = [];
  attacks = 0;
  /** How often staff did what, by the intent of the panel's form. */
  readonly work = new Map<string, number>();

  confirm(order: ConfirmedOrder): void {
    const known = this.orders.get(order.id);
    if (known && known.total !== order.total) this.violations.push(`order ${order.id} changed its total`);
    const other = [...this.orders.values()].find(({ cartId, id }) => cartId === order.cartId && id !== order.id);
    if (other) this.violations.push(`cart ${order.cartId} became two orders: ${order.id} and ${other.id}`);
    this.orders.set(order.id, order);
  }

  violate(sentence: string): void {
    this.violations.push(sentence);
  }
}
