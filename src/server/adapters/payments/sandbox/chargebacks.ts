import { toPesos } from "../../../../domain/money.ts";
import type { SandboxDb } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

/** `GET /v1/chargebacks/:id`. Undefined for an unknown id. */
export async function showChargeback(db: SandboxDb, id: number): Promise<object | undefined> {
  const found = await db
    .selectFrom("sandbox.mp_chargebacks as chargeback")
    .innerJoin("sandbox.mp_payments as payment", "payment.id", "chargeback.payment_id")
    .selectAll("chargeback")
    .select(["payment.status_detail", "payment.updated_at"])
    .where("chargeback.id", "=", id)
    .executeTakeFirst();
  if (!found) return undefined;
  return {
    id: String(found.id),
    payment_id: found.payment_id,
    payments: [found.payment_id],
    amount: toPesos(found.amount_cents),
    currency: "MXN",
    currency_id: "MXN",
    reason: "general",
    status: found.status_detail,
    coverage_applied: found.status_detail === "reimbursed" ? true : null,
    coverage_eligible: true,
    documentation_required: true,
    documentation_status: "pending",
    documentation: [],
    date_created: toWireDate(found.created_at),
    last_modified: toWireDate(found.updated_at),
    date_last_updated: toWireDate(found.updated_at),
    live_mode: false,
  };
}
