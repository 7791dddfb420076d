import { orderStatusLabel, type OrderStatus } from "../../../domain/order-status.ts";
import { Badge } from "../kit/badge.tsx";

const TONE: Record<OrderStatus, "plain" | "success" | "warning" | "error"> = {
  WAITING_PAYMENT: "warning",
  PAYMENT_ACCEPTED: "success",
  RESERVED: "plain",
  SHIPPED: "plain",
  CANCELLED: "error",
  JOINED: "plain",
  PRESALE: "plain",
};

export function StatusBadge({ status, chargesDifference }: { status: OrderStatus; chargesDifference: boolean }) {
  return <Badge tone={TONE[status]}>{orderStatusLabel(status, chargesDifference)}</Badge>;
}
