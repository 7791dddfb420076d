import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { writeChange, type Actor } from "../staff/staff-log.ts";

/** Says when and where a DIGITAL product takes place; false where there is no such product. */
export async function setEvent(
  app: App,
  { productId, at, place }: { productId: string; at: Date; place: string },
  by: Actor,
): Promise<boolean> {
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
    await tx.updateTable("products").set({ event_at: at, event_place: place }).where("id", "=", productId).execute();
    const object = { kind: "event", id: productId };
    await writeChange(tx, by, { act: "event-set", object, before, after: { eventAt: at, place } });
    return true;
  });
}
