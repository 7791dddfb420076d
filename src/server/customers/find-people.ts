import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { customerMatches } from "./customer-matches.ts";
import { findCustomer, type Customer } from "./queries.ts";

export interface Person {
  id: string;
  name: string;
  phone: string;
  email: string | null;
  isRegistered: boolean;
}

const MOST = 8;

/**
 * Customers by phone, mail or name, for staff at the phone; who ordered last first. `shops`: those whose customers she may
 * see, which are those who ordered there.
 */
export async function findPeople(db: Queryable, typed: string, shops: "all" | string[]): Promise<Person[]> {
  const seen =
    shops === "all"
      ? sql`true`
      : sql`EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND o.shop_id = ANY (${shops}::uuid[]))`;
  const { rows } = await sql<Person>`
    SELECT c.id, c.name || ' ' || c.last_name AS name, c.phone, c.email, c.kind = 'registered' AS "isRegistered"
    FROM customers c
    WHERE ${customerMatches(typed)} AND ${seen}
    ORDER BY (SELECT max(created_at) FROM orders o WHERE o.customer_id = c.id) DESC NULLS LAST, c.created_at DESC, c.id
    LIMIT ${MOST}`.execute(db);
  return rows;
}

/** A customer whom she may see: of her shops, or a guest just made who has not ordered anywhere yet. */
export async function findPerson(
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
