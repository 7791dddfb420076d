import { isActionAllowed } from "./order-actions.ts";
import type { OrderStatus } from "./order-status.ts";
import type { PaymentState } from "./payment.ts";

/** What customers may change of an order themselves. */
export interface CustomerChanges {
  /** Cancel it. */
  cancel: boolean;
  /** Change where it is sent. */
  address: boolean;
}

interface OrderFacts {
  status: OrderStatus;
  payments: readonly { state: PaymentState }[];
  receipts: readonly { state: string }[];
  /** Null if nothing is sent: tickets, or an order that is collected. */
  address: unknown;
  parcels: readonly unknown[];
}

const CANCELLABLE: ReadonlySet<OrderStatus> = new Set(["WAITING_PAYMENT", "PRESALE"]);
const CAME_TO_NOTHING: ReadonlySet<PaymentState> = new Set(["REJECTED", "EXPIRED", "CANCELLED"]);

/**
 * What the shop allows, as long as nobody paid and nothing is packed (rules EDIT-8 and EDIT-9). The page shows it, and the
 * server checks it again under the order's lock.
 */
export function customerChanges(order: OrderFacts, allowed: CustomerChanges): CustomerChanges {
  const hasMoney =
    order.payments.some(({ state }) => !CAME_TO_NOTHING.has(state)) ||
    order.receipts.some(({ state }) => state !== "REJECTED");
  return {
    cancel: allowed.cancel && CANCELLABLE.has(order.status) && !hasMoney,
    address:
      allowed.address &&
      order.address !== null &&
      order.parcels.length === 0 &&
      isActionAllowed("changeAddress", order.status),
  };
}
