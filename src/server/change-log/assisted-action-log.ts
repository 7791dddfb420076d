import type { Queryable } from "../db/connect.ts";
import type { Caller } from "../sessions/sessions.ts";

/** An action that a staff member takes for a customer. */
export interface AssistedAction {
  by: Pick<Caller, "customerId"> & { assistedBy: string };
  /** The operation's name. */
  action: string;
  /**
   * Ids from the path and names of the sent fields, never their values: the log shows who did what, without personal
   * data.
   */
  target: object;
  requestId: string;
}

/**
 * Records an action with the staff member and the customer (rule STAFF-1). It is called before the action, without a
 * status, so that no action lacks its row, and again afterwards with the status of the response. The table is
 * append-only.
 */
export async function logAssistedAction(
  db: Queryable,
  { by, action, target, requestId }: AssistedAction,
  status?: number,
): Promise<void> {
  await db
    .insertInto("assisted_actions")
    .values({
      staff: by.assistedBy,
      customer_id: by.customerId,
      action,
      phase: status === undefined ? "asked" : "answered",
      target: JSON.stringify(target),
      status: status ?? null,
      request_id: requestId,
    })
    .execute();
}
