import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { Db, Queryable } from "../db/connect.ts";

/** How many days a period has. A report contains two periods: the last one, until today, and the one before it. */
export const PERIOD_DAYS = 30;

/** Sales of the last 30 days, today included, and of the 30 before them. */
export interface Sales {
  cents: Cents;
  previousCents: Cents;
}

/**
 * A row of a breakdown. `others` sums all names after the tenth. `charges` are shipping, insurance, packaging and the
 * online fee, which belong to no brand or size. `refunds` is what was refunded, as a negative amount.
 */
export interface BreakdownRow extends Sales {
  kind: "named" | "others" | "charges" | "refunds";
  /** Null for products without a brand, and for rows other than `named`. */
  name: string | null;
  pieces: number;
}

/** What was sold in 60 days, by day in Mexico City. */
export interface SalesReport extends Sales {
  orders: number;
  previousOrders: number;
  pieces: number;
  previousPieces: number;
  /** 30 days, oldest first. `previousCents` is of the same day of the previous period. */
  days: { day: string; cents: Cents; previousCents: Cents; orders: number }[];
  /**
   * Each breakdown adds up to the sales exactly. Its names, at most ten, are sorted by amount. The shops are those that
   * the member of staff may see.
   */
  shops: BreakdownRow[];
  /** Brands and sizes: by the prices of the order lines, after discounts. */
  brands: BreakdownRow[];
  sizes: BreakdownRow[];
}

/**
 * Sales are orders by the day on which they were fully paid, less refunds. Orders that were cancelled or joined into
 * another order do not count. The target of a join does. `shopIds` are the shops whose money the member of staff may
 * see.
 */
export async function readSalesReport(db: Queryable, shopIds: "all" | readonly string[]): Promise<SalesReport> {
  const inShops = shopIds === "all" ? sql`true` : sql`o.shop_id = ANY (${shopIds}::uuid[])`;
  const otherRows = sql`SELECT kind, cents, is_now FROM other_rows`;
  const { rows } = await sql<SalesReport>`
    WITH RECURSIVE today AS (SELECT (now() AT TIME ZONE 'America/Mexico_City')::date AS day),
    up AS (
      -- From each refunded payment up to the order that its money counts for, then down to all payments of that order.
      SELECT p.order_id AS id FROM payments p WHERE p.refunded_cents > 0
      UNION SELECT o.joined_into_id FROM up JOIN orders o ON o.id = up.id WHERE o.joined_into_id IS NOT NULL
    ), family AS (
      SELECT o.id AS root, o.id FROM up JOIN orders o ON o.id = up.id WHERE o.joined_into_id IS NULL
      UNION SELECT f.root, o.id FROM family f JOIN orders o ON o.joined_into_id = f.id
    ), refunds AS (
      -- As in domain/payment.ts: an overpaid amount is refunded first, and was no sale.
      SELECT o.id AS order_id, greatest(0, sum(p.refunded_cents) - greatest(0, sum(p.cents)
        FILTER (WHERE p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')) - o.grand_total_cents)) AS cents
      FROM family f JOIN payments p ON p.order_id = f.id JOIN orders o ON o.id = f.root GROUP BY o.id
    ), paid AS MATERIALIZED (
      SELECT DISTINCT ON (e.order_id) o.id, o.shop_id, o.pieces,
        o.grand_total_cents - coalesce(r.cents, 0)::bigint AS cents, coalesce(r.cents, 0)::bigint AS refunded,
        today.day - (e.at AT TIME ZONE 'America/Mexico_City')::date AS days_ago
      FROM today, order_events e JOIN orders o ON o.id = e.order_id LEFT JOIN refunds r ON r.order_id = o.id
      -- A change of a paid order, as of its address, is an event without a new status.
      WHERE e.to_status = 'PAYMENT_ACCEPTED' AND e.from_status <> e.to_status AND o.status NOT IN ('CANCELLED', 'JOINED') AND ${inShops}
        AND e.at >= (today.day - ${2 * PERIOD_DAYS - 1}::int)::timestamp AT TIME ZONE 'America/Mexico_City'
      ORDER BY e.order_id, e.id
    ), orders_of_periods AS MATERIALIZED (
      SELECT *, days_ago < ${PERIOD_DAYS}::int AS is_now FROM paid
    ), by_day AS MATERIALIZED (
      SELECT days_ago, sum(cents)::bigint AS cents, count(*) AS orders FROM orders_of_periods GROUP BY days_ago
    ), lines AS MATERIALIZED (
      SELECT l.brand_id, s.size_name_id, l.pieces, l.pieces * l.unit_price_cents::bigint - l.discount_cents AS cents, t.is_now
      FROM orders_of_periods t JOIN order_lines l ON l.order_id = t.id JOIN sizes s ON s.id = l.size_id
    ), other_rows AS MATERIALIZED (
      SELECT 'charges' AS kind, cents + refunded AS cents, is_now FROM orders_of_periods
      UNION ALL SELECT 'charges', -cents, is_now FROM lines
      UNION ALL SELECT 'refunds', -refunded, is_now FROM orders_of_periods
    )
    SELECT
      coalesce(sum(cents) FILTER (WHERE is_now), 0)::bigint AS cents,
      coalesce(sum(cents) FILTER (WHERE NOT is_now), 0)::bigint AS "previousCents",
      count(*) FILTER (WHERE is_now) AS orders,
      count(*) FILTER (WHERE NOT is_now) AS "previousOrders",
      coalesce(sum(pieces) FILTER (WHERE is_now), 0)::int AS pieces,
      coalesce(sum(pieces) FILTER (WHERE NOT is_now), 0)::int AS "previousPieces",
      (SELECT json_agg(json_build_object('day', to_char(today.day - ago, 'YYYY-MM-DD'), 'cents', coalesce(n.cents, 0),
          'previousCents', coalesce(b.cents, 0), 'orders', coalesce(n.orders, 0)) ORDER BY ago DESC)
        FROM today, generate_series(0, ${PERIOD_DAYS - 1}::int) AS ago
        LEFT JOIN by_day n ON n.days_ago = ago LEFT JOIN by_day b ON b.days_ago = ago + ${PERIOD_DAYS}::int) AS days,
      ${buildBreakdown(sql`SELECT o.name, t.cents, t.pieces, t.is_now FROM orders_of_periods t JOIN shops o ON o.id = t.shop_id`)} AS shops,
      ${buildBreakdown(sql`SELECT b.name, l.cents, l.pieces, l.is_now FROM lines l LEFT JOIN brands b ON b.id = l.brand_id`, otherRows)} AS brands,
      ${buildBreakdown(sql`SELECT n.name, l.cents, l.pieces, l.is_now FROM lines l JOIN size_names n ON n.id = l.size_name_id`, otherRows)} AS sizes
    FROM orders_of_periods`.execute(db);
  return rows[0]!;
}

