import { format12HourTime } from "../../domain/format-12-hour-time.ts";
import { formatDayWithWeekday } from "../../domain/day-with-weekday.ts";
import { bestInstallments } from "../../domain/installments.ts";
import type { Cents } from "../../domain/money.ts";
import { PRODUCT_BADGE_LABEL, productBadge, type ProductBadge } from "../../domain/product-badge.ts";
import { toRating, type Rating } from "../../domain/rating.ts";
import { formatPrices, type PriceTexts } from "../../domain/shown-prices.ts";
import { installmentPlansOf, type Shop } from "../shops/shop.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { badgeOf, labelsOf, promotionsOf } from "./promotion-labels.ts";
import { ownPriceOf, pricesOf, type OwnPrice, type ProductRow } from "./product-row.ts";

/** A colour of a style as the screens show it. */
export interface ColorView {
  /** The product that is made in it. */
  id: string;
  name: string;
  hex: string | null;
  /** Only for a colour without a value, whose swatch is a crop of the picture. */
  picture: PictureRow | null;
  isPresale: boolean;
}

/** A product as the screens show it: prices of this shop, in centavos. */
export interface ProductView {
  id: string;
  name: string;
  brand: string | null;
  /** The brand's name in URLs. */
  brandSlug: string | null;
  color: string | null;
  isDigital: boolean;
  priceCents: Cents;
  /** Null if the shop sells no wholesale or hides these prices, or the product has none below its price. */
  wholesalePriceCents: Cents | null;
  /** The price before the offer that runs now. Null without an offer. */
  formerPriceCents: Cents | null;
  /** When the offer ends. Null without an offer, or if it has no end. */
  offerUntil: Date | null;
  /** The prices and the months without interest as texts, without the wholesale price. */
  prices: PriceTexts;
  /** "Oferta" or "Nuevo", or null. On a card the promotion that the product is in comes before both (rule PROMO-15). */
  badge: string | null;
  /** Labels of the promotions that include the product. Null without one. */
  promotions: string | null;
  /** A size whose price differs from the product's has a price of its own. */
  sizes: ({ id: string; name: string; available: number } & Partial<OwnPrice>)[];
  pictures: PictureRow[];
  /** The colours of its style, itself included; on a card the first ones. Empty if there is only one. */
  colors: ColorView[];
  /** How many colours its style has; 0 if there is only one. */
  colorCount: number;
  rating: Rating | null;
}

export function toProductView(shop: Shop, row: ProductRow, now: Date): ProductView {
  const prices = pricesOf(shop, row);
  const priceCents = prices.branchPriceCents ?? prices.priceCents;
  const tag = tagOf(shop, row, now);
  const colors = toColorViews(row);
  const view: Omit<ProductView, "prices"> = {
    id: row.id,
    name: row.name,
    brand: row.brands[0]?.name ?? null,
    brandSlug: row.brands[0]?.slug ?? null,
    color: row.color,
    isDigital: row.is_digital,
    priceCents,
    wholesalePriceCents: shop.settings.products.showWholesalePrice ? wholesaleCentsOf(shop, row) : null,
    formerPriceCents: prices.formerPriceCents,
    offerUntil: prices.offerUntil,
    badge: tag && PRODUCT_BADGE_LABEL[tag],
    promotions: labelsOf(promotionsOf(shop, row, { now })),
    sizes: row.sizes.map(({ id, name, available }) => ({ id, name, available, ...ownPriceOf(shop, row, id) })),
    pictures: row.pictures,
    colors,
    colorCount: colors.length,
    rating: toRating(row.rating),
  };
  return { ...view, prices: shownPricesOf(shop, { ...view, wholesalePriceCents: null }, now) };
}

export function tagOf(shop: Shop, row: ProductRow, now: Date): ProductBadge | null {
  const isOffer = pricesOf(shop, row).formerPriceCents !== null;
  return productBadge({ isOffer, isMarkedNew: row.is_marked_new, createdAt: row.created_at }, now);
}

