import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

interface EventOfProduct {
  productId: string;
  /** When the event begins. Null if that is not known yet. */
  at: Date | null;
  place: string | null;
}

/** Sets when and where the event of a DIGITAL product takes place. Returns false if there is no such product. */
export async function setEvent(app: App, event: EventOfProduct, by: Actor): Promise<boolean> {
  const { productId, at, place } = event;
  if (!isId(productId)) return false;
  return transact(app.db, async (tx) => {
    const before = await tx
      .selectFrom("products")
      .select(["event_at as eventAt", "event_place as place"])
      .where("id", "=", productId)
      .where("is_digital", "=", true)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) return false;
    await storeEvent(tx, event);
    const object = { kind: "event", id: productId };
    await logChange(tx, by, { action: "event-set", object, before, after: { eventAt: at, place } });
    return true;
  });
}

/**
 * Stores when and where the event of a DIGITAL product takes place, without an entry in the change log: callers log the
 * change.
 */
export async function storeEvent(db: Queryable, { productId, at, place }: EventOfProduct): Promise<void> {
  // A scanner of all events has no tickets of an event that was over: its next list must have all of them.
  await sql`
    UPDATE tickets t SET changed_at = clock_timestamp() FROM sizes s JOIN products p ON p.id = s.product_id
    WHERE t.size_id = s.id AND p.id = ${productId} AND p.is_digital AND p.event_at IS DISTINCT FROM ${at}`.execute(db);
  await db
    .updateTable("products")
    .set({ event_at: at, event_place: place })
    .where("id", "=", productId)
    .where("is_digital", "=", true)
    .execute();
}
