import { sql } from "kysely";
import { publicGtin } from "../../domain/gtin.ts";
import type { Cents } from "../../domain/money.ts";
import type { App } from "../app.ts";
import { onSaleIn } from "../catalog/product-row.ts";
import { toProductView } from "../catalog/to-view.ts";
import { hasOwnLegalText } from "../settings/legal-texts.ts";
import type { Shop } from "../shops/shop.ts";
import type { FeedShipping } from "./feed-item.ts";
import { listFeedRows, type FeedRow } from "./feed-row.ts";
import { listShipping } from "./list-shipping.ts";

/** A product of a style, with what identifies its sizes. */
export interface GroupedProduct {
  id: string;
  name: string;
  color: string | null;
  priceCents: Cents;
  /** The key of its first picture, and the largest width. */
  picture: { key: string; width: number } | null;
  sizes: { id: string; name: string; isInStock: boolean; sku: string | null; gtin: string | null }[];
}

/** What search engines read about a product besides its page: its variants, and how it is shipped and returned. */
export interface ProductGroup {
  /** The id that the feeds have too (rule FEED-2). */
  id: string;
  gender: string | null;
  ageGroup: string | null;
  materials: string[];
  /** The products of the style on sale in this shop, this one first. */
  products: GroupedProduct[];
  shipping: FeedShipping[];
  /** Whether returns are as in the shop's standard text. An owner's own text may grant more. */
  hasStandardReturns: boolean;
}

/** More colours than any style has. */
const MAX_PRODUCTS = 50;

/** Undefined if the product is not on sale. */
export async function findProductGroup(
  { readDb: db }: Pick<App, "readDb">,
  shop: Shop,
  productId: string,
): Promise<ProductGroup | undefined> {
  const rows = await listFeedRows(db, shop, {
    where: sql`${onSaleIn(shop)} AND (p.id = ${productId}
      OR p.style_code = (SELECT own.style_code FROM products own WHERE own.id = ${productId}))`,
    limit: MAX_PRODUCTS,
  });
  const own = rows.find(({ id }) => id === productId);
  if (!own) return undefined;
  return {
    id: own.style_code ?? own.id,
    gender: own.gender,
    ageGroup: own.age_group,
    materials: (own.composition ?? []).map(({ fiber }) => fiber),
    products: [own, ...rows.filter((row) => row !== own)].map((row) => toGrouped(shop, row)),
    shipping: own.is_digital ? [] : await listShipping(db, shop),
    hasStandardReturns: !(await hasOwnLegalText(db, shop.id, "returns")),
  };
}

function toGrouped(shop: Shop, row: FeedRow): GroupedProduct {
  const [picture] = row.pictures;
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    priceCents: toProductView(shop, row, row.created_at).priceCents,
    picture: picture ? { key: picture.key, width: picture.webp.at(-1) ?? picture.width } : null,
    sizes: row.sizes.map(({ id, name, available, sku, gtin }) => ({
      id,
      name,
      isInStock: available > 0,
      sku,
      gtin: publicGtin(gtin),
    })),
  };
}
