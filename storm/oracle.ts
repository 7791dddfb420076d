/** An order that the shop confirmed to its customer. */
export interface ConfirmedOrder {
  id: string;
  cartId: string;
  totalPesos: number;
  pieces: number;
  token: string;
  /** The call that placed the order, to repeat with the same idempotency key. */
  checkout: { path: string; body: object; key: string };
}

/** Records what the shop confirmed, independently of the shop's own data. */
export class Oracle {
  readonly orders = new Map<string, ConfirmedOrder>();
  /** The ids of the customers and of the carts whose creation the shop confirmed. */
  readonly customers = new Set<string>();
  readonly carts = new Set<string>();
  /** Checkouts without a definite answer. Each may have become one order or none. */
  readonly unansweredCheckouts: Omit<ConfirmedOrder, "id" | "totalPesos" | "pieces">[] = [];
  /** Sentences about what a customer, staff or an attacker observed and must never observe. */
  readonly violations: string[] = [];
  attackCount = 0;
  /** The number of staff actions, by the intent of the panel's form. */
  readonly staffActionCounts = new Map<string, number>();

  recordConfirmedOrder(order: ConfirmedOrder): void {
    const earlierOrder = this.orders.get(order.id);
    if (earlierOrder && earlierOrder.totalPesos !== order.totalPesos)
      this.violations.push(`order ${order.id} changed its total`);
    const otherOrder = [...this.orders.values()].find(({ cartId, id }) => cartId === order.cartId && id !== order.id);
    if (otherOrder) this.violations.push(`cart ${order.cartId} became two orders: ${order.id} and ${otherOrder.id}`);
    this.orders.set(order.id, order);
  }

  recordViolation(sentence: string): void {
    this.violations.push(sentence);
  }
}