/** How long a report is cached. With a thousand orders a day it takes a second to compute. */
const CACHE_MS = 60_000;

/** This process's cached reports. Callers who may see the same shops share one. */
export class SalesReportCache {
  private readonly db: Db;
  private readonly findReplica: () => Db | undefined;
  private readonly cache = new Map<string, { at: number; report: Promise<SalesReport> }>();

  /** `findReplica` returns a replica if one may be read now. */
  constructor(db: Db, findReplica: () => Db | undefined) {
    this.db = db;
    this.findReplica = findReplica;
  }

  getReport(shopIds: "all" | readonly string[]): Promise<SalesReport> {
    const key = shopIds === "all" ? shopIds : shopIds.toSorted((a, b) => a.localeCompare(b)).join();
    const cacheEntry = this.cache.get(key);
    if (cacheEntry && performance.now() - cacheEntry.at < CACHE_MS) return cacheEntry.report;
    const report = this.computeReport(shopIds);
    this.cache.set(key, { at: performance.now(), report });
    report.catch(() => this.cache.delete(key));
    return report;
  }

  private async computeReport(shopIds: "all" | readonly string[]): Promise<SalesReport> {
    const replica = this.findReplica();
    try {
      if (replica) return await readSalesReport(replica, shopIds);
    } catch {
      // The replica failed or was too slow: the primary is read instead.
    }
    return readSalesReport(this.db, shopIds);
  }
}

/**
 * A breakdown of the sales by name: the ten largest, then all others in one row, then the rows that belong to no line.
 */
function buildBreakdown(
  soldRows: ReturnType<typeof sql>,
  otherRows = sql`SELECT NULL AS kind, 0 AS cents, true AS is_now WHERE false`,
) {
  return sql`(SELECT coalesce(json_agg(part ORDER BY part.rank), '[]') FROM (
    SELECT least(rank, 11) AS rank, CASE WHEN rank > 10 THEN 'others' ELSE 'named' END AS kind,
      max(name) FILTER (WHERE rank <= 10) AS name, sum(cents)::bigint AS cents,
      sum("previousCents")::bigint AS "previousCents", sum(pieces)::int AS pieces
    FROM (
      SELECT row_number() OVER (ORDER BY sum(cents) FILTER (WHERE is_now) DESC NULLS LAST, sum(cents) DESC) AS rank, name,
        coalesce(sum(cents) FILTER (WHERE is_now), 0) AS cents,
        coalesce(sum(cents) FILTER (WHERE NOT is_now), 0) AS "previousCents",
        coalesce(sum(pieces) FILTER (WHERE is_now), 0) AS pieces
      FROM (${soldRows}) sold GROUP BY name) ranked GROUP BY 1, 2
    UNION ALL
    SELECT CASE kind WHEN 'charges' THEN 12 ELSE 13 END, kind, NULL, coalesce(sum(cents) FILTER (WHERE is_now), 0)::bigint,
      coalesce(sum(cents) FILTER (WHERE NOT is_now), 0)::bigint, 0
    FROM (${otherRows}) other GROUP BY kind
    HAVING coalesce(sum(cents) FILTER (WHERE is_now), 0) <> 0 OR coalesce(sum(cents) FILTER (WHERE NOT is_now), 0) <> 0
  ) part)`;
}
