import { sql, type RawBuilder } from "kysely";
import { cartLineName } from "../../domain/cart-line.ts";
import { pricesIn, type CurrentPrices } from "../../domain/price.ts";
import type { Queryable } from "../db/connect.ts";
import type { Presale } from "../presale-access/queries.ts";
import { SHOPPING_NOW } from "./shopping-heartbeat.ts";
import { selectRunningOffers, toOffersNow, type OfferJson } from "../offers/running-offers.ts";
import { toSellingShop, type Shop } from "../shops/shop.ts";

type CartState = "active" | "ordered" | "expired" | "emptied";

export interface CartLine {
  sizeId: string;
  productId: string;
  brandId: string | null;
  brand: string | null;
  /** Product, brand, colour, "T: size". */
  name: string;
  isDigital: boolean;
  pieces: number;
  /** Pieces taken from stock: all of the line, or 0 for a line made to order. */
  held: number;
  /** Available pieces in addition to this line's. */
  available: number;
  prices: CurrentPrices;
  styleCode: string | null;
  brandIds: string[];
  categoryIds: string[];
  isOffer: boolean;
  /** The thumbnail's picture key and WebP widths. */
  picture: { key: string; webp: number[] } | null;
  extended1: string | null;
  extended2: string | null;
}

export interface Cart {
  id: string;
  shopId: string;
  state: CartState;
  presaleId: string | null;
  presale: Pick<Presale, "id" | "name" | "deliversOn"> | null;
  version: number;
  modifiedAt: Date;
  expiresAt: Date;
  /** The time that counts for the cart's expiry, when the cart was read (rule CART-13). */
  now: Date;
  /** The database's clock when the cart was read. */
  readAt: Date;
  /** The code that the customer entered. It may have been used up or have ended since then. */
  coupon: CartCoupon | null;
  lines: CartLine[];
}

export interface CartCoupon {
  code: string;
  promotionId: string;
  /** Whether the code has no uses left. */
  isUsedUp: boolean;
  /** The only customer who may use it. Null for everybody. */
  customerId: string | null;
}

interface CartRow {
  id: string;
  shop_id: string;
  state: CartState;
  presale_id: string | null;
  presale: Cart["presale"];
  version: number;
  modified_at: Date;
  expires_at: Date;
  now: Date;
  read_at: Date;
  coupon: CartCoupon | null;
  lines: LineRow[];
}

export interface LineRow {
  size_id: string;
  product_id: string;
  brand_id: string | null;
  brand_name: string | null;
  name: string;
  color: string | null;
  size_name: string;
  is_digital: boolean;
  pieces: number;
  held: number;
  available: number;
  price_cents: number;
  wholesale_price_cents: number | null;
  branch_price_cents: number | null;
  increment_cents: number | null;
  style_code: string | null;
  brand_ids: string[];
  category_ids: string[];
  offers: OfferJson[];
  picture: { key: string; webp: number[] } | null;
  extended1: string | null;
  extended2: string | null;
}

/** Columns of the carts `c`, with their lines and current names, prices and stock. */
const CART_COLUMNS: RawBuilder<CartRow> = sql`
  c.id, c.shop_id, c.state, c.presale_id, c.version, c.modified_at, c.expires_at, ${SHOPPING_NOW} AS now, clock_timestamp() AS read_at,
  (SELECT json_build_object('id', e.id, 'name', e.name, 'deliversOn', e.delivers_on)
    FROM presales e WHERE e.id = c.presale_id) AS presale,
  (SELECT json_build_object('code', k.code, 'promotionId', k.promotion_id, 'isUsedUp', coalesce(k.uses >= k.max_uses, false),
      'customerId', k.customer_id) FROM promotion_codes k WHERE k.code = c.coupon) AS coupon,
  (SELECT coalesce(json_agg(json_build_object(
      'size_id', s.id, 'product_id', p.id, 'brand_id', b.id, 'brand_name', b.name, 'name', p.name, 'color', p.color,
      'size_name', n.name, 'is_digital', p.is_digital, 'pieces', l.pieces, 'held', l.held, 'available', s.available,
      'price_cents', p.price_cents, 'wholesale_price_cents', p.wholesale_price_cents,
      'branch_price_cents', own.price_cents, 'increment_cents', bi.increment_cents,
      'style_code', p.style_code, 'offers', ${selectRunningOffers(sql`c.shop_id`)},
      'brand_ids', ARRAY(SELECT pb.brand_id FROM product_brands pb WHERE pb.product_id = p.id),
      'category_ids', ARRAY(SELECT pc.category_id FROM product_categories pc WHERE pc.product_id = p.id),
      'picture', (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM product_pictures pp
        JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id AND pp.position = 0),
      'extended1', p.extended1, 'extended2', p.extended2) ORDER BY l.position), '[]')
    FROM cart_lines l
    JOIN sizes s ON s.id = l.size_id
    JOIN size_names n ON n.id = s.size_name_id
    JOIN products p ON p.id = s.product_id
    LEFT JOIN product_brands pb ON pb.product_id = p.id AND pb.position = 0
    LEFT JOIN brands b ON b.id = pb.brand_id
    LEFT JOIN brand_increments bi ON bi.brand_id = b.id AND bi.shop_id = c.shop_id
    LEFT JOIN shop_products own ON own.product_id = p.id AND own.shop_id = c.shop_id
    WHERE l.cart_id = c.id) AS lines`;

