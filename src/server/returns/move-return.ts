import { canMoveReturn, type ReturnState } from "../../domain/return.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { lockOrder } from "../orders/move-order.ts";
import { lockReturn, type ReturnRow } from "./queries.ts";

export type ReturnMoveRefusal = Refusal<"return_not_found" | "return_changed">;

/** The id of a return's order. Undefined if there is no such return. */
async function findOrderIdOf(db: Queryable, returnId: string): Promise<string | undefined> {
  if (!isId(returnId)) return undefined;
  const row = await db
    .selectFrom("returns")
    .select("order_id as orderId")
    .where("id", "=", returnId)
    .executeTakeFirst();
  return row?.orderId;
}

/**
 * Locks a return's order, then the return, like all code that changes a return. Refused if the return cannot move to
 * `to`, for example because another member of staff moved it first.
 */
export async function lockReturnToMove(
  tx: Tx,
  returnId: string,
  to: ReturnState,
): Promise<ReturnRow | ReturnMoveRefusal> {
  const orderId = await findOrderIdOf(tx, returnId);
  if (orderId === undefined) return refuse("return_not_found");
  await lockOrder(tx, orderId);
  const row = (await lockReturn(tx, returnId))!;
  return canMoveReturn(row.state, to) ? row : refuse("return_changed");
}

export interface ReturnMove {
  to: ReturnState;
  /** Who moves it: a member of staff, or the customer. */
  actor: string;
  reason: string;
  /** The member of staff for the change log. Null if the customer moves it: then it is not logged. */
  by: Actor | null;
  /** More fields for the change log. */
  details?: Record<string, unknown>;
}

const LOG_ACTION: Record<ReturnState, string> = {
  ASKED: "return-ask",
  APPROVED: "return-approve",
  DECLINED: "return-decline",
  RECEIVED: "return-receive",
  SETTLED: "return-settle",
  CANCELLED: "return-cancel",
};

/**
 * Records that a return got a new state, in its history and, if staff moved it, in the change log. Enqueues the
 * customer's email.
 */
export async function recordMoveAndNotify(
  tx: Tx,
  row: Pick<ReturnRow, "id" | "number" | "orderId">,
  from: ReturnState | "NEW",
  { to, actor, reason, by, details }: ReturnMove,
): Promise<void> {
  await tx
    .insertInto("return_events")
    .values({ return_id: row.id, from_state: from, to_state: to, actor, reason })
    .execute();
  if (by) {
    const before = from === "NEW" ? undefined : { returnState: from };
    const after = { returnState: to, returnNumber: row.number, ...details };
    for (const object of [
      { kind: "return", id: row.id },
      { kind: "order", id: row.orderId },
    ]) {
      await logChange(tx, by, { action: LOG_ACTION[to], object, before, after });
    }
  }
  await enqueueOrderEmail(tx, row.orderId, "mail_return", { returnId: row.id, state: to });
}
