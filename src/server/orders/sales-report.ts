import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { Db, Queryable } from "../db/connect.ts";

/** Days of one window; a report holds two, the last and the one before. */
export const SALES_DAYS = 30;

/** Sales of the last 30 days, today included, and of the 30 before them. */
export interface Sales {
  cents: Cents;
  beforeCents: Cents;
}

/**
 * A row of a breakdown. `others`: what is past the tenth name. `charges`: shipping, insurance, packaging and the online
 * fee, which belong to no brand or size. `refunds`: what was paid back, below zero.
 */
export interface SalesPart extends Sales {
  kind: "named" | "others" | "charges" | "refunds";
  /** Null: what has no brand, and the rows that are no `named` one. */
  name: string | null;
  pieces: number;
}

/** What was sold in 60 days, by days of Mexico City. */
export interface SalesReport extends Sales {
  orders: number;
  ordersBefore: number;
  pieces: number;
  piecesBefore: number;
  /** 30 of them, the oldest first; `before`: the same day of the window before. */
  days: { day: string; cents: Cents; beforeCents: Cents; orders: number }[];
  /** Each breakdown adds up to the sales exactly; its names, ten at most, are the largest first. Shops: all she may see. */
  shops: SalesPart[];
  /** By what their lines cost. */
  brands: SalesPart[];
  sizes: SalesPart[];
}

/**
 * Sales: orders by the day their money was whole, less what was paid back; those cancelled or joined into another since
 * do not count (the one that took the lines does). `shopIds`: those whose money she may see.
 */
export async function reportSales(db: Queryable, shopIds: "all" | readonly string[]): Promise<SalesReport> {
  const inShops = shopIds === "all" ? sql`true` : sql`o.shop_id = ANY (${shopIds}::uuid[])`;
  const beside = sql`SELECT kind, cents, is_now FROM beside_lines`;
  const { rows } = await sql<SalesReport>`
    WITH RECURSIVE today AS (SELECT (now() AT TIME ZONE 'America/Mexico_City')::date AS day),
    up AS (
      -- From the payments that went back to the order where their money counts, and down to all its payments.
      SELECT p.order_id AS id FROM payments p WHERE p.refunded_cents > 0
      UNION SELECT o.joined_into_id FROM up JOIN orders o ON o.id = up.id WHERE o.joined_into_id IS NOT NULL
    ), family AS (
      SELECT o.id AS root, o.id FROM up JOIN orders o ON o.id = up.id WHERE o.joined_into_id IS NULL
      UNION SELECT f.root, o.id FROM family f JOIN orders o ON o.joined_into_id = f.id
    ), refunds AS (
      -- As domain/payment.ts: what came beyond the price goes back first, and was no sale.
      SELECT o.id AS order_id, greatest(0, sum(p.refunded_cents) - greatest(0, sum(p.cents)
        FILTER (WHERE p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')) - o.grand_total_cents)) AS cents
      FROM family f JOIN payments p ON p.order_id = f.id JOIN orders o ON o.id = f.root GROUP BY o.id
    ), paid AS MATERIALIZED (
      SELECT DISTINCT ON (e.order_id) o.id, o.shop_id, o.pieces,
        o.grand_total_cents - coalesce(r.cents, 0)::bigint AS cents, coalesce(r.cents, 0)::bigint AS refunded,
        today.day - (e.at AT TIME ZONE 'America/Mexico_City')::date AS days_ago
      FROM today, order_events e JOIN orders o ON o.id = e.order_id LEFT JOIN refunds r ON r.order_id = o.id
      WHERE e.to_status = 'PAYMENT_ACCEPTED' AND o.status NOT IN ('CANCELLED', 'JOINED') AND ${inShops}
        AND e.at >= (today.day - ${2 * SALES_DAYS - 1}::int)::timestamp AT TIME ZONE 'America/Mexico_City'
      ORDER BY e.order_id, e.id
    ), told AS MATERIALIZED (
      SELECT *, days_ago < ${SALES_DAYS}::int AS is_now FROM paid
    ), by_day AS MATERIALIZED (
      SELECT days_ago, sum(cents)::bigint AS cents, count(*) AS orders FROM told GROUP BY days_ago
    ), lines AS MATERIALIZED (
      SELECT l.brand_id, s.size_name_id, l.pieces, l.pieces * l.unit_price_cents::bigint AS cents, t.is_now
      FROM told t JOIN order_lines l ON l.order_id = t.id JOIN sizes s ON s.id = l.size_id
    ), beside_lines AS MATERIALIZED (
      SELECT 'charges' AS kind, cents + refunded AS cents, is_now FROM told
      UNION ALL SELECT 'charges', -cents, is_now FROM lines
      UNION ALL SELECT 'refunds', -refunded, is_now FROM told
    )
    SELECT
      coalesce(sum(cents) FILTER (WHERE is_now), 0)::bigint AS cents,
      coalesce(sum(cents) FILTER (WHERE NOT is_now), 0)::bigint AS "beforeCents",
      count(*) FILTER (WHERE is_now) AS orders,
      count(*) FILTER (WHERE NOT is_now) AS "ordersBefore",
      coalesce(sum(pieces) FILTER (WHERE is_now), 0)::int AS pieces,
      coalesce(sum(pieces) FILTER (WHERE NOT is_now), 0)::int AS "piecesBefore",
      (SELECT json_agg(json_build_object('day', to_char(today.day - ago, 'YYYY-MM-DD'), 'cents', coalesce(n.cents, 0),
          'beforeCents', coalesce(b.cents, 0), 'orders', coalesce(n.orders, 0)) ORDER BY ago DESC)
        FROM today, generate_series(0, ${SALES_DAYS - 1}::int) AS ago
        LEFT JOIN by_day n ON n.days_ago = ago LEFT JOIN by_day b ON b.days_ago = ago + ${SALES_DAYS}::int) AS days,
      ${parts(sql`SELECT o.name, t.cents, t.pieces, t.is_now FROM told t JOIN shops o ON o.id = t.shop_id`)} AS shops,
      ${parts(sql`SELECT b.name, l.cents, l.pieces, l.is_now FROM lines l LEFT JOIN brands b ON b.id = l.brand_id`, beside)} AS brands,
      ${parts(sql`SELECT n.name, l.cents, l.pieces, l.is_now FROM lines l JOIN size_names n ON n.id = l.size_name_id`, beside)} AS sizes
    FROM told`.execute(db);
  return rows[0]!;
}

