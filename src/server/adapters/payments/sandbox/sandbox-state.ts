import { toPesos } from "../../../../domain/money.ts";
import { readFaults } from "./faults.ts";
import { readPaymentsJson } from "./payment-json.ts";
import type { Delivery } from "./webhook-dispatcher.ts";
import { initPoint, isPayable, allowedOutcomes } from "./preferences.ts";
import type { SandboxDb } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

const MAX_SHOWN_ROWS = 200;

/**
 * What the sandbox stores about one external reference, or about all of them: the newest preferences and payments, at
 * most `MAX_SHOWN_ROWS` of each, newest first, and the deliveries of those payments, oldest first.
 */
export async function readSandboxState(db: SandboxDb, reference: string | undefined): Promise<object> {
  const preferences = await db
    .selectFrom("sandbox.mp_preferences")
    .selectAll()
    .$if(reference !== undefined, (query) => query.where("external_reference", "=", reference!))
    .orderBy("created_at", "desc")
    .limit(MAX_SHOWN_ROWS)
    .execute();
  const payments = await db
    .selectFrom("sandbox.mp_payments")
    .selectAll()
    .$if(reference !== undefined, (query) => query.where("external_reference", "=", reference!))
    .orderBy("id", "desc")
    .limit(MAX_SHOWN_ROWS)
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
    payments: await readPaymentsJson(db, payments),
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
