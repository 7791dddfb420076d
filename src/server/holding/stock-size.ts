import { sql } from "kysely";
import type { Db } from "../db/connect.ts";

/** The total stock changes slowly: each process counts it once per this many milliseconds. */
const FRESH_MS = 10_000;

/**
 * All pieces of the shop: on sale, in active carts and in unpaid orders. The base of shares of the stock, so that a
 * share does not shrink while pieces are held.
 */
export class StockSize {
  private counted: { at: number; pieces: Promise<number> } | undefined;
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  find(): Promise<number> {
    const now = performance.now();
    if (this.counted && now - this.counted.at < FRESH_MS) return this.counted.pieces;
    const before = this.counted;
    const pieces = countStock(this.db);
    this.counted = { at: now, pieces };
    pieces.catch(() => (this.counted = before));
    return pieces;
  }
}

export async function countStock(db: Db): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    SELECT (SELECT coalesce(sum(s.available), 0) FROM sizes s JOIN products p ON p.id = s.product_id
        WHERE NOT s.is_hidden AND p.is_published)
      + (SELECT coalesce(sum(l.held), 0) FROM carts c JOIN cart_lines l ON l.cart_id = c.id WHERE c.state = 'active')
      + (SELECT coalesce(sum(l.held), 0) FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE o.status IN ('WAITING_PAYMENT', 'PRESALE')) AS pieces`.execute(db);
  return rows[0]!.pieces;
}
