import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import {
  FLAGS_CLOSED_BY_STAFF,
  ORDER_FLAG_LABEL,
  ORDER_FLAGS,
  summarizePayments,
  type OrderFlag,
} from "../../domain/payment.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { paymentsOf } from "./queries.ts";

const SYSTEM = "sistema";

/**
 * Opens the flags that apply to an order and closes those that no longer apply, except those that only staff close. A
 * flag that staff closed stays closed. A flag that was closed automatically may open again. Returns the flags that
 * apply.
 */
export async function refreshFlags(
  tx: Tx,
  order: { id: string; status: OrderStatus; grand_total_cents: number },
): Promise<OrderFlag[]> {
  const orderFacts = { status: order.status, grandTotalCents: order.grand_total_cents };
  const { flags: moneyFlags, refundedCents } = summarizePayments(orderFacts, await paymentsOf(tx, order.id));
  const isRefundExplained =
    moneyFlags.includes("REFUNDED_AFTER_SHIP") && (await isExplainedByReturns(tx, order.id, refundedCents));
  const flags = isRefundExplained ? moneyFlags.filter((flag) => flag !== "REFUNDED_AFTER_SHIP") : moneyFlags;
  await setFlags(tx, order.id, flags);
  return flags;
}

/**
 * Whether returns explain the whole refunded amount, so that staff have nothing to check. An order that charges the
 * difference of an exchange ships nothing, so its refund needs no explanation.
 */
async function isExplainedByReturns(tx: Tx, orderId: string, refundedCents: number): Promise<boolean> {
  const { rows } = await sql<{ isExplained: boolean }>`
    SELECT coalesce(sum(refund_cents), 0) >= ${refundedCents}
      OR EXISTS (SELECT FROM orders WHERE id = ${orderId} AND return_id IS NOT NULL) AS "isExplained" FROM returns
    WHERE order_id = ${orderId} AND state IN ('RECEIVED', 'SETTLED')`.execute(tx);
  return rows[0]!.isExplained;
}

async function setFlags(tx: Tx, orderId: string, activeFlags: readonly OrderFlag[]): Promise<void> {
  for (const flag of activeFlags) await openFlag(tx, orderId, flag);
  const flagsToClose = ORDER_FLAGS.filter(
    (flag) => !activeFlags.includes(flag) && !FLAGS_CLOSED_BY_STAFF.includes(flag),
  );
  await tx
    .updateTable("order_flags")
    .set({ closed_at: sql`now()`, closed_by: SYSTEM })
    .where("order_id", "=", orderId)
    .where("flag", "in", flagsToClose)
    .where("closed_at", "is", null)
    .execute();
}

export async function openFlag(tx: Tx, orderId: string, flag: OrderFlag): Promise<void> {
  await tx
    .insertInto("order_flags")
    .values({ order_id: orderId, flag })
    .onConflict((conflict) =>
      conflict
        .columns(["order_id", "flag"])
        .doUpdateSet({ closed_at: null, closed_by: null, opened_at: sql`now()` })
        .where("order_flags.closed_by", "=", SYSTEM),
    )
    .execute();
}

/** Whether the order has an open flag for a dispute. Such an order is not shipped, because the money may be lost. */
export async function isDisputed(db: Queryable, orderId: string): Promise<boolean> {
  const flag = await db
    .selectFrom("order_flags")
    .select("flag")
    .where("order_id", "=", orderId)
    .where("flag", "=", "DISPUTED")
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return flag !== undefined;
}

export async function listOpenFlagsOf(db: Queryable, orderId: string): Promise<OrderFlag[]> {
  const flags = await db
    .selectFrom("order_flags")
    .select("flag")
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .orderBy("flag")
    .execute();
  return flags.map(({ flag }) => flag);
}

/** Every open flag of every shop, the oldest first. */
export async function listOpenFlags(db: Queryable): Promise<{ reference: number; flag: OrderFlag; openedAt: Date }[]> {
  return db
    .selectFrom("order_flags as f")
    .innerJoin("orders as o", "o.id", "f.order_id")
    .select(["o.reference", "f.flag", "f.opened_at as openedAt"])
    .where("f.closed_at", "is", null)
    .orderBy("f.opened_at")
    .orderBy("o.reference")
    .execute();
}

/**
 * Closes a flag that staff have handled. It stays closed even if its cause remains. Returns false if it was not open.
 */
export async function closeFlag(
  app: App,
  { orderId, flag }: { orderId: string; flag: OrderFlag },
  by: Actor,
): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const isClosed = await closeOpenFlag(tx, { orderId, flag, actor: by.name });
    if (isClosed) {
      const after = { flag: ORDER_FLAG_LABEL[flag] };
      await logChange(tx, by, { action: "order-flag", object: { kind: "order", id: orderId }, after });
    }
    return isClosed;
  });
}

async function closeOpenFlag(
  tx: Tx,
  { orderId, flag, actor }: { orderId: string; flag: OrderFlag; actor: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_flags")
    .set({ closed_at: sql`now()`, closed_by: actor })
    .where("order_id", "=", orderId)
    .where("flag", "=", flag)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
