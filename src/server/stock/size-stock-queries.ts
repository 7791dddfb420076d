import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import { isVisibleIn, type VisibleShops } from "../catalog/visible-products.ts";
import type { Queryable } from "../db/connect.ts";
import { listOnHand, type OnHand } from "./on-hand.ts";

const PAGE_SIZE = 50;
/** The most carts, and the most orders, that are listed. At the start of a sale thousands of carts may hold a size. */
const MAX_LISTED_ROWS = 100;

export interface CartWithSize {
  cartId: string;
  shop: string;
  pieces: number;
  /** Pieces of all sizes in the cart. */
  cartPieces: number;
  /** When its first line was added. */
  since: Date;
  /** When the cart expires. */
  expiresAt: Date;
}

export interface OrderWithSize {
  orderId: string;
  reference: number;
  status: OrderStatus;
  customer: string;
  pieces: number;
  /** Made to order, without stock. */
  isMadeToOrder: boolean;
  createdAt: Date;
}

export interface SizeStock extends OnHand {
  product: string;
  color: string | null;
}

/** Where a size's pieces are. Undefined if it does not exist or is sold only in shops that the member may not see. */
export async function findSizeStock(
  db: Queryable,
  sizeId: string,
  shops: VisibleShops,
): Promise<SizeStock | undefined> {
  const { rows } = await sql<{ name: string; color: string | null }>`
    SELECT p.name, p.color FROM sizes s JOIN products p ON p.id = s.product_id
    WHERE s.id = ${sizeId} AND ${isVisibleIn(shops)}`.execute(db);
  const [size] = await listOnHand(db, { sizeIds: [sizeId] });
  return rows[0] && size && { ...size, product: rows[0].name, color: rows[0].color };
}

/** The active carts of these shops that hold pieces of a size, sorted by expiry. */
export async function listCartsWithSize(db: Queryable, sizeId: string, shops: VisibleShops): Promise<CartWithSize[]> {
  const { rows } = await sql<CartWithSize>`
    SELECT c.id AS "cartId", h.name AS shop, l.held AS pieces, c.first_line_at AS since, c.expires_at AS "expiresAt",
      (SELECT sum(o.pieces)::int FROM cart_lines o WHERE o.cart_id = c.id) AS "cartPieces"
    FROM cart_lines l JOIN carts c ON c.id = l.cart_id JOIN shops h ON h.id = c.shop_id
    WHERE l.size_id = ${sizeId} AND l.held > 0 AND c.state = 'active' AND ${inShops(shops, "c")}
    ORDER BY c.expires_at, c.id LIMIT ${MAX_LISTED_ROWS}`.execute(db);
  return rows;
}

/** The unshipped orders with pieces of a size, oldest first, without the orders of exchanges. */
export async function listOrdersWithSize(db: Queryable, sizeId: string, shops: VisibleShops): Promise<OrderWithSize[]> {
  const { rows } = await sql<OrderWithSize>`
    SELECT o.id AS "orderId", o.reference, o.status, btrim(o.customer_name || ' ' || o.customer_last_name) AS customer,
      l.pieces, l.held = 0 AS "isMadeToOrder", o.created_at AS "createdAt"
    FROM orders o JOIN order_lines l ON l.order_id = o.id
    WHERE o.status IN ('WAITING_PAYMENT', 'RESERVED', 'PAYMENT_ACCEPTED', 'PRESALE') AND l.size_id = ${sizeId}
      AND o.return_id IS NULL AND ${inShops(shops, "o")}
    ORDER BY o.reference LIMIT ${MAX_LISTED_ROWS}`.execute(db);
  return rows;
}

function inShops(shops: VisibleShops, alias: "c" | "o") {
  return shops === "all" ? sql<boolean>`true` : sql<boolean>`${sql.ref(alias)}.shop_id = ANY (${shops}::uuid[])`;
}

export interface Movement {
  id: number;
  pieces: number;
  kind: "receipt" | "count" | "sale" | "return" | "write_off" | "join";
  reason: string;
  actor: string;
  at: Date;
  order: { id: string; reference: number } | null;
  delivery: { id: string; number: number } | null;
}

/**
 * A size's stock movements, newest first. `before`: the id of the last movement of the previous page, which that page
 * returned as `next`. Orders of shops that the member may not see are not named.
 */
export async function listMovements(
  db: Queryable,
  { sizeId, shops, before }: { sizeId: string; shops: VisibleShops; before?: number | undefined },
): Promise<{ movements: Movement[]; next: number | null }> {
  const { rows } = await sql<Movement>`
    SELECT m.id, m.pieces, m.kind, m.reason, m.actor, m.at,
      CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'reference', o.reference) END AS order,
      CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'number', d.number) END AS delivery
    FROM stock_movements m LEFT JOIN orders o ON o.id = m.order_id AND ${inShops(shops, "o")}
    LEFT JOIN deliveries d ON d.id = m.delivery_id
    WHERE m.size_id = ${sizeId} AND ${before === undefined ? sql`true` : sql`m.id < ${before}`}
    ORDER BY m.id DESC LIMIT ${PAGE_SIZE + 1}`.execute(db);
  return { movements: rows.slice(0, PAGE_SIZE), next: rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]!.id : null };
}
