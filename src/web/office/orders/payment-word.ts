import { formatMoney } from "../../../domain/money.ts";
import type { OrderStatus } from "../../../domain/order-status.ts";
import { ORDER_FLAG_LABEL, type OrderFlag } from "../../../domain/payment.ts";

interface Money {
  status: OrderStatus;
  totalCents: number;
  paidCents: number;
  isPending: boolean;
  isReceiptWaiting: boolean;
  flags: readonly OrderFlag[];
}

/** How an order's money stands, in a word; what staff should look at goes before everything else. */
export function paymentWord({ status, totalCents, paidCents, isPending, isReceiptWaiting, flags }: Money): {
  word: string;
  mood: "plain" | "good" | "warn" | "bad";
} {
  if (flags.length > 0) return { word: flags.map((flag) => ORDER_FLAG_LABEL[flag]).join(", "), mood: "bad" };
  if (isReceiptWaiting) return { word: "Comprobante por revisar", mood: "warn" };
  if (status === "JOINED") return { word: "En el otro pedido", mood: "plain" };
  if (paidCents >= totalCents) return { word: "Pagado", mood: "good" };
  if (status === "CANCELLED") return { word: "Sin dinero", mood: "plain" };
  if (paidCents > 0) return { word: `Faltan ${formatMoney(totalCents - paidCents)}`, mood: "warn" };
  if (isPending) return { word: "Pago en camino", mood: "plain" };
  return { word: "Sin pagar", mood: "plain" };
}
