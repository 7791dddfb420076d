import { sql, type Selectable } from "kysely";
import { refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { MpRefusal } from "./mp-errors.ts";
import { storeNotifications } from "./notifications.ts";
import {
  canMove,
  TRANSITIONS,
  OUTCOMES,
  type TransitionName,
  type OutcomeName,
  type PaymentStatus,
} from "./payment-states.ts";
import { allowsOutcome, findPreference, installmentChoices, isPayable, type Preference } from "./preferences.ts";
import type { SandboxDb, SandboxTables } from "./tables.ts";
import { fromWireDate } from "./wire-date.ts";

export type Payment = Selectable<SandboxTables["sandbox.mp_payments"]>;

/** How long a convenience store accepts a voucher, if the preference has no `date_of_expiration`. */
const VOUCHER_DAYS = 3;

/** What the buyer chooses on the hosted page. `installments`: monthly payments, 1 for a single one. */
export interface BuyerChoice {
  outcome: OutcomeName;
  installments: number;
}

/** One attempt of the buyer: a new payment of this preference. A preference may have any number of payments. */
export async function pay(
  tx: SandboxDb,
  preferenceId: string,
  { outcome, installments }: BuyerChoice,
): Promise<Payment | Refusal<MpRefusal>> {
  const preference = await findPreference(tx, preferenceId);
  if (!preference) return refuse("preference_not_found");
  if (!isPayable(preference, new Date())) return refuse("preference_expired");
  if (!allowsOutcome(preference, outcome)) return refuse("method_excluded");
  const { status, detail, method, type } = OUTCOMES[outcome];
  if (!(type === "credit_card" ? installmentChoices(preference) : [1]).includes(installments))
    return refuse("bad_installments");
  const payment = await tx
    .insertInto("sandbox.mp_payments")
    .values({
      preference_id: preference.id,
      external_reference: preference.external_reference,
      status,
      status_detail: detail,
      method,
      type,
      outcome,
      amount_cents: preference.total_cents,
      installments,
      approved_at: status === "approved" ? new Date() : null,
      expires_at: type === "ticket" ? voucherDeadline(preference) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeNotifications(tx, preference, payment, "payment.created");
  return payment;
}

function voucherDeadline({ fields }: Preference): Date {
  const requestedDeadline = fields.date_of_expiration ? fromWireDate(fields.date_of_expiration) : undefined;
  return requestedDeadline ?? new Date(Date.now() + VOUCHER_DAYS * 24 * 60 * 60 * 1000);
}

/** Finds a payment and locks it: a concurrent change waits, and then finds the new state. */
export function findPaymentForUpdate(tx: SandboxDb, id: number): Promise<Payment | undefined> {
  return tx.selectFrom("sandbox.mp_payments").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export function findPayment(db: SandboxDb, id: number): Promise<Payment | undefined> {
  return db.selectFrom("sandbox.mp_payments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Applies a transition to a payment (payment-states.ts), and stores the notifications of it. */
export async function movePayment(
  tx: SandboxDb,
  id: number,
  name: TransitionName,
): Promise<Payment | Refusal<MpRefusal>> {
  const payment = await findPaymentForUpdate(tx, id);
  if (!payment) return refuse("payment_not_found");
  if (!canMove(payment, name)) return refuse("wrong_state");
  const { to, detail } = TRANSITIONS[name];
  if (name === "chargeback") {
    await tx
      .insertInto("sandbox.mp_chargebacks")
      .values({ payment_id: id, amount_cents: payment.amount_cents - payment.refunded_cents })
      .execute();
  }
  return changePayment(tx, id, { status: to, status_detail: detail });
}

interface PaymentChange {
  status: PaymentStatus;
  status_detail: string;
  refunded_cents?: number;
}

/**
 * Stores a change of a payment whose row is locked, and its notifications. `updated_at` always increases, because
 * readers compare it.
 */
export async function changePayment(tx: SandboxDb, id: number, change: PaymentChange): Promise<Payment> {
  const isApproval = change.status === "approved" && change.refunded_cents === undefined;
  const payment = await tx
    .updateTable("sandbox.mp_payments")
    .set({ ...change, updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 ms')` })
    .$if(isApproval, (query) => query.set({ approved_at: sql<Date>`clock_timestamp()` }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const preference = await findPreference(tx, payment.preference_id);
  await storeNotifications(tx, preference!, payment, "payment.updated");
  return payment;
}

/**
 * The ids of at most 100 pending payments whose voucher has expired. They are cancelled automatically, as by the real
 * provider.
 */
export async function listOverduePaymentIds(db: SandboxDb): Promise<number[]> {
  const rows = await db
    .selectFrom("sandbox.mp_payments")
    .select("id")
    .where("status", "=", "pending")
    .where("expires_at", "<", sql<Date>`clock_timestamp()`)
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}
