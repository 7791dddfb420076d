import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** At or below this many available pieces, a size without a threshold of its own counts as low. */
export async function getLowStockThreshold(db: Queryable): Promise<number> {
  const row = await db.selectFrom("stock_settings").select("low_stock_threshold").executeTakeFirstOrThrow();
  return row.low_stock_threshold;
}

/** Sets the threshold of all sizes without a threshold of their own. */
export function setLowStockThreshold(app: App, lowStockThreshold: number, by: Actor): Promise<"set"> {
  return transact<"set">(app.db, async (tx) => {
    const { rows } = await sql<{
      low_stock_threshold: number;
    }>`SELECT low_stock_threshold FROM stock_settings FOR UPDATE`.execute(tx);
    const before = rows[0]!.low_stock_threshold;
    if (before === lowStockThreshold) return "set";
    await tx.updateTable("stock_settings").set({ low_stock_threshold: lowStockThreshold }).execute();
    const object = { kind: "stock", id: "rules" };
    await logChange(tx, by, {
      action: "low-mark",
      object,
      before: { lowStockThreshold: before },
      after: { lowStockThreshold },
    });
    return "set";
  });
}

/** Sets one size's own threshold. Null removes it, and the common threshold applies. */
export function setLowStockThresholdOfSize(
  app: App,
  { sizeId, lowStockThreshold }: { sizeId: string; lowStockThreshold: number | null },
  by: Actor,
): Promise<"set" | Refusal<"size_not_found">> {
  if (!isId(sizeId)) return Promise.resolve(refuse("size_not_found"));
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ low_stock_threshold: number | null }>`
      SELECT low_stock_threshold FROM sizes WHERE id = ${sizeId} FOR NO KEY UPDATE`.execute(tx);
    const size = rows[0];
    if (!size) return refuse("size_not_found");
    if (size.low_stock_threshold === lowStockThreshold) return "set";
    await tx.updateTable("sizes").set({ low_stock_threshold: lowStockThreshold }).where("id", "=", sizeId).execute();
    const object = { kind: "size", id: sizeId };
    await logChange(tx, by, {
      action: "low-mark",
      object,
      before: { lowStockThreshold: size.low_stock_threshold },
      after: { lowStockThreshold },
    });
    return "set";
  });
}