/** The carts of this shop with these ids, in any order. */
export async function listCarts(db: Queryable, shop: Shop, cartIds: readonly string[]): Promise<Cart[]> {
  const { rows } = await sql<CartRow>`
    SELECT ${CART_COLUMNS} FROM carts c WHERE c.id = ANY (${cartIds}) AND c.shop_id = ${shop.id}`.execute(db);
  return rows.map((row) => toCart(shop, row));
}

/** Finds the cart as it is stored. Unlike `findCart`, it may be active although its time has passed. */
export async function findStoredCart(db: Queryable, shop: Shop, cartId: string): Promise<Cart | undefined> {
  const [cart] = await listCarts(db, shop, [cartId]);
  return cart;
}

function toCart(shop: Shop, row: CartRow): Cart {
  return {
    id: row.id,
    shopId: row.shop_id,
    state: row.state,
    presaleId: row.presale_id,
    presale: row.presale,
    version: row.version,
    modifiedAt: row.modified_at,
    expiresAt: row.expires_at,
    now: row.now,
    readAt: row.read_at,
    coupon: row.coupon,
    lines: row.lines.map((line) => toLine(shop, line)),
  };
}

export function toLine(shop: Shop, line: LineRow): CartLine {
  const prices = pricesIn(
    toSellingShop(shop),
    {
      priceCents: line.price_cents,
      wholesalePriceCents: line.wholesale_price_cents,
      branchPriceCents: line.branch_price_cents,
      brandIncrementCents: line.increment_cents ?? 0,
    },
    toOffersNow(line.offers, line.size_id),
  );
  return {
    sizeId: line.size_id,
    productId: line.product_id,
    brandId: line.brand_id,
    brand: line.brand_name,
    name: cartLineName({ name: line.name, brand: line.brand_name, color: line.color }, line.size_name),
    isDigital: line.is_digital,
    pieces: line.pieces,
    held: line.held,
    available: line.available,
    prices,
    styleCode: line.style_code,
    brandIds: line.brand_ids,
    categoryIds: line.category_ids,
    isOffer: prices.formerPriceCents !== null,
    picture: line.picture,
    extended1: line.extended1,
    extended2: line.extended2,
  };
}

export interface LockedCart {
  state: CartState;
  presale_id: string | null;
  is_expired: boolean;
}

/** Locks the cart until the transaction ends. Expiry is decided by the time that counts for carts (`SHOPPING_NOW`). */
export async function lockCart(tx: Queryable, shopId: string, cartId: string): Promise<LockedCart | undefined> {
  const { rows } = await sql<LockedCart>`
    SELECT state, presale_id, expires_at <= ${SHOPPING_NOW} AS is_expired
    FROM carts WHERE id = ${cartId} AND shop_id = ${shopId} FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function findLine(tx: Queryable, cartId: string, sizeId: string) {
  return tx
    .selectFrom("cart_lines")
    .innerJoin("sizes", "sizes.id", "cart_lines.size_id")
    .select(["cart_lines.pieces", "cart_lines.held", "sizes.product_id"])
    .where("cart_lines.cart_id", "=", cartId)
    .where("cart_lines.size_id", "=", sizeId)
    .executeTakeFirst();
}

/** Reserves pieces. False if too few are available. The WHERE clause is the guard against concurrent carts. */
export async function takePieces(tx: Queryable, sizeId: string, pieces: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("sizes")
    .set((eb) => ({ available: eb("available", "-", pieces) }))
    .where("id", "=", sizeId)
    .where("available", ">=", pieces)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns reserved pieces to the stock. */
export async function returnPieces(tx: Queryable, sizeId: string, pieces: number): Promise<void> {
  await tx
    .updateTable("sizes")
    .set((eb) => ({ available: eb("available", "+", pieces) }))
    .where("id", "=", sizeId)
    .execute();
}
