import type { Order } from "../../../contract/orders.ts";
import { orderStatusLabel, type OrderStatus } from "../../../domain/order-status.ts";
import { cx } from "../../ui/class-names.ts";

/** A filled dot is what has happened, a ring what is still open. */
const DOT: Record<OrderStatus, string> = {
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
      <span aria-hidden className={cx("size-2 shrink-0 rounded-full border-[1.5px]", DOT[status])} />
      {orderStatusLabel(status, exchange !== null)}
    </span>
  );
}
