import { toPesos } from "../../../../domain/money.ts";
import { readFaults } from "./faults.ts";
import { showPayments } from "./payment-json.ts";
import type { Delivery } from "./webhook-dispatcher.ts";
import { initPoint, isPayable, allowedOutcomes } from "./preferences.ts";
import type { SandboxDb } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

const MAX_SHOWN = 200;

/**
 * Everything that the sandbox stores about one reference, or about the newest ones. Deliveries are sorted oldest first,
 * the others newest first.
 */
export async function sandboxState(db: SandboxDb, reference: string | undefined): Promise<object> {
  const preferences = await db
    .selectFrom("sandbox.mp_preferences")
    .selectAll()
    .$if(reference !== undefined, (query) => query.where("external_reference", "=", reference!))
    .orderBy("created_at", "desc")
    .limit(MAX_SHOWN)
    .execute();
  const payments = await db
    .selectFrom("sandbox.mp_payments")
    .selectAll()
    .$if(reference !== undefined, (query) => query.where("external_reference", "=", reference!))
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
  const deliveries = await db
    .selectFrom("sandbox.mp_deliveries")
    .selectAll()
    .where("payment_id", "in", [...payments.map((payment) => payment.id), -1])
    .orderBy("id")
    .execute();
  return {
    preferences: preferences.map((preference) => ({
      id: preference.id,
      external_reference: preference.external_reference,
      total_amount: toPesos(preference.total_cents),
      init_point: initPoint(preference),
      is_payable: isPayable(preference, new Date()),
      outcomes: allowedOutcomes(preference),
      date_created: toWireDate(preference.created_at),
      body: preference.fields,
    })),
    payments: await showPayments(db, payments),
    deliveries: deliveries.map(deliveryJson),
    fault: await readFaults(db),
  };
}

function deliveryJson(delivery: Delivery): object {
  return {
    id: delivery.id,
    notification_id: delivery.notification_id,
    payment_id: delivery.payment_id,
    url: delivery.url,
    body: delivery.body,
    signing: delivery.signing,
    state: delivery.state,
    attempts: delivery.attempts,
    answered: delivery.answered,
    error: delivery.error,
    request_id: delivery.request_id,
    date_created: toWireDate(delivery.created_at),
  };
}
