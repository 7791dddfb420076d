import { createHash } from "node:crypto";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { MpAnswer, MpRefusal } from "./mp-errors.ts";
import type { SandboxDb } from "./tables.ts";

interface IdempotentRequest {
  scope: string;
  key: string;
  /** The request's body. Another body with the same key is refused. */
  request: string;
}

/**
 * Runs the work once per key, and returns the first response to a repeated request. Must be called inside a
 * transaction: a refusal rolls back the key with everything else, and a concurrent second call waits for the first.
 */
export async function respondOnce(
  tx: SandboxDb,
  { scope, key, request }: IdempotentRequest,
  work: () => Promise<MpAnswer | Refusal<MpRefusal>>,
): Promise<MpAnswer | Refusal<MpRefusal>> {
  const requestHash = createHash("sha256").update(request).digest("hex");
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("sandbox.mp_answers")
    .values({ scope, key, request_hash: requestHash, body: "null" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const row = tx.selectFrom("sandbox.mp_answers").selectAll().where("scope", "=", scope).where("key", "=", key);
  if (numInsertedOrUpdatedRows === 0n) {
    const stored = await row.executeTakeFirstOrThrow();
    return stored.request_hash === requestHash
      ? { status: stored.status!, body: stored.body! }
      : refuse("other_request");
  }
  const response = await work();
  if (isRefusal(response)) return response;
  await tx
    .updateTable("sandbox.mp_answers")
    .set({ status: response.status, body: JSON.stringify(response.body) })
    .where("scope", "=", scope)
    .where("key", "=", key)
    .execute();
  return response;
}
