import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import type { MpRefusal } from "./mp-errors.ts";
import { canMove, canRefund } from "./payment-states.ts";
import { findPayment, movePayment, type Payment } from "./payments.ts";
import { refundPayment } from "./refunds.ts";
import type { SandboxDb } from "./tables.ts";

/** What a person or a test can make happen at the provider: all moves but the shop's own cancelling, and a refund. */
export const ACTS = ["approve", "reject", "expire", "refund", "chargeback", "cb_lost", "cb_won"] as const;
export type Act = (typeof ACTS)[number];

export function isAct(name: unknown): name is Act {
  return (ACTS as readonly unknown[]).includes(name);
}

/** `amount` in pesos, for a refund of a part. */
export async function act(
  tx: SandboxDb,
  paymentId: number,
  name: Act,
  amount?: number,
): Promise<Payment | Refusal<MpRefusal>> {
  if (name !== "refund") return movePayment(tx, paymentId, name);
  const refund = await refundPayment(tx, paymentId, amount);
  return isRefusal(refund) ? refund : (await findPayment(tx, paymentId))!;
}

export function openActs(payment: Payment): Act[] {
  return ACTS.filter((name) => (name === "refund" ? canRefund(payment) : canMove(payment, name)));
}
