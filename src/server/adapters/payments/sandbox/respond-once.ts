import { createHash } from "node:crypto";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { MpAnswer, MpRefusal } from "./mp-errors.ts";
import type { SandboxDb } from "./tables.ts";

interface IdempotentRequest {
  scope: string;
  key: string;
  /** The request's body. Another body with the same key is refused. */
  requestBody: string;
}

/**
 * Runs the work once per key, and answers a repeated request with the stored response of the first one. Must be called
 * inside a transaction: a refusal rolls back the key with everything else, and a concurrent second call waits for the
 * first.
 */
export async function respondOnce(
  tx: SandboxDb,
  { scope, key, requestBody }: IdempotentRequest,
  work: () => Promise<MpAnswer | Refusal<MpRefusal>>,
): Promise<MpAnswer | Refusal<MpRefusal>> {
  const requestHash = createHash("sha256").update(requestBody).digest("hex");
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("sandbox.mp_answers")
    .values({ scope, key, request_hash: requestHash, body: "null" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const answerQuery = tx.selectFrom("sandbox.mp_answers").selectAll().where("scope", "=", scope).where("key", "=", key);
  if (numInsertedOrUpdatedRows === 0n) {
    const storedAnswer = await answerQuery.executeTakeFirstOrThrow();
    return storedAnswer.request_hash === requestHash
      ? { status: storedAnswer.status!, body: storedAnswer.body! }
      : refuse("other_request");
  }
  const answer = await work();
  if (isRefusal(answer)) return answer;
  await tx
    .updateTable("sandbox.mp_answers")
    .set({ status: answer.status, body: JSON.stringify(answer.body) })
    .where("scope", "=", scope)
    .where("key", "=", key)
    .execute();
  return answer;
}
