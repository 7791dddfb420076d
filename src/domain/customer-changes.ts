import { isActionPossible } from "./order-actions.ts";
import type { OrderStatus } from "./order-status.ts";
import type { PickupState } from "./pickup.ts";
import type { PaymentState } from "./payment.ts";

/** What customers may change of an order themselves. */
export interface ChangesAllowedByShop {
  /** Cancel it. */
  cancel: boolean;
  /** Change where it is sent. */
  address: boolean;
  /** Choose another point to collect it. */
  pickup: boolean;
}

/** What customers may change of one order now. */
export interface PossibleChanges extends ChangesAllowedByShop {
  /** Name another person who collects it. */
  collector: boolean;
}

interface OrderFacts {
  status: OrderStatus;
  payments: readonly { state: PaymentState }[];
  receipts: readonly { state: string }[];
  /** Null if nothing is sent: tickets, or an order that is collected. */
  address: unknown;
  parcels: readonly unknown[];
  /** Null for an order that is sent. */
  pickup: { state: PickupState } | null;
}

const CANCELLABLE_STATUSES: ReadonlySet<OrderStatus> = new Set(["WAITING_PAYMENT", "PRESALE"]);
const FAILED_PAYMENT_STATES: ReadonlySet<PaymentState> = new Set(["REJECTED", "EXPIRED", "CANCELLED"]);

/**
 * What the shop allows and the order still permits (rules EDIT-8 to EDIT-10). No setting of the shop forbids naming a
 * collector. The page shows the changes, and the server checks them again under the order's lock.
 */
export function findPossibleChanges(order: OrderFacts, allowedByShop: ChangesAllowedByShop): PossibleChanges {
  const hasPaymentOrReceipt =
    order.payments.some(({ state }) => !FAILED_PAYMENT_STATES.has(state)) ||
    order.receipts.some(({ state }) => state !== "REJECTED");
  const statusAllowsChange = isActionPossible("changeAddress", order.status);
  return {
    cancel: allowedByShop.cancel && CANCELLABLE_STATUSES.has(order.status) && !hasPaymentOrReceipt,
    address: allowedByShop.address && order.address !== null && order.parcels.length === 0 && statusAllowsChange,
    pickup:
      allowedByShop.pickup && statusAllowsChange && order.pickup?.state === "WAITING" && order.parcels.length === 0,
    collector: statusAllowsChange && order.pickup !== null,
  };
}
