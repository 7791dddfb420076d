import { sql } from "kysely";
import { publicGtin } from "../../domain/gtin.ts";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import type { Cents } from "../../domain/money.ts";
import type { CurrentPrices } from "../../domain/price.ts";
import type { App } from "../app.ts";
import { ownPriceOf, isSoldOutsidePresale, pricesOf, pricesOfSize } from "../catalog/product-row.ts";
import { hasOwnLegalText } from "../settings/legal-texts.ts";
import type { Shop } from "../shops/shop.ts";
import type { FeedShipping } from "./feed-item.ts";
import { listFeedRows, type FeedRow } from "./feed-row.ts";
import { listFeedShipping } from "./list-feed-shipping.ts";

/**
 * The price of schema.org's Offer. It is built on the server, so that the page needs no code for it. During an offer it
 * has the former price, and the last day if the offer has an end
 * (developers.google.com/search/docs/appearance/structured-data/merchant-listing).
 */
export interface SchemaOfferPrice {
  price: string;
  priceSpecification?: object;
  priceValidUntil?: string;
}

/** A product of a style, with its sizes and their codes. */
export interface GroupedProduct {
  id: string;
  name: string;
  color: string | null;
  /** The price of the sizes that have no price of their own. */
  price: SchemaOfferPrice;
  /** The key of its first picture, and the width of its largest WebP file in pixels. */
  picture: { key: string; width: number } | null;
  sizes: {
    id: string;
    name: string;
    isInStock: boolean;
    price?: SchemaOfferPrice;
    sku: string | null;
    gtin: string | null;
  }[];
}

/** What search engines read about a product besides its page: its variants, and how it is shipped and returned. */
export interface ProductGroup {
  /** The same id as in the feeds (rule FEED-2). */
  id: string;
  gender: string | null;
  ageGroup: string | null;
  materials: string[];
  /** The products of the style that are on sale in this shop, the requested one first. */
  products: GroupedProduct[];
  shipping: FeedShipping[];
  /** The shop's window and shipping of returns. Null if the owner wrote a text about returns, which may grant more. */
  returns: { windowDays: number; isShippingFree: boolean } | null;
}

/** More colours than any style has. */
const MAX_PRODUCTS = 50;

/** What search engines read about this product. Undefined if it is not on sale in this shop. */
export async function findProductGroup(
  { readDb: db }: Pick<App, "readDb">,
  shop: Shop,
  productId: string,
): Promise<ProductGroup | undefined> {
  const rows = await listFeedRows(db, shop, {
    where: sql`${isSoldOutsidePresale(shop)} AND (p.id = ${productId}
      OR p.style_code = (SELECT own.style_code FROM products own WHERE own.id = ${productId}))`,
    limit: MAX_PRODUCTS,
  });
  const requestedRow = rows.find(({ id }) => id === productId);
  if (!requestedRow) return undefined;
  return {
    id: requestedRow.style_code ?? requestedRow.id,
    gender: requestedRow.gender,
    ageGroup: requestedRow.age_group,
    materials: (requestedRow.composition ?? []).map(({ fiber }) => fiber),
    products: [requestedRow, ...rows.filter((row) => row !== requestedRow)].map((row) => toGroupedProduct(shop, row)),
    shipping: requestedRow.is_digital ? [] : await listFeedShipping(db, shop),
    returns: (await hasOwnLegalText(db, shop.id, "returns"))
      ? null
      : { windowDays: shop.settings.returns.windowDays, isShippingFree: shop.settings.returns.wayBack === "shop" },
  };
}

function toGroupedProduct(shop: Shop, row: FeedRow): GroupedProduct {
  const [picture] = row.pictures;
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    price: toSchemaOfferPrice(pricesOf(shop, row)),
    picture: picture ? { key: picture.key, width: picture.webp.at(-1) ?? picture.width } : null,
    sizes: row.sizes.map(({ id, name, available, sku, gtin }) => ({
      id,
      name,
      isInStock: available > 0,
      ...(ownPriceOf(shop, row, id) && { price: toSchemaOfferPrice(pricesOfSize(shop, row, id)) }),
      sku,
      gtin: publicGtin(gtin),
    })),
  };
}

function toSchemaOfferPrice(prices: CurrentPrices): SchemaOfferPrice {
  const { formerPriceCents, offerUntil } = prices;
  return {
    price: toDecimal(prices.branchPriceCents ?? prices.priceCents),
    ...(formerPriceCents !== null && {
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        priceType: "https://schema.org/StrikethroughPrice",
        price: toDecimal(formerPriceCents),
        priceCurrency: "MXN",
      },
    }),
    ...(offerUntil && { priceValidUntil: formatMexicoTime(offerUntil).slice(0, 10) }),
  };
}

function toDecimal(cents: Cents): string {
  return (cents / 100).toFixed(2);
}
