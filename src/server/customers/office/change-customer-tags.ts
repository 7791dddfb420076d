import { sql } from "kysely";
import { MAX_TAGS } from "../../../domain/customer-tag.ts";
import { refuse, type Refusal } from "../../../domain/refusal.ts";
import { logChange, type Actor } from "../../change-log/change-log.ts";
import type { Db, Queryable } from "../../db/connect.ts";
import { transact } from "../../db/transact.ts";

/**
 * Adds and removes tags of a customer (rule PROMO-13). Adding a tag that the customer has, or removing one that they do
 * not have, changes nothing. A checkout locks the tag that it uses, so a concurrent removal waits
 * until the order is committed.
 */
export function changeCustomerTags(
  db: Db,
  customerId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  by: Actor,
): Promise<"tagged" | Refusal<"customer_erased" | "customer_tags_many">> {
  return transact(db, async (tx) => {
    const customer = await tx
      .selectFrom("customers")
      .select("erased_at")
      .where("id", "=", customerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!customer || customer.erased_at !== null) return refuse("customer_erased");
    const { rows: removed } = await sql<{ tag: string }>`
      DELETE FROM customer_tags WHERE customer_id = ${customerId} AND tag = ANY (${remove}::text[]) RETURNING tag`.execute(
      tx,
    );
    const { rows: added } = await sql<{ tag: string }>`
      INSERT INTO customer_tags (customer_id, tag, actor)
      SELECT DISTINCT ${customerId}::uuid, tag, ${by.name} FROM unnest(${add}::text[]) AS tag
      ON CONFLICT DO NOTHING RETURNING tag`.execute(tx);
    const { rows: tags } = await sql`SELECT FROM customer_tags WHERE customer_id = ${customerId}`.execute(tx);
    if (added.length > 0 && tags.length > MAX_TAGS) return refuse("customer_tags_many");
    if (added.length + removed.length > 0) {
      await logChange(tx, by, {
        action: "customer-tag",
        object: { kind: "customer", id: customerId },
        ...(removed.length > 0 && { before: { tags: removed.map(({ tag }) => tag) } }),
        ...(added.length > 0 && { after: { tags: added.map(({ tag }) => tag) } }),
      });
    }
    return "tagged" as const;
  });
}

/** The tags of a customer, in alphabetical order. */
export async function listTagsOf(db: Queryable, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT tag FROM customer_tags WHERE customer_id = ${customerId} ORDER BY tag`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** All tags that at least one customer has. */
export async function listTags(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`SELECT DISTINCT tag FROM customer_tags ORDER BY tag`.execute(db);
  return rows.map(({ tag }) => tag);
}
