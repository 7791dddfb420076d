import { ORDER_STATUS_LABEL, type OrderStatus } from "../../../domain/order-status.ts";
import { Badge } from "../kit/badge.tsx";

const TONE: Record<OrderStatus, "plain" | "good" | "warn" | "bad"> = {
  WAITING_PAYMENT: "warn",
  PAYMENT_ACCEPTED: "good",
  RESERVED: "plain",
  SHIPPED: "plain",
  CANCELLED: "bad",
  JOINED: "plain",
  PRESALE: "plain",
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONE[status]}>{ORDER_STATUS_LABEL[status]}</Badge>;
}
