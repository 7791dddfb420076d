import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";

/** A product or a category that customers cannot return, unless the shop is at fault (rule RETURN-3). */
export interface Exclusion {
  /** The id of the exclusion, not of what it excludes. */
  id: string;
  kind: "product" | "category";
  name: string;
}

export async function listExclusions(db: Queryable, shopId: string): Promise<Exclusion[]> {
  const { rows } = await sql<Exclusion>`
    SELECT e.id, CASE WHEN e.product_id IS NULL THEN 'category' ELSE 'product' END AS kind, coalesce(p.name, c.name) AS name
    FROM return_exclusions e LEFT JOIN products p ON p.id = e.product_id LEFT JOIN categories c ON c.id = e.category_id
    WHERE e.shop_id = ${shopId} ORDER BY 2, 3, 1`.execute(db);
  return rows;
}

/** Those of these products that a shop excludes, by themselves or by a category that they are in, at any level. */
export async function findExcludedProductIds(
  db: Queryable,
  shopId: string,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE above AS (
      SELECT pc.product_id, pc.category_id FROM product_categories pc WHERE pc.product_id = ANY (${productIds}::uuid[])
      UNION SELECT a.product_id, c.parent_id FROM above a JOIN categories c ON c.id = a.category_id
      WHERE c.parent_id IS NOT NULL)
    SELECT product_id AS id FROM return_exclusions WHERE shop_id = ${shopId} AND product_id = ANY (${productIds}::uuid[])
    UNION SELECT a.product_id FROM above a JOIN return_exclusions e ON e.category_id = a.category_id
      AND e.shop_id = ${shopId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type ExclusionRefusal = Refusal<"exclusion_not_found" | "exclusion_exists">;

/** Excludes a product or a category from a shop's returns. `id` is its own id, not the id of the exclusion. */
export function addExclusion(
  app: App,
  { shopId, kind, id }: { shopId: string; kind: Exclusion["kind"]; id: string },
  by: Actor,
): Promise<"added" | ExclusionRefusal> {
  if (!isId(id)) return Promise.resolve(refuse("exclusion_not_found"));
  return transact(app.db, async (tx) => {
    const table = kind === "product" ? "products" : "categories";
    const row = await tx.selectFrom(table).select("name").where("id", "=", id).executeTakeFirst();
    if (!row) return refuse("exclusion_not_found");
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("return_exclusions")
      .values({ shop_id: shopId, [kind === "product" ? "product_id" : "category_id"]: id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return refuse("exclusion_exists");
    await logChange(tx, by, {
      action: "return-exclude",
      object: { kind: "shop", id: shopId },
      after: { [kind]: row.name },
    });
    return "added" as const;
  });
}

export function removeExclusion(
  app: App,
  { shopId, id }: { shopId: string; id: string },
  by: Actor,
): Promise<"removed" | ExclusionRefusal> {
  if (!isId(id)) return Promise.resolve(refuse("exclusion_not_found"));
  return transact(app.db, async (tx) => {
    const exclusion = (await listExclusions(tx, shopId)).find((candidate) => candidate.id === id);
    if (!exclusion) return refuse("exclusion_not_found");
    await tx.deleteFrom("return_exclusions").where("id", "=", id).execute();
    const object = { kind: "shop", id: shopId };
    await logChange(tx, by, { action: "return-include", object, before: { [exclusion.kind]: exclusion.name } });
    return "removed" as const;
  });
}
