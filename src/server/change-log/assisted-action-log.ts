import type { Queryable } from "../db/connect.ts";
import type { Caller } from "../sessions/sessions.ts";

/** Something done in a customer's name by a member of staff. */
export interface Act {
  by: Pick<Caller, "customerId"> & { assistedBy: string };
  /** The operation's name. */
  act: string;
  /** Ids from the path and names of the fields sent, never their values: the log tells who did what, not who lives where. */
  target: object;
  requestId: string;
}

/**
 * Records an act under both names (rule STAFF-1): without a status before it is done, so that nothing is done without
 * its row, and with the answer's status afterwards. The table takes no change and no removal.
 */
export async function logAssistedAction(
  db: Queryable,
  { by, act, target, requestId }: Act,
  status?: number,
): Promise<void> {
  await db
    .insertInto("assisted_actions")
    .values({
      staff: by.assistedBy,
      customer_id: by.customerId,
      act,
      phase: status === undefined ? "asked" : "answered",
      target: JSON.stringify(target),
      status: status ?? null,
      request_id: requestId,
    })
    .execute();
}
