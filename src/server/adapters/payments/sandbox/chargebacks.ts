import { toPesos } from "../../../../domain/money.ts";
import type { SandboxDb } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

/** `GET /v1/chargebacks/:id`. Undefined for an unknown id. */
export async function findChargebackJson(db: SandboxDb, id: number): Promise<object | undefined> {
  const chargeback = await db
    .selectFrom("sandbox.mp_chargebacks as chargeback")
    .innerJoin("sandbox.mp_payments as payment", "payment.id", "chargeback.payment_id")
    .selectAll("chargeback")
    .select(["payment.status_detail", "payment.updated_at"])
    .where("chargeback.id", "=", id)
    .executeTakeFirst();
  if (!chargeback) return undefined;
  return {
    id: String(chargeback.id),
    payment_id: chargeback.payment_id,
    payments: [chargeback.payment_id],
    amount: toPesos(chargeback.amount_cents),
    currency: "MXN",
    currency_id: "MXN",
    reason: "general",
    status: chargeback.status_detail,
    coverage_applied: chargeback.status_detail === "reimbursed" ? true : null,
    coverage_eligible: true,
    documentation_required: true,
    documentation_status: "pending",
    documentation: [],
    date_created: toWireDate(chargeback.created_at),
    last_modified: toWireDate(chargeback.updated_at),
    date_last_updated: toWireDate(chargeback.updated_at),
    live_mode: false,
  };
}
