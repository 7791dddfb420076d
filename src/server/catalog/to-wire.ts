import type { z } from "zod";
import { Product, type Category, type MenuEntry, type StockEntry } from "../../contract/catalog.ts";
import { describeCare } from "../../domain/care.ts";
import { countryName } from "../../domain/countries.ts";
import { bestInstallments } from "../../domain/installments.ts";
import { toPesos, type Cents } from "../../domain/money.ts";
import { shortRuleText } from "../../domain/promotion-rule.ts";
import type { Promotion } from "../../domain/promotion-terms.ts";
import { toRating } from "../../domain/rating.ts";
import type { SizeGuide } from "../../domain/size-guide.ts";
import { CheckedJson } from "../http/checked-json.ts";
import { pictureUrls, nearestWebpUrl } from "../pictures/picture-url.ts";
import { installmentPlansOf, seesPricesOf, type Shop } from "../shops/shop.ts";
import { toWireSizeGuide } from "../size-guides/to-wire.ts";
import type { CategoryNode } from "./category-tree.ts";
import { publicPromotions, promotionsOf } from "./promotion-labels.ts";
import { ownPriceOf, pricesOf, type ColorRow, type NamedRow, type ProductRow, type SizeRow } from "./product-row.ts";
import type { ProductPage } from "./search-products.ts";
import { toSlug } from "./slug.ts";

/** The guides that apply to products, by product id (`findApplicableGuides`). */
export type SizeGuides = ReadonlyMap<string, SizeGuide>;

export function toWireProduct(shop: Shop, row: ProductRow, guide: SizeGuide | undefined): Product {
  const prices = pricesOf(shop, row);
  const images = row.pictures.map(pictureUrls);
  const promotions = promotionsOf(shop, row, { now: new Date() });
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    type: row.is_digital ? "DIGITAL" : "ORDINARY",
    event: row.event_at && { startsOn: row.event_at.toISOString(), place: row.event_place },
    brands: row.brands.map(toWireNamedRow),
    categories: row.categories.map(toWireNamedRow),
    color: row.color,
    price: toPesos(prices.priceCents),
    wholesalePrice: pesosOrNull(prices.wholesalePriceCents),
    shopPrice: pesosOrNull(prices.branchPriceCents),
    shopWholesalePrice: pesosOrNull(prices.branchWholesalePriceCents),
    isLocal: row.is_local,
    shops: row.shops
      .filter((shopRow) => seesPricesOf(shop, shopRow))
      .map((shopRow) => ({ shopId: shopRow.id, price: pesosOrNull(shopRow.price_cents) })),
    images,
    image: images[0]?.url ?? null,
    stocks: row.sizes.map((size) => toWireSize(shop, row, size)),
    sizeGuide: guide ? toWireSizeGuide(guide) : null,
    hasDto: prices.formerPriceCents !== null,
    isNewProduct: row.is_marked_new,
    createdOn: row.created_at.toISOString(),
    extended1: row.extended1,
    extended2: row.extended2,
    style: row.style_code,
    colors: colorsOf(row).map((color) => toWireColor(row, color)),
    composition: row.composition ?? [],
    care: describeCare(row.care),
    origin: row.origin_country && countryName(row.origin_country),
    gender: row.gender,
    ageGroup: row.age_group,
    fitNote: row.fit_note,
    modelNote: row.model_note,
    rating: toRating(row.rating),
    formerPrice: pesosOrNull(prices.formerPriceCents),
    offerUntil: prices.offerUntil?.toISOString() ?? null,
    promotions: toWirePromotions(promotions),
    freeShippingFrom: pesosOrNull(freeShippingFromCents(row, promotions)),
    installments: toWireInstallments(shop, prices.branchPriceCents ?? prices.priceCents),
  };
}

export function toWirePromotions(promotions: readonly Promotion[]): Product["promotions"] {
  return promotions.map(({ name, ...terms }) => ({ name, label: shortRuleText(terms) }));
}

/**
 * The lowest total at which a promotion pays the shipping, in centavos. Null without such a promotion, and for a
 * digital product.
 */
export function freeShippingFromCents(row: ProductRow, promotions: readonly Promotion[]): Cents | null {
  const minimumsCents = promotions.filter(({ rule }) => rule.kind === "freeShipping").map(({ fromCents }) => fromCents);
  return row.is_digital || minimumsCents.length === 0 ? null : Math.min(...minimumsCents);
}

/** The most months without interest that this shop offers for a total. Null if there are none. */
export function toWireInstallments(shop: Shop, totalCents: Cents): Product["installments"] {
  const best = bestInstallments(installmentPlansOf(shop), totalCents);
  return best && { months: best.months, amount: toPesos(best.amountCents) };
}

/** The colours of the product's style. Without a style, only its own colour. */
function colorsOf(row: ProductRow): ColorRow[] {
  if (row.colors) return row.colors;
  return [{ id: row.id, name: row.color, hex: row.color_hex, picture: row.pictures[0] ?? null, isPresale: false }];
}

