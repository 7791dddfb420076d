import { sql, type Selectable } from "kysely";
import { refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { MpRefusal } from "./mp-errors.ts";
import { notify } from "./notifications.ts";
import { canMove, MOVES, OUTCOMES, type MoveName, type OutcomeName, type PaymentStatus } from "./payment-states.ts";
import { findPreference, isPayable, offers, type Preference } from "./preferences.ts";
import type { SandboxDb, SandboxTables } from "./tables.ts";
import { fromWireDate } from "./wire-date.ts";

export type Payment = Selectable<SandboxTables["sandbox.mp_payments"]>;

/** How long a convenience store takes the money where the preference does not say. */
const VOUCHER_DAYS = 3;

/** The buyer's attempt: one more payment of this preference, which may have any number of them. */
export async function pay(
  tx: SandboxDb,
  preferenceId: string,
  outcome: OutcomeName,
): Promise<Payment | Refusal<MpRefusal>> {
  const preference = await findPreference(tx, preferenceId);
  if (!preference) return refuse("preference_not_found");
  if (!isPayable(preference, new Date())) return refuse("preference_expired");
  if (!offers(preference, outcome)) return refuse("method_excluded");
  const { status, detail, method, type } = OUTCOMES[outcome];
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
      approved_at: status === "approved" ? new Date() : null,
      expires_at: type === "ticket" ? voucherDeadline(preference) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await notify(tx, preference, payment, "payment.created");
  return payment;
}

function voucherDeadline({ fields }: Preference): Date {
  const wanted = fields.date_of_expiration ? fromWireDate(fields.date_of_expiration) : undefined;
  return wanted ?? new Date(Date.now() + VOUCHER_DAYS * 24 * 60 * 60 * 1000);
}

/** One payment, locked: two who move it at once do so one after the other, and the second is told no. */
export function findPaymentForUpdate(tx: SandboxDb, id: number): Promise<Payment | undefined> {
  return tx.selectFrom("sandbox.mp_payments").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export function findPayment(db: SandboxDb, id: number): Promise<Payment | undefined> {
  return db.selectFrom("sandbox.mp_payments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Moves a payment along its states (payment-states.ts) and tells the shop. */
export async function movePayment(tx: SandboxDb, id: number, name: MoveName): Promise<Payment | Refusal<MpRefusal>> {
  const payment = await findPaymentForUpdate(tx, id);
  if (!payment) return refuse("payment_not_found");
  if (!canMove(payment, name)) return refuse("wrong_state");
  const { to, detail } = MOVES[name];
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

/** Writes a change of a payment whose row is locked. `updated_at` always moves on: readers compare it. */
export async function changePayment(tx: SandboxDb, id: number, change: PaymentChange): Promise<Payment> {
  const isPaid = change.status === "approved" && change.refunded_cents === undefined;
  const payment = await tx
    .updateTable("sandbox.mp_payments")
    .set({ ...change, updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 ms')` })
    .$if(isPaid, (query) => query.set({ approved_at: sql<Date>`clock_timestamp()` }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const preference = await findPreference(tx, payment.preference_id);
  await notify(tx, preference!, payment, "payment.updated");
  return payment;
}

/** Vouchers nobody paid in time end by themselves, as the provider's do. */
export async function listOverdue(db: SandboxDb): Promise<number[]> {
  const rows = await db
    .selectFrom("sandbox.mp_payments")
    .select("id")
    .where("status", "=", "pending")
    .where("expires_at", "<", sql<Date>`clock_timestamp()`)
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}
