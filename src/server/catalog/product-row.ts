import { sql, type RawBuilder } from "kysely";
import type { FiberShare } from "../../domain/composition.ts";
import type { Cents } from "../../domain/money.ts";
import { NO_OFFERS, type ApplicableOffers } from "../../domain/offer.ts";
import { pricesIn, type CurrentPrices } from "../../domain/price.ts";
import type { RatingCounts } from "../../domain/rating.ts";
import type { AgeGroup, Gender } from "../../domain/wearer.ts";
import { selectRunningOffers, toOffersNow, type OfferJson } from "../offers/running-offers.ts";
import { toSellingShop, type Shop } from "../shops/shop.ts";
import { soldInShopWithId } from "../shops/sold-in-shop.ts";
import type { PictureRow } from "../pictures/picture-url.ts";

export interface NamedRow {
  id: string;
  name: string;
}

export interface SluggedRow extends NamedRow {
  /** The name in URLs. */
  slug: string;
}

/** A size that the shop shows. */
export interface SizeRow extends NamedRow {
  available: number;
  sku: string | null;
  gtin: string | null;
  weightGrams: number | null;
}

/** A colour of a style: the product that is made in it. */
export interface ColorRow {
  id: string;
  /** The product's colour. Null if it has none. */
  name: string | null;
  /** Null for a pattern and for a colour without a value. */
  hex: string | null;
  /** The first picture. */
  picture: PictureRow | null;
  /** Whether it is sold only with the presale's code. */
  isPresale: boolean;
}

/** A product with all data for a card, a page or the wire, as one shop sells it. */
export interface ProductRow {
  id: string;
  name: string;
  description: string;
  is_digital: boolean;
  /** The time and place of the event to which a digital product admits. Null for any other product. */
  event_at: Date | null;
  event_place: string | null;
  color: string | null;
  price_cents: number;
  wholesale_price_cents: number | null;
  is_local: boolean;
  is_marked_new: boolean;
  extended1: string | null;
  extended2: string | null;
  created_at: Date;
  brands: SluggedRow[];
  categories: SluggedRow[];
  style_code: string | null;
  /** The products of its style that the shop sells, itself included. Null without a style. */
  colors: ColorRow[] | null;
  /** The value of its colour. */
  color_hex: string | null;
  composition: FiberShare[] | null;
  /** Codes of care symbols. */
  care: string[];
  /** ISO 3166-1 alpha-3. */
  origin_country: string | null;
  gender: Gender | null;
  age_group: AgeGroup | null;
  fit_note: string | null;
  model_note: string | null;
  /** Whether the product has a size guide of its own, which replaces that of its brand or category. */
  has_own_guide: boolean;
  sizes: SizeRow[];
  pictures: PictureRow[];
  shops: { id: string; price_cents: number | null }[];
  rating: RatingCounts;
  /** Its offers that run now in this shop. */
  offers: OfferJson[];
}

/** SQL: a PictureRow of the picture `i`, as JSON. */
export const PICTURE: RawBuilder<PictureRow> = sql`json_build_object('key', i.key, 'width', i.width, 'height', i.height,
  'color', i.color, 'alt', i.alt,
  'focus', CASE WHEN (i.focus_x, i.focus_y) <> (50, 50) THEN json_build_array(i.focus_x, i.focus_y) END, 'avif', i.avif_widths, 'webp', i.webp_widths)`;

/** SQL: the shown sizes of the product `p`, as JSON. */
export const SIZES: RawBuilder<SizeRow[]> = sql`
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', n.name, 'available', s.available, 'sku', s.sku,
      'gtin', s.gtin, 'weightGrams', s.weight_grams) ORDER BY n.position, n.name), '[]')
    FROM sizes s JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = p.id AND NOT s.is_hidden)`;

/** SQL: the columns of a ProductRow of the product `p`, as this shop sells it. */
export function productColumns(shop: Pick<Shop, "id" | "unopenedView">): RawBuilder<ProductRow> {
  return sql`${SHARED_COLUMNS}, ${colorsIn(shop)} AS colors, ${selectRunningOffers(sql`${shop.id}::uuid`)} AS offers`;
}

/**
 * SQL: the products of the style of the product `p`. A customer who sees a product of a presale sees the others of the
 * presale too. NULL without a style: the subquery is not run then.
 */
function colorsIn(shop: Pick<Shop, "id" | "unopenedView">): RawBuilder<ColorRow[] | null> {
  return sql`CASE WHEN p.style_code IS NOT NULL THEN (
    SELECT json_agg(json_build_object('id', o.id, 'name', o.color, 'hex', k.hex, 'isPresale', o.presale_id IS NOT NULL,
      'picture', (SELECT ${PICTURE} FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key
        WHERE pp.product_id = o.id ORDER BY pp.position LIMIT 1)) ORDER BY o.color_key, o.id)
    FROM (SELECT p.style_code, p.presale_id) AS shown
    CROSS JOIN LATERAL (
      SELECT p.id, p.color, p.color_key, p.presale_id FROM products p
      WHERE p.style_code = shown.style_code AND (p.presale_id IS NULL OR p.presale_id = shown.presale_id)
        AND ${soldInShop(shop)}) AS o
    LEFT JOIN colors k ON k.key = o.color_key) END`;
}

