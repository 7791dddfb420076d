import { createHash } from "node:crypto";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { MpAnswer, MpRefusal } from "./mp-errors.ts";
import type { SandboxDb } from "./tables.ts";

interface Repeatable {
  scope: string;
  key: string;
  /** The request's body: another one under the same key is refused. */
  request: string;
}

/**
 * Does the work once a key, and answers a repeat with the first answer. To be called inside a transaction: a refusal
 * rolls the key back with everything else, and a second call at the same moment waits for the first.
 */
export async function answerOnce(
  tx: SandboxDb,
  { scope, key, request }: Repeatable,
  work: () => Promise<MpAnswer | Refusal<MpRefusal>>,
): Promise<MpAnswer | Refusal<MpRefusal>> {
  const mark = createHash("sha256").update(request).digest("hex");
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("sandbox.mp_answers")
    .values({ scope, key, request_hash: mark, body: "null" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const own = tx.selectFrom("sandbox.mp_answers").selectAll().where("scope", "=", scope).where("key", "=", key);
  if (numInsertedOrUpdatedRows === 0n) {
    const known = await own.executeTakeFirstOrThrow();
    return known.request_hash === mark ? { status: known.status!, body: known.body! } : refuse("other_request");
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
