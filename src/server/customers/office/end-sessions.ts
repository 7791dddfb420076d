import type { App } from "../../app.ts";
import { transact } from "../../db/transact.ts";
import { endSessionsOf } from "../../sessions/sessions.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";

/** Signs a customer out everywhere, including assisted sessions. */
export function endCustomerSessions(app: App, customerId: string, by: Actor): Promise<"ended"> {
  return transact(app.genericPlanDb, async (tx) => {
    await endSessionsOf(tx, customerId);
    await tx.deleteFrom("su_tokens").where("customer_id", "=", customerId).execute();
    await logChange(tx, by, { action: "customer-sign-out", object: { kind: "customer", id: customerId } });
    return "ended" as const;
  });
}
