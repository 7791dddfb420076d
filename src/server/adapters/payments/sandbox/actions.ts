import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import type { MpRefusal } from "./mp-errors.ts";
import { canMove, canRefund } from "./payment-states.ts";
import { findPayment, movePayment, type Payment } from "./payments.ts";
import { refundPayment } from "./refunds.ts";
import type { SandboxDb } from "./tables.ts";

/** What a person or a test can do at the provider: a refund, and each transition except the shop's own cancellation. */
export const SANDBOX_ACTIONS = ["approve", "reject", "expire", "refund", "chargeback", "cb_lost", "cb_won"] as const;
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number];

export function isSandboxAction(name: unknown): name is SandboxAction {
  return (SANDBOX_ACTIONS as readonly unknown[]).includes(name);
}

/** Runs an action. `pesos` is the amount of a partial refund. */
export async function runAction(
  tx: SandboxDb,
  paymentId: number,
  name: SandboxAction,
  pesos?: number,
): Promise<Payment | Refusal<MpRefusal>> {
  if (name !== "refund") return movePayment(tx, paymentId, name);
  const refund = await refundPayment(tx, paymentId, pesos);
  return isRefusal(refund) ? refund : (await findPayment(tx, paymentId))!;
}

export function availableActions(payment: Payment): SandboxAction[] {
  return SANDBOX_ACTIONS.filter((name) => (name === "refund" ? canRefund(payment) : canMove(payment, name)));
}
