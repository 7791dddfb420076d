import type { Order } from "../../../contract/orders.ts";
import { orderStatusLabel, type OrderStatus } from "../../../domain/order-status.ts";
import { cx } from "../../ui/class-names.ts";

/** The dot is filled for paid and shipped orders, and a ring otherwise. */
const DOT_CLASS: Record<OrderStatus, string> = {
  WAITING_PAYMENT: "border-warning",
  PAYMENT_ACCEPTED: "border-success bg-success",
  RESERVED: "border-ink",
  SHIPPED: "border-success bg-success",
  CANCELLED: "border-edge",
  JOINED: "border-edge",
  PRESALE: "border-ink",
};

/** The status of an order in a list. */
export function OrderStatusText({ order: { status, exchange } }: { order: Pick<Order, "status" | "exchange"> }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={cx("size-2 shrink-0 rounded-full border-[1.5px]", DOT_CLASS[status])} />
      {orderStatusLabel(status, exchange !== null)}
    </span>
  );
}
