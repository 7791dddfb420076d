import type { Cents } from "./money.ts";
import type { PaymentState } from "./payment.ts";

/** SAT's c_FormaPago for CFDI 4.0 (catalogue of 2026-08-06): all valid since 2022-01-01, none with an end. */
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

/** What staff may choose from instead of the derived one: how money reaches a shop. */
export const SHOP_PAYMENT_FORMS = ["01", "02", "03", "04", "05", "06", "08", "28", "29", "31"] as const;

/** A payment as it is kept (table `payments`). */
export interface KeptPayment {
  state: PaymentState;
  cents: Cents;
  refundedCents: Cents;
  kind: "card" | "cash" | "transfer" | "wallet" | "other";
  /** The provider's word for the method: `visa`, `debvisa`, `oxxo`, `account_money`. */
  method: string;
}

/** Mexican debit cards are `debvisa` and `debmaster` at Mercado Pago; every other card is a credit card. */
const DEBIT = /^deb/;

/**
 * What SAT calls the way one payment came (our judgement; its guide says "la forma en que se recibió el pago"). A balance at
 * the provider, or what nobody can name, came through an intermediary.
 */
export function paymentFormOf({ kind, method }: Pick<KeptPayment, "kind" | "method">): string {
  if (kind === "card") return DEBIT.test(method) ? "28" : "04";
  if (kind === "cash") return "01";
  if (kind === "transfer") return "03";
  return "31";
}

/**
 * The form of an order: of what the shop still has of its money, the form in which most came (filling guide 4.0, p. 6); of
 * two with the same, the one that came first. Null where nothing is paid: such an order is not invoiced.
 */
export function paymentFormOfOrder(payments: readonly KeptPayment[]): string | null {
  const centsByForm = new Map<string, Cents>();
  for (const payment of payments) {
    const kept = payment.state === "APPROVED" ? payment.cents - payment.refundedCents : 0;
    if (kept <= 0) continue;
    const form = paymentFormOf(payment);
    centsByForm.set(form, (centsByForm.get(form) ?? 0) + kept);
  }
  const [largest] = [...centsByForm].sort(([, one], [, other]) => other - one);
  return largest?.[0] ?? null;
}
