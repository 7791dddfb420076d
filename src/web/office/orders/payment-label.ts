import { formatMoney } from "../../../domain/money.ts";
import type { OrderStatus } from "../../../domain/order-status.ts";
import { balance, ORDER_FLAG_LABEL, type OrderFlag } from "../../../domain/payment.ts";

interface Money {
  status: OrderStatus;
  totalCents: number;
  paidCents: number;
  refundedCents: number;
  isPending: boolean;
  isReceiptWaiting: boolean;
  flags: readonly OrderFlag[];
}

/** How an order's money stands, in a word; what staff should look at goes before everything else. */
export function paymentLabel(order: Money): { word: string; tone: "plain" | "good" | "warn" | "bad" } {
  const { status, totalCents, paidCents, refundedCents, isPending, isReceiptWaiting, flags } = order;
  const { missingCents, surplusCents } = balance({ ...order, dueCents: totalCents });
  if (flags.length > 0) return { word: flags.map((flag) => ORDER_FLAG_LABEL[flag]).join(", "), tone: "bad" };
  if (isReceiptWaiting) return { word: "Comprobante por revisar", tone: "warn" };
  if (status === "JOINED") return { word: "En el otro pedido", tone: "plain" };
  if (status === "CANCELLED" && surplusCents > 0) {
    return { word: `Por devolver ${formatMoney(surplusCents)}`, tone: "warn" };
  }
  if (paidCents === 0 && refundedCents > 0 && missingCents === 0) return { word: "Devuelto", tone: "plain" };
  if (status === "CANCELLED") return { word: "Sin dinero", tone: "plain" };
  if (missingCents > 0 && paidCents > 0) return { word: `Faltan ${formatMoney(missingCents)}`, tone: "warn" };
  if (missingCents === 0) {
    const isPartlyBack = paidCents < totalCents;
    return { word: isPartlyBack ? `Devuelto ${formatMoney(totalCents - paidCents)}` : "Pagado", tone: "good" };
  }
  if (isPending) return { word: "Pago en camino", tone: "plain" };
  return { word: "Sin pagar", tone: "plain" };
}
