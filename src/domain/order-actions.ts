import { canMoveOrder, ORDER_STATUSES, type OrderStatus } from "./order-status.ts";
import type { Permission } from "./staff-permissions.ts";

const STATUSES_BEFORE_SHIPPING = ["WAITING_PAYMENT", "RESERVED", "PRESALE", "PAYMENT_ACCEPTED"] as const;

/** Parcels are packed once the order is paid, and leave one by one. */
const STATUSES_WITH_PARCELS = ["PAYMENT_ACCEPTED", "SHIPPED"] as const;

/** Statuses from which an order may move to `to`. */
const statusesWithMoveTo = (to: OrderStatus): readonly OrderStatus[] =>
  ORDER_STATUSES.filter((from) => canMoveOrder(from, to));
/** A late payment is the only way out of CANCELLED (rule PAY-4). */
const unpaidStatuses = statusesWithMoveTo("PAYMENT_ACCEPTED").filter((from) => from !== "CANCELLED");

interface OrderAction {
  permission: Permission;
  from: readonly OrderStatus[];
}

/**
 * What staff may do with an order: the permission it needs and the statuses in which it is possible. The page shows
 * these actions and the server checks them again.
 */
const ORDER_ACTIONS = {
  confirmPayment: { permission: "payments.confirm", from: unpaidStatuses },
  refuseReceipt: { permission: "payments.confirm", from: unpaidStatuses },
  reserve: { permission: "orders.change", from: statusesWithMoveTo("RESERVED") },
  undoReserve: { permission: "orders.change", from: ["RESERVED"] },
  askPayment: { permission: "orders.change", from: statusesWithMoveTo("WAITING_PAYMENT") },
  payLink: { permission: "orders.change", from: unpaidStatuses },
  ship: { permission: "orders.ship", from: statusesWithMoveTo("SHIPPED") },
  cancel: { permission: "orders.change", from: statusesWithMoveTo("CANCELLED") },
  refund: { permission: "payments.refund", from: [...STATUSES_BEFORE_SHIPPING, "SHIPPED", "CANCELLED"] },
  refundTransfer: { permission: "payments.refund", from: [...STATUSES_BEFORE_SHIPPING, "SHIPPED", "CANCELLED"] },
  withdrawRefund: { permission: "payments.refund", from: [...STATUSES_BEFORE_SHIPPING, "SHIPPED", "CANCELLED"] },
  closeFlag: { permission: "payments.confirm", from: ORDER_STATUSES },
  join: { permission: "orders.change", from: statusesWithMoveTo("JOINED") },
  changeAddress: { permission: "orders.change", from: STATUSES_BEFORE_SHIPPING },
  editLines: { permission: "orders.change", from: ["WAITING_PAYMENT", "RESERVED"] },
  changeSize: { permission: "orders.change", from: STATUSES_BEFORE_SHIPPING },
  correctTracking: { permission: "orders.ship", from: ["SHIPPED"] },
  packParcel: { permission: "orders.ship", from: STATUSES_WITH_PARCELS },
  handOverParcel: { permission: "orders.ship", from: STATUSES_WITH_PARCELS },
  unpackParcel: { permission: "orders.ship", from: STATUSES_WITH_PARCELS },
  weighParcel: { permission: "orders.ship", from: STATUSES_WITH_PARCELS },
  moveParcel: { permission: "orders.ship", from: ["SHIPPED"] },
  correctParcelGuide: { permission: "orders.ship", from: ["SHIPPED"] },
  markDelivered: { permission: "orders.ship", from: ["SHIPPED"] },
  note: { permission: "orders.view", from: ORDER_STATUSES },
  withdrawNote: { permission: "orders.view", from: ORDER_STATUSES },
  resendEmail: { permission: "orders.change", from: ORDER_STATUSES },
  assist: { permission: "customers.assist", from: ORDER_STATUSES },
} as const satisfies Record<string, OrderAction>;

export type OrderActionName = keyof typeof ORDER_ACTIONS;
const NAMES = Object.keys(ORDER_ACTIONS) as OrderActionName[];

/** The actions possible in a status for staff with the given permissions. */
export function listOrderActions(
  status: OrderStatus,
  hasPermission: (permission: Permission) => boolean,
): OrderActionName[] {
  return NAMES.filter((name) => {
    const { permission, from }: OrderAction = ORDER_ACTIONS[name];
    return from.includes(status) && hasPermission(permission);
  });
}

export function permissionOfAction(name: OrderActionName): Permission {
  return ORDER_ACTIONS[name].permission;
}

export function findOrderAction(name: string): OrderActionName | undefined {
  return NAMES.find((candidate) => candidate === name);
}

/** Whether an action is possible in a status. */
export function isActionPossible(name: OrderActionName, status: OrderStatus): boolean {
  const { from }: OrderAction = ORDER_ACTIONS[name];
  return from.includes(status);
}
