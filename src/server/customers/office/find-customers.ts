import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../../db/connect.ts";
import { customerMatches, customerMatchesWithTypos } from "../customer-matches.ts";

/** The shops that a staff member may see. A customer belongs to each shop where they ordered (decision 21). */
export type AllowedShops = "all" | readonly string[];

export interface CustomerSearch {
  shops: AllowedShops;
  /** Name, phone, email or user name. Empty for all. */
  term: string;
  kind?: "registered" | "guest";
  /** Only customers with this tag. */
  tag?: string;
  /** The last row of the previous page. */
  after?: { at: string; id: string };
}

export interface CustomerRow {
  id: string;
  kind: "registered" | "guest";
  name: string;
  phone: string;
  /** Their email address, or else the user name if it is one. */
  email: string | null;
  /** An email address or a phone number. Null for guests. */
  username: string | null;
  isErased: boolean;
  tags: string[];
  orderCount: number;
  lastOrderAt: Date | null;
  /** To the microsecond, for the next page. */
  createdAt: string;
}

const orderInShops = (shops: AllowedShops) => (shops === "all" ? sql`true` : sql`o.shop_id = ANY (${shops}::uuid[])`);

/** Customers, newest first. If nobody matches the term, each of its words may have one typing mistake. */
export async function findCustomers(db: Queryable, search: CustomerSearch, limit: number): Promise<CustomerRow[]> {
  const exactMatches = await listCustomers(db, search, search.term ? customerMatches(search.term) : sql`true`, limit);
  const typoCondition = exactMatches.length === 0 ? customerMatchesWithTypos(search.term) : null;
  return typoCondition === null ? exactMatches : listCustomers(db, search, typoCondition, limit);
}

async function listCustomers(
  db: Queryable,
  { shops, kind, tag, after }: CustomerSearch,
  matchCondition: RawBuilder<unknown>,
  limit: number,
): Promise<CustomerRow[]> {
  const conditions = [
    shops === "all" ? sql`true` : sql`c.id IN (SELECT o.customer_id FROM orders o WHERE ${orderInShops(shops)})`,
    matchCondition,
    ...(kind ? [sql`c.kind = ${kind}`] : []),
    ...(tag === undefined ? [] : [sql`c.id IN (SELECT t.customer_id FROM customer_tags t WHERE t.tag = ${tag})`]),
    ...(after ? [sql`(c.created_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<CustomerRow>`
    SELECT c.id, c.kind, c.name || ' ' || c.last_name AS name, c.phone,
      coalesce(c.email, CASE WHEN c.username LIKE '%@%' THEN c.username END) AS email, c.username,
      c.erased_at IS NOT NULL AS "isErased",
      ARRAY(SELECT t.tag FROM customer_tags t WHERE t.customer_id = c.id ORDER BY t.tag) AS tags, o."orderCount", o."lastOrderAt", c."createdAt"
    FROM (SELECT *, created_at::text AS "createdAt" FROM customers c WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}::int) c,
      LATERAL (SELECT count(*) AS "orderCount", max(o.created_at) AS "lastOrderAt" FROM orders o
        WHERE o.customer_id = c.id AND ${orderInShops(shops)}) o
    ORDER BY c.created_at DESC, c.id DESC`.execute(db);
  return rows;
}

/** Whether the customer ordered in one of these shops. With "all" it is true also for a customer without orders. */
export async function isCustomerOf(db: Queryable, customerId: string, shops: AllowedShops): Promise<boolean> {
  if (shops === "all") return true;
  const { rows } = await sql`
    SELECT FROM orders o WHERE o.customer_id = ${customerId} AND ${orderInShops(shops)} LIMIT 1`.execute(db);
  return rows.length > 0;
}
