import { sql, type RawBuilder } from "kysely";
import { shareOfStock } from "../../domain/holding-caps.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { countStock } from "./stock-total.ts";

/** An IP address, or a browser. */
export type SourceKind = "address" | "device";

/** What one source holds now. Staff see a label that distinguishes it from other sources, and no IP address. */
export interface SourceHoldings {
  kind: SourceKind;
  /** The hash in hexadecimal, with which a source is released. */
  key: string;
  label: string;
  cartCount: number;
  cartPieces: number;
  orderCount: number;
  orderPieces: number;
  pieces: number;
  /** The time of its oldest cart or order. */
  since: Date;
  /** References of its unpaid orders, newest first. */
  references: string[];
  /** Percentage of all pieces of the shop. */
  percent: number;
  /** Whether it holds at least as many pieces as the alarm threshold. */
  isAlarm: boolean;
}

export interface HoldingsOverview {
  sources: SourceHoldings[];
  stockPieces: number;
  alarmPieces: number;
}

/** What carts and unpaid orders hold, with their sources. Expired carts do not count. */
const HOLDINGS: RawBuilder<unknown> = sql`(
  SELECT c.id AS cart_id, NULL::uuid AS order_id, NULL::bigint AS reference, c.first_line_at AS since,
    c.ip_hash, c.device_hash,
    (SELECT coalesce(sum(l.held), 0) FROM cart_lines l WHERE l.cart_id = c.id) AS pieces
  FROM carts c
  WHERE c.state = 'active' AND c.expires_at > (SELECT shopping_clock())
    AND (c.ip_hash IS NOT NULL OR c.device_hash IS NOT NULL)
  UNION ALL
  SELECT NULL, o.id, o.reference, o.created_at, o.ip_hash, o.device_hash,
    (SELECT coalesce(sum(l.held), 0) FROM order_lines l WHERE l.order_id = o.id)
  FROM orders o WHERE o.ip_hash IS NOT NULL OR o.device_hash IS NOT NULL)`;

/** The sources that hold the most pieces, largest first. */
export async function listSources(app: App, limit = 20): Promise<HoldingsOverview> {
  const { stockPieces, alarmPieces } = await readStockAndAlarm(app);
  const { rows } = await sql<Omit<SourceHoldings, "label" | "percent" | "isAlarm">>`
    SELECT kind, encode(key, 'hex') AS key, count(cart_id) AS "cartCount",
      count(order_id) AS "orderCount",
      coalesce(sum(pieces) FILTER (WHERE cart_id IS NOT NULL), 0)::int AS "cartPieces",
      coalesce(sum(pieces) FILTER (WHERE order_id IS NOT NULL), 0)::int AS "orderPieces",
      sum(pieces)::int AS pieces, min(since) AS since,
      coalesce(array_agg(reference::text ORDER BY reference DESC) FILTER (WHERE order_id IS NOT NULL), '{}') AS references
    FROM (
      SELECT 'address' AS kind, ip_hash AS key, h.* FROM ${HOLDINGS} h WHERE ip_hash IS NOT NULL
      UNION ALL SELECT 'device', device_hash, h.* FROM ${HOLDINGS} h WHERE device_hash IS NOT NULL) by_source
    GROUP BY kind, key HAVING sum(pieces) > 0
    ORDER BY sum(pieces) DESC, kind, key LIMIT ${limit}`.execute(app.db);
  return {
    sources: rows.map((row) => ({
      ...row,
      label: sourceLabel(row.kind, row.key),
      percent: stockPieces === 0 ? 0 : (100 * row.pieces) / stockPieces,
      isAlarm: row.pieces >= alarmPieces,
    })),
    stockPieces,
    alarmPieces,
  };
}

/** The number of sources at or above the alarm threshold, at most 100, and the largest share, from 0 to 1. */
export async function countAlarms(app: App): Promise<{ alarms: number; largestShare: number }> {
  const { sources } = await listSources(app, 100);
  return {
    alarms: sources.filter(({ isAlarm }) => isAlarm).length,
    largestShare: (sources[0]?.percent ?? 0) / 100,
  };
}

/**
 * The pieces of the stock, and the pieces from which a source raises an alarm. All shops share their stock, so the head
 * office's setting applies. The threshold is at least `stockFloor`, which every IP address may hold.
 */
async function readStockAndAlarm(app: App): Promise<{ stockPieces: number; alarmPieces: number }> {
  const headOffice = (await app.shops.all()).find(({ kind }) => kind === "headOffice");
  const stockPieces = await countStock(app.db);
  if (!headOffice) return { stockPieces, alarmPieces: Number.MAX_SAFE_INTEGER };
  const { alarmPercent, address: ipLimits } = headOffice.settings.limits;
  const share = shareOfStock(stockPieces, { percent: alarmPercent, floor: ipLimits.stockFloor });
  return { stockPieces, alarmPieces: Math.ceil(share * app.config.rateLimitScale) };
}

/** "Red 7F3A-21C0", from the hash: the same source always has the same label, and the label reveals no IP address. */
export function sourceLabel(kind: SourceKind, key: string): string {
  const shortKey = key.slice(0, 8).toUpperCase();
  return `${kind === "address" ? "Red" : "Navegador"} ${shortKey.slice(0, 4)}-${shortKey.slice(4)}`;
}

/** The active carts and unpaid orders of one source, oldest first. */
export async function listHoldings(
  db: Queryable,
  kind: SourceKind,
  key: string,
): Promise<{
  carts: { id: string; pieces: number }[];
  orders: { id: string; reference: string; pieces: number }[];
}> {
  const { rows } = await sql<{ cart_id: string | null; order_id: string | null; reference: string; pieces: number }>`
    SELECT cart_id, order_id, reference::text, pieces::int FROM ${HOLDINGS} h
    WHERE ${sql.ref(kind === "address" ? "ip_hash" : "device_hash")} = decode(${key}, 'hex')
    ORDER BY since`.execute(db);
  return {
    carts: rows.flatMap((row) => (row.cart_id === null ? [] : { id: row.cart_id, pieces: row.pieces })),
    orders: rows.flatMap((row) =>
      row.order_id === null ? [] : { id: row.order_id, reference: row.reference, pieces: row.pieces },
    ),
  };
}
