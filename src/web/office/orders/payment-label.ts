import { formatMoney } from "../../../domain/money.ts";
import type { OrderStatus } from "../../../domain/order-status.ts";
import { balance, ORDER_FLAG_LABEL, type OrderFlag } from "../../../domain/payment.ts";

interface OrderPayment {
  status: OrderStatus;
  grandTotalCents: number;
  paidCents: number;
  refundedCents: number;
  hasPendingPayment: boolean;
  isReceiptWaiting: boolean;
  flags: readonly OrderFlag[];
}

/** The label of an order's payment state. Flags come before everything else. */
export function paymentLabel(order: OrderPayment): { label: string; tone: "plain" | "success" | "warning" | "error" } {
  const { status, grandTotalCents, paidCents, refundedCents, hasPendingPayment, isReceiptWaiting, flags } = order;
  const { missingCents, surplusCents } = balance(order);
  if (flags.length > 0) return { label: flags.map((flag) => ORDER_FLAG_LABEL[flag]).join(", "), tone: "error" };
  if (isReceiptWaiting) return { label: "Comprobante por revisar", tone: "warning" };
  if (status === "JOINED") return { label: "En el otro pedido", tone: "plain" };
  if (status === "CANCELLED" && surplusCents > 0) {
    return { label: `Por devolver ${formatMoney(surplusCents)}`, tone: "warning" };
  }
  if (paidCents === 0 && refundedCents > 0 && missingCents === 0) return { label: "Devuelto", tone: "plain" };
  if (status === "CANCELLED") return { label: "Sin dinero", tone: "plain" };
  if (missingCents > 0 && paidCents > 0) return { label: `Faltan ${formatMoney(missingCents)}`, tone: "warning" };
  if (missingCents === 0) {
    const isPartlyRefunded = paidCents < grandTotalCents;
    return {
      label: isPartlyRefunded ? `Devuelto ${formatMoney(grandTotalCents - paidCents)}` : "Pagado",
      tone: "success",
    };
  }
  if (hasPendingPayment) return { label: "Pago en camino", tone: "plain" };
  return { label: "Sin pagar", tone: "plain" };
}