function toWireColor(product: ProductRow, { id, name, hex, picture }: ColorRow): Product["colors"][number] {
  const shownName = name ?? product.name;
  return { _id: id, slug: toSlug(shownName), name: shownName, hex, image: picture && pictureUrls(picture).url };
}

/** The JSON of a page. `jsonCache` caches the JSON of its products. */
export function toWirePage(
  shop: Shop,
  page: ProductPage,
  guides: SizeGuides,
  jsonCache: ProductJsonCache,
): CheckedJson {
  const now = new Date();
  const runningPromotions = publicPromotions(shop, now);
  const docs = page.products.map((row) =>
    jsonCache.of(shop, row, { guide: guides.get(row.id), running: runningPromotions, now }),
  );
  const numbers = {
    page: page.page,
    totalPages: Math.ceil(page.totalProducts / page.pageSize),
    totalDocs: page.totalProducts,
  };
  // `join` makes one flat string. If a template literal enclosed it, the text would be copied once more for hashing.
  const parts = docs.flatMap((doc, index) => (index === 0 ? [doc] : [",", doc]));
  return new CheckedJson([`{"docs":[`, ...parts, `],${JSON.stringify(numbers).slice(1)}`].join(""));
}

/** A product as JSON, and the data besides its row that it was built from. */
interface CachedProductJson {
  shop: Shop;
  /** As JSON. */
  guide: string | undefined;
  /** All promotions that ran when the JSON was made. They start and end without a change of the row. */
  runningPromotions: readonly Promotion[];
  /** Those of the product. */
  promotions: readonly Promotion[];
  text: string;
}

/** Caches the JSON of the rows that lists show. */
export class ProductJsonCache {
  private readonly texts = new WeakMap<ProductRow, CachedProductJson>();
  private readonly guides = new WeakMap<SizeGuide, string>();

  /** The JSON of a product. `runningPromotions`: `publicPromotions` of the shop. */
  of(
    shop: Shop,
    row: ProductRow,
    {
      guide,
      running: runningPromotions,
      now,
    }: { guide: SizeGuide | undefined; running: readonly Promotion[]; now: Date },
  ): string {
    const guideText = guide && this.guideText(guide);
    const cached = this.texts.get(row);
    const isOfShop = cached?.shop === shop;
    // If the same promotions run, those of the product can differ only because an offer started or ended.
    const promotions =
      isOfShop && row.offers.length === 0 && hasSameItems(cached.runningPromotions, runningPromotions)
        ? cached.promotions
        : promotionsOf(shop, row, { now, runningPromotions });
    if (isOfShop && cached.guide === guideText && hasSameItems(cached.promotions, promotions)) {
      cached.runningPromotions = runningPromotions;
      return cached.text;
    }
    const text = JSON.stringify(Product.parse(toWireProduct(shop, row, guide)));
    this.texts.set(row, { shop, guide: guideText, runningPromotions, promotions, text });
    return text;
  }

  /** The JSON of a guide, cached because guides rarely change. */
  private guideText(guide: SizeGuide): string {
    const text = this.guides.get(guide) ?? JSON.stringify(guide);
    this.guides.set(guide, text);
    return text;
  }
}

function hasSameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

export function toWireStock(row: SizeRow): z.output<typeof StockEntry> {
  const { id, name, available, sku, gtin, weightGrams } = row;
  return { _id: id, attribute: name, stock: available, sku, gtin, weight: weightGrams };
}

function toWireSize(shop: Shop, row: ProductRow, size: SizeRow): Product["stocks"][number] {
  const ownPrice = ownPriceOf(shop, row, size.id);
  return {
    ...toWireStock(size),
    price: pesosOrNull(ownPrice?.priceCents ?? null),
    formerPrice: pesosOrNull(ownPrice?.formerPriceCents ?? null),
  };
}

export function toWireNamedRow(row: NamedRow): { _id: string; name: string } {
  return { _id: row.id, name: row.name };
}

export function toWireCategory(node: CategoryNode): z.output<typeof Category> {
  return {
    _id: node.id,
    name: node.name,
    description: node.description,
    parentId: node.parent_id ?? "0",
    brands: node.brands.map(toWireNamedRow),
    color: node.color,
    image: node.picture && nearestWebpUrl(node.picture, 540),
  };
}

export function toWireMenu(node: CategoryNode): MenuEntry {
  return {
    _id: node.id,
    name: node.name,
    slug: node.slug,
    image: node.picture && nearestWebpUrl(node.picture, 540),
    brands: node.brands.map(({ id, name, slug }) => ({ _id: id, name, slug })),
    children: node.children.map(toWireMenu),
  };
}

export function pesosOrNull(cents: number | null): number | null {
  return cents === null ? null : toPesos(cents);
}
