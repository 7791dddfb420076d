import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { writeChange, type Actor } from "../staff/staff-log.ts";

/** So many or fewer left are few, where a size has no mark of its own. */
export async function getLowMark(db: Queryable): Promise<number> {
  const row = await db.selectFrom("stock_rules").select("low_mark").executeTakeFirstOrThrow();
  return row.low_mark;
}

/** Says from how many pieces on a size counts as nearly gone, for all that have no mark of their own. */
export function setLowMark(app: App, lowMark: number, by: Actor): Promise<"set"> {
  return transact<"set">(app.db, async (tx) => {
    const { rows } = await sql<{ low_mark: number }>`SELECT low_mark FROM stock_rules FOR UPDATE`.execute(tx);
    const before = rows[0]!.low_mark;
    if (before === lowMark) return "set";
    await tx.updateTable("stock_rules").set({ low_mark: lowMark }).execute();
    const object = { kind: "stock", id: "rules" };
    await writeChange(tx, by, { act: "low-mark", object, before: { lowMark: before }, after: { lowMark } });
    return "set";
  });
}

/** The same for one size; null: as the shop has it. */
export function setSizeMark(
  app: App,
  { sizeId, lowMark }: { sizeId: string; lowMark: number | null },
  by: Actor,
): Promise<"set" | Refusal<"size_not_found">> {
  if (!isId(sizeId)) return Promise.resolve(refuse("size_not_found"));
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ low_mark: number | null }>`
      SELECT low_mark FROM sizes WHERE id = ${sizeId} FOR NO KEY UPDATE`.execute(tx);
    const size = rows[0];
    if (!size) return refuse("size_not_found");
    if (size.low_mark === lowMark) return "set";
    await tx.updateTable("sizes").set({ low_mark: lowMark }).where("id", "=", sizeId).execute();
    const object = { kind: "size", id: sizeId };
    await writeChange(tx, by, { act: "low-mark", object, before: { lowMark: size.low_mark }, after: { lowMark } });
    return "set";
  });
}