/** On a phone the swatches are next to the price, so there is room for few. */
const MAX_COLORS_ON_CARD = 3;

/** A product as a card shows it: only what the card needs, because a list sends many. */
export type CardView = Omit<
  ProductView,
  "brandSlug" | "wholesalePriceCents" | "formerPriceCents" | "offerUntil" | "promotions" | "rating"
> & {
  /** "Sáb 26 dic · 8:30 p. m.": when the event of a digital product starts. */
  startsAt?: string;
};

/**
 * A card's `prices` include the wholesale price, if there is one. `newProductIds`: the products with the badge 'Nuevo'
 * (list-new-product-ids.ts).
 */
export function toCardView(
  shop: Shop,
  row: ProductRow,
  { now, newProductIds }: { now: Date; newProductIds: ReadonlySet<string> },
): CardView {
  const view = toProductView(shop, row, now);
  const {
    brandSlug: _brand,
    wholesalePriceCents: _wholesale,
    formerPriceCents: _former,
    offerUntil: _until,
    promotions: _promotions,
    rating: _rating,
    ...card
  } = view;
  const hidesNewBadge = tagOf(shop, row, now) === "new" && !newProductIds.has(row.id);
  const badge = badgeOf(promotionsOf(shop, row, { now })) ?? (hidesNewBadge ? null : card.badge);
  return {
    ...card,
    ...(row.event_at && { startsAt: `${formatDayWithWeekday(row.event_at)} · ${format12HourTime(row.event_at)}` }),
    badge,
    // The front picture, and the one shown on hover. The text of the card describes both.
    pictures: card.pictures.slice(0, 2).map((picture) => ({ ...picture, alt: "" })),
    colors: firstColors(card),
    prices: withPlace(row, shownPricesOf(shop, { ...view, wholesalePriceCents: wholesaleCentsOf(shop, row) }, now)),
  };
}

/** Adds the place of a digital product's event before the other notes. */
function withPlace({ event_place: place }: ProductRow, prices: PriceTexts): PriceTexts {
  return place ? { ...prices, notes: [place, prices.notes].filter(Boolean).join("\n") } : prices;
}

/** Null if the shop does not sell wholesale, or the product has no wholesale price below its price. */
function wholesaleCentsOf(shop: Shop, row: ProductRow): Cents | null {
  if (!shop.settings.orders.allowWholesale) return null;
  const prices = pricesOf(shop, row);
  const isBranch = prices.branchPriceCents !== null;
  const wholesaleCents = isBranch ? prices.branchWholesalePriceCents : prices.wholesalePriceCents;
  const priceCents = prices.branchPriceCents ?? prices.priceCents;
  return wholesaleCents !== null && wholesaleCents < priceCents ? wholesaleCents : null;
}

/** The first colours of a style. They always include the product's own colour. */
function firstColors({ id, colors }: Pick<ProductView, "id" | "colors">): ColorView[] {
  const first = colors.slice(0, MAX_COLORS_ON_CARD);
  const ownColor = colors.find((color) => color.id === id);
  return !ownColor || first.includes(ownColor) ? first : [...first.slice(0, -1), ownColor];
}

function shownPricesOf(shop: Shop, view: Omit<ProductView, "prices">, now: Date): PriceTexts {
  const priceContext = {
    minWholesalePieces: shop.settings.orders.wholesaleQty,
    showsWholesale: shop.settings.products.showWholesalePrice,
    installments: bestInstallments(installmentPlansOf(shop), view.priceCents),
    hasSizePrices: view.sizes.some(({ priceCents }) => priceCents !== undefined),
  };
  return formatPrices({ ...view, ...priceContext }, now);
}

function toColorViews({ name, colors }: ProductRow): ColorView[] {
  if (!colors || colors.length < 2) return [];
  return colors.map((color) => ({
    id: color.id,
    name: color.name ?? name,
    hex: color.hex,
    picture: color.hex === null ? color.picture : null,
    isPresale: color.isPresale,
  }));
}
