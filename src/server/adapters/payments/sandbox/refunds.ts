import type { Selectable } from "kysely";
import { toCents, toPesos, type Cents } from "../../../../domain/money.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import { SANDBOX_COLLECTOR_ID } from "./credentials.ts";
import type { MpRefusal } from "./mp-errors.ts";
import { canRefund } from "./payment-states.ts";
import { changePayment, findPaymentForUpdate } from "./payments.ts";
import type { SandboxDb, SandboxTables } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

export type Refund = Selectable<SandboxTables["sandbox.mp_refunds"]>;

/**
 * Refunds `amount` pesos of a payment, or all that is left if no amount is given. What is left afterwards decides the
 * state: nothing → refunded, something → approved/partially_refunded.
 */
export async function refundPayment(
  tx: SandboxDb,
  paymentId: number,
  amount?: unknown,
): Promise<Refund | Refusal<MpRefusal>> {
  const payment = await findPaymentForUpdate(tx, paymentId);
  if (!payment) return refuse("payment_not_found");
  const remainingCents = payment.amount_cents - payment.refunded_cents;
  const cents = amount === undefined || amount === null ? remainingCents : readAmount(amount);
  if (isRefusal(cents)) return cents;
  // For a fully refunded payment the provider refuses any amount as wrong. Without an amount it reports a wrong state.
  if (payment.status === "refunded" && amount !== undefined) return refuse("bad_amount");
  if (!canRefund(payment)) return refuse("wrong_state");
  if (cents > remainingCents) return refuse("bad_amount");
  const refund = await tx
    .insertInto("sandbox.mp_refunds")
    .values({ payment_id: paymentId, amount_cents: cents })
    .returningAll()
    .executeTakeFirstOrThrow();
  await changePayment(tx, paymentId, {
    refunded_cents: payment.refunded_cents + cents,
    ...(cents === remainingCents
      ? { status: "refunded", status_detail: "refunded" }
      : { status: "approved", status_detail: "partially_refunded" }),
  });
  return refund;
}

function readAmount(amount: unknown): Cents | Refusal<MpRefusal> {
  if (typeof amount !== "number" || !(amount > 0) || amount > 1e9) return refuse("bad_amount");
  const cents = toCents(amount);
  return Math.abs(cents - amount * 100) < 1e-6 && cents > 0 ? cents : refuse("bad_amount");
}

/** The refunds of payments. The id -1, which no payment has, keeps the SQL valid for an empty list. */
export function listRefunds(db: SandboxDb, paymentIds: readonly number[]): Promise<Refund[]> {
  return db
    .selectFrom("sandbox.mp_refunds")
    .selectAll()
    .where("payment_id", "in", [...paymentIds, -1])
    .orderBy("id")
    .execute();
}

export function refundJson(refund: Refund): object {
  return {
    id: refund.id,
    payment_id: refund.payment_id,
    amount: toPesos(refund.amount_cents),
    metadata: {},
    source: { id: String(SANDBOX_COLLECTOR_ID), name: "Escaparate (simulación)", type: "collector" },
    date_created: toWireDate(refund.created_at),
    unique_sequence_number: null,
    refund_mode: "standard",
    adjustment_amount: 0,
    status: "approved",
    reason: null,
    labels: [],
    amount_refunded_to_payer: toPesos(refund.amount_cents),
    additional_data: null,
    partition_details: [],
  };
}
