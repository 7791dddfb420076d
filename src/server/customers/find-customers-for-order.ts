import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { customerMatches, customerMatchesWithTypos } from "./customer-matches.ts";
import { findCustomer, type Customer } from "./queries.ts";

export interface CustomerSummary {
  id: string;
  name: string;
  phone: string;
  email: string | null;
  isRegistered: boolean;
}

const MAX_RESULTS = 8;

/**
 * Finds customers by phone, email, user name or name, for staff who take an order. Returns at most `MAX_RESULTS`, those
 * with the most recent order first. If nobody matches, each word may have one typing mistake. `shops`: the shops whose
 * customers the staff member may see. A shop's customers are those who ordered there.
 */
export async function findCustomersForOrder(
  db: Queryable,
  text: string,
  shops: "all" | string[],
): Promise<CustomerSummary[]> {
  const exactMatches = await listMatchingCustomers(db, customerMatches(text), shops);
  const typoCondition = exactMatches.length === 0 ? customerMatchesWithTypos(text) : null;
  return typoCondition === null ? exactMatches : listMatchingCustomers(db, typoCondition, shops);
}

async function listMatchingCustomers(
  db: Queryable,
  matchCondition: RawBuilder<unknown>,
  shops: "all" | string[],
): Promise<CustomerSummary[]> {
  const isVisible =
    shops === "all"
      ? sql`true`
      : sql`EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND o.shop_id = ANY (${shops}::uuid[]))`;
  const { rows } = await sql<CustomerSummary>`
    SELECT c.id, c.name || ' ' || c.last_name AS name, c.phone, c.email, c.kind = 'registered' AS "isRegistered"
    FROM customers c
    WHERE ${matchCondition} AND ${isVisible}
    ORDER BY (SELECT max(created_at) FROM orders o WHERE o.customer_id = c.id) DESC NULLS LAST, c.created_at DESC, c.id
    LIMIT ${MAX_RESULTS}`.execute(db);
  return rows;
}

/** A customer whom the staff member may see: of their shops, or a guest without orders. */
export async function findVisibleCustomer(
  db: Queryable,
  customerId: string,
  shops: "all" | string[],
): Promise<Customer | undefined> {
  if (!isId(customerId)) return undefined;
  if (shops !== "all") {
    const { rows } = await sql`
      SELECT FROM customers c WHERE c.id = ${customerId} AND (
        EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND o.shop_id = ANY (${shops}::uuid[]))
        OR c.kind = 'guest' AND NOT EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id))`.execute(db);
    if (rows.length === 0) return undefined;
  }
  return findCustomer(db, customerId);
}
