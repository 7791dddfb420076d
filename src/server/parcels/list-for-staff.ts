import { sql, type RawBuilder } from "kysely";
import type { ParcelState } from "../../domain/parcel.ts";
import type { Queryable } from "../db/connect.ts";

/** The lists of the page Envíos. */
export const PARCEL_VIEWS = ["packed", "onTheirWay", "late", "delivered", "returned"] as const;
export type ParcelView = (typeof PARCEL_VIEWS)[number];

export interface ParcelQuery {
  shops: "all" | readonly string[];
  view: ParcelView;
  /** A part of a tracking number, or an order's reference. If it is not empty, `view` is ignored. */
  term: string;
  page: number;
}

export interface ListedParcel {
  id: string;
  orderId: string;
  reference: number;
  number: number;
  /** How many parcels the order has. */
  parcelsInOrder: number;
  customer: string;
  carrier: string;
  guide: string | null;
  /** The carrier's tracking URL, with a placeholder for the tracking number. */
  trackingTemplate: string | null;
  state: ParcelState;
  pieces: number;
  handedOverAt: Date | null;
  deliveredAt: Date | null;
  arrivesTo: string | null;
  isLate: boolean;
}

export const PARCELS_PER_PAGE = 50;

/**
 * A parcel on its way is late after the last day of its estimate or, without an estimate, three weeks after it left.
 * Parcels that left more than 90 days ago are not listed as late.
 */
const IS_LATE = sql`p.state IN ('HANDED_OVER', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED')
  AND coalesce(p.latest_arrival_on, (p.handed_over_at AT TIME ZONE 'America/Mexico_City')::date + 21)
    < (now() AT TIME ZONE 'America/Mexico_City')::date
  AND p.handed_over_at > now() - interval '90 days'`;

const VIEW_CONDITION: Record<ParcelView, RawBuilder<unknown>> = {
  packed: sql`p.state = 'PACKED'`,
  onTheirWay: sql`p.state IN ('HANDED_OVER', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED')`,
  late: IS_LATE,
  delivered: sql`p.state = 'DELIVERED'`,
  returned: sql`p.state = 'RETURNED'`,
};

/** A page of parcels: the oldest first, or in the views of delivered and returned parcels the newest first. */
export async function listParcelsForStaff(
  db: Queryable,
  { shops, view, term, page }: ParcelQuery,
): Promise<{ parcels: ListedParcel[]; hasMore: boolean }> {
  const isNewestFirst = term === "" && (view === "delivered" || view === "returned");
  const { rows } = await sql<ListedParcel>`
    SELECT p.id, p.order_id AS "orderId", o.reference, p.number,
      (SELECT count(*) FROM parcels n WHERE n.order_id = p.order_id)::int AS "parcelsInOrder",
      o.customer_name || ' ' || o.customer_last_name AS customer, p.carrier_name AS carrier, p.guide,
      (SELECT c.tracking_url FROM carriers c WHERE c.id = p.carrier_id) AS "trackingTemplate", p.state,
      (SELECT sum(l.pieces) FROM parcel_lines l WHERE l.parcel_id = p.id)::int AS pieces,
      p.handed_over_at AS "handedOverAt", p.delivered_at AS "deliveredAt", p.latest_arrival_on::text AS "arrivesTo",
      (${IS_LATE}) IS TRUE AS "isLate"
    FROM parcels p JOIN orders o ON o.id = p.order_id
    WHERE ${term === "" ? VIEW_CONDITION[view] : matchesSearch(term)} AND ${inShops(shops)}
    ORDER BY coalesce(p.delivered_at, p.handed_over_at, p.created_at) ${isNewestFirst ? sql`DESC` : sql`ASC`}, p.id
    LIMIT ${PARCELS_PER_PAGE + 1} OFFSET ${(page - 1) * PARCELS_PER_PAGE}`.execute(db);
  return { parcels: rows.slice(0, PARCELS_PER_PAGE), hasMore: rows.length > PARCELS_PER_PAGE };
}

function matchesSearch(term: string): RawBuilder<unknown> {
  const reference = /^#?\d{1,15}$/.test(term) ? Number(term.replace("#", "")) : null;
  const isReference = reference === null ? sql`false` : sql`o.reference = ${reference}`;
  // A search without letters or digits is empty after alphanumeric_text(), and must not match every parcel.
  return sql`(${isReference} OR alphanumeric_text(${term}::text) <> ''
    AND alphanumeric_text(p.guide) LIKE '%' || alphanumeric_text(${term}::text) || '%')`;
}

function inShops(shops: "all" | readonly string[]): RawBuilder<unknown> {
  return shops === "all" ? sql`true` : sql`o.shop_id = ANY (${shops}::uuid[])`;
}

/** How many parcels the views of unfinished parcels have. */
export async function countParcels(
  db: Queryable,
  shops: "all" | readonly string[],
): Promise<Pick<Record<ParcelView, number>, "packed" | "onTheirWay" | "late">> {
  const { rows } = await sql<{ packed: number; onTheirWay: number; late: number }>`
    SELECT count(*) FILTER (WHERE ${VIEW_CONDITION.packed}) AS packed, count(*) FILTER (WHERE ${VIEW_CONDITION.onTheirWay}) AS "onTheirWay",
      count(*) FILTER (WHERE ${IS_LATE}) AS late
    FROM parcels p JOIN orders o ON o.id = p.order_id
    WHERE p.state NOT IN ('DELIVERED', 'RETURNED') AND ${inShops(shops)}`.execute(db);
  return rows[0]!;
}

export interface IncompleteOrder {
  orderId: string;
  reference: number;
  customer: string;
  /** The pieces that are still to be sent. */
  pieces: number;
}

/** Shipped orders with pieces still to send: only a part of the order left, or a parcel came back (rule PARCEL-3). */
export async function listIncompleteOrders(
  db: Queryable,
  shops: "all" | readonly string[],
  limit = 100,
): Promise<IncompleteOrder[]> {
  const { rows } = await sql<IncompleteOrder>`
    SELECT o.id AS "orderId", o.reference, o.customer_name || ' ' || o.customer_last_name AS customer, u.pieces
    FROM orders o CROSS JOIN LATERAL (SELECT sum(pieces)::int AS pieces FROM unparcelled_lines(o.id)) u
    WHERE o.id IN (SELECT p.order_id FROM parcels p WHERE p.is_partial OR p.state = 'RETURNED')
      AND o.status = 'SHIPPED' AND u.pieces > 0 AND ${inShops(shops)}
    ORDER BY o.reference LIMIT ${limit}`.execute(db);
  return rows;
}

/** The parcels with these ids that belong to these shops, in the order of the ids. */
export async function listParcelsByIds(
  db: Queryable,
  ids: readonly string[],
  shops: "all" | readonly string[],
): Promise<{ id: string; reference: number; number: number }[]> {
  const { rows } = await sql<{ id: string; reference: number; number: number }>`
    SELECT p.id, o.reference, p.number FROM parcels p JOIN orders o ON o.id = p.order_id
    WHERE p.id = ANY (${ids}::uuid[]) AND ${inShops(shops)}
    ORDER BY array_position(${ids}::uuid[], p.id)`.execute(db);
  return rows;
}
