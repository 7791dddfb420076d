import type { Cents } from "./money.ts";
import type { PaymentState } from "./payment.ts";

/**
 * SAT's c_FormaPago for CFDI 4.0 (catalogue of 2026-08-06). All rows are valid since 2022-01-01 and none has an end
 * date.
 */
export const PAYMENT_FORMS: Record<string, string> = {
  "01": "Efectivo",
  "02": "Cheque nominativo",
  "03": "Transferencia electrónica de fondos",
  "04": "Tarjeta de crédito",
  "05": "Monedero electrónico",
  "06": "Dinero electrónico",
  "08": "Vales de despensa",
  "12": "Dación en pago",
  "13": "Pago por subrogación",
  "14": "Pago por consignación",
  "15": "Condonación",
  "17": "Compensación",
  "23": "Novación",
  "24": "Confusión",
  "25": "Remisión de deuda",
  "26": "Prescripción o caducidad",
  "27": "A satisfacción del acreedor",
  "28": "Tarjeta de débito",
  "29": "Tarjeta de servicios",
  "30": "Aplicación de anticipos",
  "31": "Intermediario pagos",
  "99": "Por definir",
};

/** What staff may choose instead of the derived form: the ways in which money reaches a shop. */
export const SHOP_PAYMENT_FORMS = ["01", "02", "03", "04", "05", "06", "08", "28", "29", "31"] as const;

/** What the payment form of an order depends on: state, amounts and method of a payment, as `payments` stores them. */
export interface PaymentWithMethod {
  state: PaymentState;
  cents: Cents;
  refundedCents: Cents;
  kind: "card" | "cash" | "transfer" | "wallet" | "other";
  /** The provider's name of the method: `visa`, `debvisa`, `oxxo`, `account_money`. */
  method: string;
}

/** Mexican debit cards are `debvisa` and `debmaster` at Mercado Pago; every other card is a credit card. */
const DEBIT_CARD_METHOD = /^deb/;

/**
 * SAT's payment form of a payment. This mapping is our decision: SAT's guide only says "la forma en que se recibió el
 * pago". A balance at the provider, or an unknown method, came through an intermediary.
 */
export function paymentFormOf({ kind, method }: Pick<PaymentWithMethod, "kind" | "method">): string {
  if (kind === "card") return DEBIT_CARD_METHOD.test(method) ? "28" : "04";
  if (kind === "cash") return "01";
  if (kind === "transfer") return "03";
  return "31";
}

/**
 * The payment form of an order: the form in which most of its money was received, refunds subtracted (filling guide
 * 4.0, p. 6). Of two equal amounts, the first. A dispute does not change how the order was paid. Null if nothing is
 * paid: such an order is not invoiced.
 */
export function paymentFormOfOrder(payments: readonly PaymentWithMethod[]): string | null {
  const centsByForm = new Map<string, Cents>();
  for (const payment of payments) {
    const isReceived = payment.state === "APPROVED" || payment.state === "DISPUTED";
    const receivedCents = isReceived ? payment.cents - payment.refundedCents : 0;
    if (receivedCents <= 0) continue;
    const form = paymentFormOf(payment);
    centsByForm.set(form, (centsByForm.get(form) ?? 0) + receivedCents);
  }
  const [largestEntry] = [...centsByForm].sort(([, a], [, b]) => b - a);
  return largestEntry?.[0] ?? null;
}
