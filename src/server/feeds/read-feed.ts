import { createHash } from "node:crypto";
import { sql } from "kysely";
import { bestInstallments } from "../../domain/installments.ts";
import type { App } from "../app.ts";
import { categoryTree, type CategoryNode } from "../catalog/category-tree.ts";
import { isSoldOutsidePresale, pricesOfSize } from "../catalog/product-row.ts";
import { catalogFingerprint, listCategories } from "../catalog/queries.ts";
import type { Db } from "../db/connect.ts";
import { installmentPlansOf, type Shop } from "../shops/shop.ts";
import { pictureUrl } from "../pictures/picture-url.ts";
import { feedItem, type FeedItem, type FeedProduct, type FeedShipping, type FeedSize } from "./feed-item.ts";
import { listFeedShipping } from "./list-feed-shipping.ts";
import { listFeedRows, type FeedRow } from "./feed-row.ts";

/** Products read at a time. Memory use does not depend on the size of the catalogue. */
const BATCH_SIZE = 200;

/**
 * The items of this shop's feed in batches (rule FEED-1): each visible size, sold out or not, of its products on sale
 * that have a picture and are no tickets.
 */
export async function* readFeed(app: FeedApp, shop: Shop): AsyncGenerator<FeedItem[]> {
  const shipping = await listFeedShipping(app.readDb, shop);
  const paths = categoryPaths(categoryTree(await listCategories(app.readDb, shop), { onlyWithProducts: false }));
  const origin = app.originOf(shop.hosts);
  let afterId: string | null = null;
  for (;;) {
    const rows: FeedRow[] = await listRowsAfter(app.readDb, shop, afterId);
    yield rows.flatMap((row) => itemsOf(row, { shop, shipping, paths, origin }));
    if (rows.length < BATCH_SIZE) return;
    afterId = rows.at(-1)!.id;
  }
}

type FeedApp = Pick<App, "readDb" | "originOf">;

/**
 * A hash of all data of the feed: the catalogue with the codes of its sizes, the carriers and the shop's own terms. It
 * changes whenever the feed changes.
 */
export async function computeFeedFingerprint(app: FeedApp, shop: Shop): Promise<string> {
  const { rows } = await sql<{ codes: string }>`
    SELECT coalesce(sum(hashtextextended(concat_ws(':', s.id, s.sku, s.gtin, s.weight_grams), 0)), 0)::text AS codes
    FROM sizes s`.execute(app.readDb);
  const { management, products } = shop.settings;
  const terms = [
    app.originOf(shop.hosts),
    shop.name,
    management.canSell,
    products.showDescription,
    await listFeedShipping(app.readDb, shop),
    installmentPlansOf(shop),
  ];
  return createHash("sha1")
    .update(await catalogFingerprint(app.readDb, shop))
    .update(rows[0]!.codes)
    .update(JSON.stringify(terms))
    .digest("base64url");
}

function listRowsAfter(db: Db, shop: Shop, afterId: string | null): Promise<FeedRow[]> {
  return listFeedRows(db, shop, {
    where: sql`${isSoldOutsidePresale(shop)} AND NOT p.is_digital AND ${afterId === null ? sql`true` : sql`p.id > ${afterId}`}
      AND EXISTS (SELECT FROM product_pictures pp WHERE pp.product_id = p.id)`,
    limit: BATCH_SIZE,
  });
}

interface FeedContext {
  shop: Shop;
  shipping: readonly FeedShipping[];
  /** By category id: the names from the top category down to this one. */
  paths: ReadonlyMap<string, readonly string[]>;
  origin: string;
}

function itemsOf(row: FeedRow, context: FeedContext): FeedItem[] {
  const { shop, shipping } = context;
  const product = toFeedProduct(row, context);
  const plans = installmentPlansOf(shop);
  return row.sizes.map(({ id, name, available, sku, gtin, weightGrams }) => {
    // A shop that does not sell at present takes no orders.
    const isInStock = available > 0 && shop.settings.management.canSell;
    const prices = priceAndOfferOf(shop, row, id);
    const item = feedItem(product, { id, name, isInStock, ...prices, sku, gtin, weightGrams }, shipping);
    return { ...item, installments: bestInstallments(plans, prices.priceCents) };
  });
}

function priceAndOfferOf(shop: Shop, row: FeedRow, sizeId: string): Pick<FeedSize, "priceCents" | "offer"> {
  const { priceCents, branchPriceCents, formerPriceCents, offerFrom, offerUntil } = pricesOfSize(shop, row, sizeId);
  const isOffer = formerPriceCents !== null && offerFrom !== null;
  return {
    priceCents: branchPriceCents ?? priceCents,
    offer: isOffer ? { formerPriceCents, from: offerFrom, until: offerUntil } : null,
  };
}

function toFeedProduct(row: FeedRow, { shop, paths, origin }: FeedContext): FeedProduct {
  const brand = row.brands[0]?.name ?? null;
  const deepestPath = row.categories
    .map(({ id }) => paths.get(id) ?? [])
    .reduce((longest, path) => (path.length > longest.length ? path : longest), []);
  const title = [row.name, row.color].filter(Boolean).join(" ");
  return {
    id: row.id,
    name: row.name,
    // The same text as the page's description for search engines.
    description:
      (shop.settings.products.showDescription && row.description) ||
      `${[title, brand && `de ${brand}`].filter(Boolean).join(" ")} en ${shop.name}.`,
    brand,
    color: row.color,
    styleCode: row.style_code,
    gender: row.gender,
    ageGroup: row.age_group,
    googleCategory: row.google_category,
    categoryPath: deepestPath,
    composition: row.composition ?? [],
    link: `${origin}/products/${row.id}/details`,
    pictures: row.pictures.map(
      (picture) => origin + pictureUrl(picture.key, picture.webp.at(-1) ?? picture.width, "webp"),
    ),
  };
}

function categoryPaths(
  nodes: readonly CategoryNode[],
  ancestors: readonly string[] = [],
): Map<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  for (const { id, name, children } of nodes) {
    const path = [...ancestors, name];
    paths.set(id, path);
    for (const [childId, childPath] of categoryPaths(children, path)) paths.set(childId, childPath);
  }
  return paths;
}
