import { sql } from "kysely";
import type { Db } from "../db/connect.ts";

/** How long a count is used, in milliseconds. The total stock changes slowly. */
const FRESH_MS = 10_000;

/** Up to this age a count is still returned while a new one runs, so that no request waits for the database. */
const STALE_MS = 60_000;

/**
 * All pieces of the shop: on sale, in active carts and in unpaid orders. Shares of the stock are calculated from this
 * number, so that a share does not shrink while pieces are held.
 */
export class StockTotal {
  private lastCount: { at: number; pieces: number } | undefined;
  private runningCount: Promise<number> | undefined;
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async getPieces(): Promise<number> {
    const age = this.lastCount ? performance.now() - this.lastCount.at : Infinity;
    if (this.lastCount && age < FRESH_MS) return this.lastCount.pieces;
    this.runningCount ??= this.count();
    if (!this.lastCount || age >= STALE_MS) return this.runningCount;
    this.runningCount.catch(() => {}); // The next request counts again.
    return this.lastCount.pieces;
  }

  private async count(): Promise<number> {
    try {
      const pieces = await countStock(this.db);
      this.lastCount = { at: performance.now(), pieces };
      return pieces;
    } finally {
      this.runningCount = undefined;
    }
  }
}

export async function countStock(db: Db): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    SELECT (SELECT coalesce(sum(s.available), 0) FROM sizes s JOIN products p ON p.id = s.product_id
        WHERE NOT s.is_hidden AND p.is_published)
      + (SELECT coalesce(sum(c.held), 0) FROM carts c WHERE c.state = 'active')
      + (SELECT coalesce(sum(l.held), 0) FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE o.status IN ('WAITING_PAYMENT', 'PRESALE')) AS pieces`.execute(db);
  return rows[0]!.pieces;
}
