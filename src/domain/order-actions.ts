import { canMove, ORDER_STATUSES, type OrderStatus } from "./order-status.ts";
import type { Permission } from "./staff-permissions.ts";

const NOT_PACKED = ["WAITING_PAYMENT", "RESERVED", "PRESALE", "PAYMENT_ACCEPTED"] as const;

/** Statuses from which an order may go there. */
const before = (to: OrderStatus): readonly OrderStatus[] => ORDER_STATUSES.filter((from) => canMove(from, to));
/** Only late money leads back from CANCELLED (rule PAY-4). */
const unpaid = before("PAYMENT_ACCEPTED").filter((from) => from !== "CANCELLED");

interface OrderAction {
  permission: Permission;
  from: readonly OrderStatus[];
}

/** What staff may do with one order: who, and while it stands where. The page shows it, the server asks it again. */
const ORDER_ACTIONS = {
  confirmPayment: { permission: "payments.confirm", from: unpaid },
  refuseReceipt: { permission: "payments.confirm", from: unpaid },
  reserve: { permission: "orders.change", from: before("RESERVED") },
  undoReserve: { permission: "orders.change", from: ["RESERVED"] },
  askPayment: { permission: "orders.change", from: before("WAITING_PAYMENT") },
  payLink: { permission: "orders.change", from: unpaid },
  ship: { permission: "orders.ship", from: before("SHIPPED") },
  cancel: { permission: "orders.change", from: before("CANCELLED") },
  refund: { permission: "payments.refund", from: [...NOT_PACKED, "SHIPPED", "CANCELLED"] },
  refundTransfer: { permission: "payments.refund", from: [...NOT_PACKED, "SHIPPED", "CANCELLED"] },
  withdrawRefund: { permission: "payments.refund", from: [...NOT_PACKED, "SHIPPED", "CANCELLED"] },
  closeFlag: { permission: "payments.confirm", from: ORDER_STATUSES },
  join: { permission: "orders.change", from: before("JOINED") },
  changeAddress: { permission: "orders.change", from: NOT_PACKED },
  changeSize: { permission: "orders.change", from: NOT_PACKED },
  correctTracking: { permission: "orders.ship", from: ["SHIPPED"] },
  note: { permission: "orders.view", from: ORDER_STATUSES },
  withdrawNote: { permission: "orders.view", from: ORDER_STATUSES },
  sendAgain: { permission: "orders.change", from: ORDER_STATUSES },
  assist: { permission: "customers.assist", from: ORDER_STATUSES },
} as const satisfies Record<string, OrderAction>;

export type OrderActionName = keyof typeof ORDER_ACTIONS;
const NAMES = Object.keys(ORDER_ACTIONS) as OrderActionName[];

/** What may be done with an order that stands there, by who may do that. */
export function orderActions(status: OrderStatus, may: (permission: Permission) => boolean): OrderActionName[] {
  return NAMES.filter((name) => {
    const { permission, from }: OrderAction = ORDER_ACTIONS[name];
    return from.includes(status) && may(permission);
  });
}

export function permissionOfAction(name: OrderActionName): Permission {
  return ORDER_ACTIONS[name].permission;
}

export function findOrderAction(name: string): OrderActionName | undefined {
  return NAMES.find((known) => known === name);
}

/** Whether an order that stands there can still change in this way. */
export function isActionAllowed(name: OrderActionName, status: OrderStatus): boolean {
  const { from }: OrderAction = ORDER_ACTIONS[name];
  return from.includes(status);
}
