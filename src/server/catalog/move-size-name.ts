import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { NamedRow } from "./product-row.ts";

/** Names of sizes in their display order, with the number of products that have each. */
export async function listSizeNamesWithCounts(app: App): Promise<(NamedRow & { productCount: number })[]> {
  const { rows } = await sql<NamedRow & { productCount: number }>`
    SELECT n.id, n.name, (SELECT count(*) FROM sizes s WHERE s.size_name_id = n.id) AS "productCount"
    FROM size_names n ORDER BY n.position, n.name`.execute(app.db);
  return rows;
}

/** Moves a size name up (negative) or down by some places. All lists of sizes use this order. */
export function moveSizeName(
  app: App,
  { id, step }: { id: string; step: number },
  by: Actor,
): Promise<"done" | Refusal<"size_not_found">> {
  if (!isId(id)) return Promise.resolve(refuse("size_not_found"));
  return transact(app.db, async (tx) => {
    const { rows } = await sql<NamedRow>`SELECT id, name FROM size_names ORDER BY position, name FOR UPDATE`.execute(
      tx,
    );
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) return refuse("size_not_found");
    const newIndex = Math.min(rows.length - 1, Math.max(0, index + step));
    const reorderedRows = rows.toSpliced(index, 1).toSpliced(newIndex, 0, rows[index]!);
    await sql`
      UPDATE size_names n SET position = o.place
      FROM unnest(${reorderedRows.map((row) => row.id)}::uuid[]) WITH ORDINALITY AS o (id, place)
      WHERE n.id = o.id AND n.position <> o.place`.execute(tx);
    await logChange(tx, by, {
      action: "size-order",
      object: { kind: "catalogue", id },
      after: { size: rows[index]!.name },
    });
    return "done" as const;
  });
}