/** SQL: the rating counts of the product `p`, as JSON. */
export const RATING: RawBuilder<RatingCounts> = sql`json_build_object('count', p.rating_count, 'stars', p.rating_stars_sum,
  'small', p.fit_small_count, 'right', p.fit_right_count, 'large', p.fit_large_count)`;

/** SQL: the columns of the product `p` that are the same in all shops. */
const SHARED_COLUMNS = sql`
  p.id, p.name, p.description, p.is_digital, p.event_at, p.event_place, p.color, p.price_cents, p.wholesale_price_cents, p.is_local,
  p.is_marked_new, p.extended1, p.extended2, p.created_at, p.style_code, p.composition, p.care, p.origin_country, p.gender,
  p.age_group, p.fit_note, p.model_note, (SELECT k.hex FROM colors k WHERE k.key = p.color_key) AS color_hex,
  (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) ORDER BY pb.position), '[]')
    FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id) AS brands,
  (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) ORDER BY c.position, c.name), '[]')
    FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = p.id) AS categories,
  EXISTS (SELECT FROM size_guides g WHERE g.product_id = p.id) AS has_own_guide,
  ${SIZES} AS sizes,
  (SELECT coalesce(json_agg(${PICTURE} ORDER BY pp.position), '[]')
    FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id) AS pictures,
  (SELECT coalesce(json_agg(json_build_object('id', sp.shop_id, 'price_cents', sp.price_cents)), '[]')
    FROM shop_products sp WHERE sp.product_id = p.id) AS shops, ${RATING} AS rating`;

/** SQL: whether the product `p` is on sale to every customer of this shop. */
export function isSoldOutsidePresale(shop: Pick<Shop, "id" | "unopenedView">): RawBuilder<boolean> {
  return sql`p.presale_id IS NULL AND ${soldInShop(shop)}`;
}

/** Like `isSoldOutsidePresale`, for a shop id that is a column. It does not check whether the shop is open. */
export function isSoldOutsidePresaleWhere(shopId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`p.presale_id IS NULL AND ${soldInShopWithId(shopId)}`;
}

/**
 * SQL: whether the product `p` is sold in this shop, in a presale or not. An unopened shop sells nothing to visitors.
 */
export function soldInShop(shop: Pick<Shop, "id" | "unopenedView">): RawBuilder<boolean> {
  return shop.unopenedView === "hidden" ? sql`false` : soldInShopWithId(sql`${shop.id}::uuid`);
}

/**
 * The lowest prices of its sizes in stock, which a list shows and sorts by (rule OFFER-3). Without stock those of the
 * product itself.
 */
export function pricesOf(shop: Shop, row: ProductRow): CurrentPrices {
  const productPrices = pricesOfSize(shop, row, null);
  return row.sizes
    .filter(({ id, available }) => available > 0 && row.offers.some(({ sizeId }) => sizeId === id))
    .map(({ id }) => pricesOfSize(shop, row, id))
    .reduce((low, prices) => (shownCents(prices) < shownCents(low) ? prices : low), productPrices);
}

/** The prices of one size, or of the sizes without an offer of their own for null. */
export function pricesOfSize(shop: Shop, row: ProductRow, sizeId: string | null): CurrentPrices {
  return pricesWith(shop, row, toOffersNow(row.offers, sizeId));
}

/** The prices without offers: those of a printed label, which stays on the garment when the offer is over. */
export function regularPricesOf(shop: Shop, row: ProductRow): CurrentPrices {
  return pricesWith(shop, row, NO_OFFERS);
}

function pricesWith(shop: Shop, row: ProductRow, offers: ApplicableOffers): CurrentPrices {
  return pricesIn(
    toSellingShop(shop),
    {
      priceCents: row.price_cents,
      wholesalePriceCents: row.wholesale_price_cents,
      branchPriceCents: row.shops.find(({ id }) => id === shop.id)?.price_cents ?? null,
      brandIncrementCents: shop.brandIncrements.get(row.brands[0]?.id ?? "") ?? 0,
    },
    offers,
  );
}

/** The price of a size if it is not the product's, with its former price. */
export interface OwnPrice {
  priceCents: Cents;
  formerPriceCents: Cents | null;
}

/** Null if the size costs what the product costs. */
export function ownPriceOf(shop: Shop, row: ProductRow, sizeId: string): OwnPrice | null {
  if (row.offers.every((offer) => offer.sizeId === null)) return null;
  const prices = pricesOfSize(shop, row, sizeId);
  if (shownCents(prices) === shownCents(pricesOf(shop, row))) return null;
  return { priceCents: shownCents(prices), formerPriceCents: prices.formerPriceCents };
}

function shownCents(prices: CurrentPrices): Cents {
  return prices.branchPriceCents ?? prices.priceCents;
}
