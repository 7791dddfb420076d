import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { Queryable } from "../db/connect.ts";

const PAGE_SIZE = 50;

/** A code as staff see it. */
export interface ListedCode {
  code: string;
  maxUses: number | null;
  useCount: number;
  endsAt: Date | null;
  /** `used`: no uses are left. A code with uses left stays `valid` after an order. */
  state: "valid" | "used" | "ended" | "revoked";
}

const CODE_COLUMNS = sql`a.code, a.max_uses AS "maxUses", a.uses AS "useCount", a.ends_at AS "endsAt",
  CASE WHEN a.revoked_at IS NOT NULL THEN 'revoked' WHEN a.ends_at <= clock_timestamp() THEN 'ended'
    WHEN a.uses >= a.max_uses THEN 'used' ELSE 'valid' END AS state`;

/**
 * A page of a presale's codes, newest first. `after` is the last code of the previous page, `term` a part of a code.
 * Returns `lastCode` for the next call, or null on the last page.
 */
export async function listAccessCodes(
  db: Queryable,
  { presaleId, term, after }: { presaleId: string; term: string; after: string },
): Promise<{ codes: ListedCode[]; lastCode: string | null }> {
  const { rows } = await sql<ListedCode>`
    SELECT ${CODE_COLUMNS} FROM access_codes a
    WHERE a.presale_id = ${presaleId} AND ${term === "" ? sql`true` : sql`strpos(a.code, ${term}) > 0`}
      AND ${
        after === ""
          ? sql`true`
          : sql`(a.created_at, a.code) < (SELECT l.created_at, l.code FROM access_codes l WHERE l.code = ${after})`
      }
    ORDER BY a.created_at DESC, a.code DESC LIMIT ${PAGE_SIZE + 1}`.execute(db);
  return { codes: rows.slice(0, PAGE_SIZE), lastCode: rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]!.code : null };
}

/** All of a presale's codes, for export. */
export async function listAllAccessCodes(db: Queryable, presaleId: string): Promise<ListedCode[]> {
  const { rows } = await sql<ListedCode>`
    SELECT ${CODE_COLUMNS} FROM access_codes a WHERE a.presale_id = ${presaleId} ORDER BY a.created_at, a.code`.execute(
    db,
  );
  return rows;
}

export interface ListedCodeUse {
  orderId: string;
  reference: number;
  status: OrderStatus;
  customer: string;
  pieces: number;
  code: string;
  /** When the order was placed. */
  at: Date;
}

/** The latest orders with a presale's codes, or with one of them. */
export async function listCodeUses(
  db: Queryable,
  { presaleId, code }: { presaleId: string; code: string },
): Promise<ListedCodeUse[]> {
  const { rows } = await sql<ListedCodeUse>`
    SELECT o.id AS "orderId", o.reference, o.status, btrim(o.customer_name || ' ' || o.customer_last_name) AS customer,
      o.pieces, o.access_code AS code, o.created_at AS at
    FROM orders o WHERE o.presale_id = ${presaleId} AND o.access_code IS NOT NULL
      AND ${code === "" ? sql`true` : sql`o.access_code = ${code}`}
    ORDER BY o.created_at DESC, o.id LIMIT ${PAGE_SIZE}`.execute(db);
  return rows;
}