/** A report is this old at the most: a thousand orders a day make it a second's work. */
const FRESH_MS = 60_000;

/** The reports of this process, made for whoever asks first and the same for all who may see the same shops. */
export class SalesReportCache {
  private readonly db: Db;
  private readonly kept = new Map<string, { at: number; report: Promise<SalesReport> }>();

  constructor(db: Db) {
    this.db = db;
  }

  find(shopIds: "all" | readonly string[]): Promise<SalesReport> {
    const key = shopIds === "all" ? shopIds : shopIds.toSorted((a, b) => a.localeCompare(b)).join();
    const known = this.kept.get(key);
    if (known && performance.now() - known.at < FRESH_MS) return known.report;
    const report = reportSales(this.db, shopIds);
    this.kept.set(key, { at: performance.now(), report });
    report.catch(() => this.kept.delete(key));
    return report;
  }
}

/** Parts of what was sold, by name: ten, the largest first, then the rest as one, then what is beside the lines. */
function parts(
  from: ReturnType<typeof sql>,
  beside = sql`SELECT NULL AS kind, 0 AS cents, true AS is_now WHERE false`,
) {
  return sql`(SELECT coalesce(json_agg(part ORDER BY part.rank), '[]') FROM (
    SELECT least(rank, 11) AS rank, CASE WHEN rank > 10 THEN 'others' ELSE 'named' END AS kind,
      max(name) FILTER (WHERE rank <= 10) AS name, sum(cents)::bigint AS cents,
      sum("beforeCents")::bigint AS "beforeCents", sum(pieces)::int AS pieces
    FROM (
      SELECT row_number() OVER (ORDER BY sum(cents) FILTER (WHERE is_now) DESC NULLS LAST, sum(cents) DESC) AS rank, name,
        coalesce(sum(cents) FILTER (WHERE is_now), 0) AS cents,
        coalesce(sum(cents) FILTER (WHERE NOT is_now), 0) AS "beforeCents",
        coalesce(sum(pieces) FILTER (WHERE is_now), 0) AS pieces
      FROM (${from}) sold GROUP BY name) ranked GROUP BY 1, 2
    UNION ALL
    SELECT CASE kind WHEN 'charges' THEN 12 ELSE 13 END, kind, NULL, coalesce(sum(cents) FILTER (WHERE is_now), 0)::bigint,
      coalesce(sum(cents) FILTER (WHERE NOT is_now), 0)::bigint, 0
    FROM (${beside}) beside GROUP BY kind
    HAVING coalesce(sum(cents) FILTER (WHERE is_now), 0) <> 0 OR coalesce(sum(cents) FILTER (WHERE NOT is_now), 0) <> 0
  ) part)`;
}
