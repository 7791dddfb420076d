import { orderStatusLabel, type OrderStatus } from "../../../domain/order-status.ts";
import { Badge } from "../kit/badge.tsx";

export const ORDER_TONE: Record<OrderStatus, "plain" | "success" | "warning" | "error"> = {
  WAITING_PAYMENT: "warning",
  PAYMENT_ACCEPTED: "success",
  RESERVED: "warning",
  SHIPPED: "plain",
  CANCELLED: "error",
  JOINED: "plain",
  PRESALE: "warning",
};

export function StatusBadge({ status, chargesDifference }: { status: OrderStatus; chargesDifference: boolean }) {
  return <Badge tone={ORDER_TONE[status]}>{orderStatusLabel(status, chargesDifference)}</Badge>;
}
