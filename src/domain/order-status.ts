export const ORDER_STATUSES = [
  "WAITING_PAYMENT",
  "PAYMENT_ACCEPTED",
  "RESERVED",
  "SHIPPED",
  "CANCELLED",
  "JOINED",
  "PRESALE",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What the customer reads (rule ORDER-2). */
export const ORDER_STATUS_LABEL: Record<OrderStatus, string> = {
  WAITING_PAYMENT: "Esperando Pago",
  PAYMENT_ACCEPTED: "Pago aceptado",
  RESERVED: "Reservado",
  SHIPPED: "Enviado",
  CANCELLED: "Cancelado",
  JOINED: "Unido",
  PRESALE: "Preventa",
};

/**
 * An order that charges the difference of an exchange has no parcel. Once paid it is SHIPPED, shown as paid
 * (RETURN-13).
 */
export function orderStatusLabel(status: OrderStatus, chargesDifference: boolean): string {
  return chargesDifference && status === "SHIPPED" ? "Pagado" : ORDER_STATUS_LABEL[status];
}

/** Changes of an order that do not change its status (rule ORDER-1). */
export const ORDER_CHANGES = ["lines", "size", "address", "joined", "pickup"] as const;

export type OrderChange = (typeof ORDER_CHANGES)[number];

/**
 * Allowed transitions of an order (rule ORDER-1). All others are refused. The database has the same table
 * (`order_transitions`), and a test compares the two. CANCELLED → PAYMENT_ACCEPTED is only for a late payment whose
 * pieces could be reserved again (rule PAY-4).
 */
export const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  WAITING_PAYMENT: ["PAYMENT_ACCEPTED", "RESERVED", "CANCELLED", "JOINED"],
  RESERVED: ["WAITING_PAYMENT", "PAYMENT_ACCEPTED", "CANCELLED", "JOINED"],
  PRESALE: ["WAITING_PAYMENT", "PAYMENT_ACCEPTED", "CANCELLED", "JOINED"],
  PAYMENT_ACCEPTED: ["SHIPPED", "CANCELLED", "JOINED"],
  SHIPPED: [],
  CANCELLED: ["PAYMENT_ACCEPTED"],
  JOINED: [],
};

export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_TRANSITIONS[from].includes(to);
}

/** A presale order starts as PRESALE in a branch. Every other order waits for its payment (rule PRESALE-4). */
export function firstStatus(order: { isPresale: boolean; inBranch: boolean }): OrderStatus {
  return order.isPresale && order.inBranch ? "PRESALE" : "WAITING_PAYMENT";
}

export type ProgressStep = "created" | "paid" | "shipped";

/** Whether an order has ended without being shipped. */
export function hasEndedUnshipped(status: OrderStatus): status is "CANCELLED" | "JOINED" {
  return status === "CANCELLED" || status === "JOINED";
}

/**
 * Which steps of the order's progress bar are done. `pastStatuses`: the statuses that the order had. An order that
 * ended without being shipped still shows its payment.
 */
export function progressSteps(
  status: OrderStatus,
  pastStatuses: readonly OrderStatus[] = [],
): Record<ProgressStep, boolean> {
  const wasPaid = hasEndedUnshipped(status) && pastStatuses.includes("PAYMENT_ACCEPTED");
  return {
    created: true,
    paid: wasPaid || status === "PAYMENT_ACCEPTED" || status === "SHIPPED",
    shipped: status === "SHIPPED",
  };
}

/** Whether the order waits for a bank transfer. Only then can a receipt of the transfer be uploaded. */
export function awaitsTransfer(order: { status: OrderStatus; payment_method: "MP" | "TB" }): boolean {
  return order.payment_method === "TB" && ["WAITING_PAYMENT", "RESERVED", "PRESALE"].includes(order.status);
}
