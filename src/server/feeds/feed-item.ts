import { publicGtin } from "../../domain/gtin.ts";
import type { Installments } from "../../domain/installments.ts";
import type { Cents } from "../../domain/money.ts";
import { sizePosition } from "../../domain/size-order.ts";

/** What a customer pays for a parcel with one piece, packaging included. */
export interface FeedShipping {
  service: string;
  priceCents: Cents;
}

/** A product of a feed. Facts that it lacks are null or empty. */
export interface FeedProduct {
  id: string;
  name: string;
  description: string;
  brand: string | null;
  color: string | null;
  styleCode: string | null;
  gender: string | null;
  ageGroup: string | null;
  googleCategory: string | null;
  /** Names from the top category down. */
  categoryPath: readonly string[];
  composition: readonly { fiber: string; percent: number }[];
  /** URLs of the product's page and of its pictures, the main picture first. */
  link: string;
  pictures: readonly string[];
}

export interface FeedSize {
  id: string;
  name: string;
  isInStock: boolean;
  /** The price displayed in the shop. */
  priceCents: Cents;
  /** The current offer. Null without one. */
  offer: { formerPriceCents: Cents; from: Date; until: Date | null } | null;
  sku: string | null;
  gtin: string | null;
  weightGrams: number | null;
}

/** The attributes of Google's product data specification that have one value, in the order of the columns. */
export const ATTRIBUTES = [
  "id",
  "item_group_id",
  "title",
  "description",
  "link",
  "image_link",
  "availability",
  "price",
  "sale_price",
  "sale_price_effective_date",
  "condition",
  "brand",
  "gtin",
  "mpn",
  "identifier_exists",
  "color",
  "size",
  "size_system",
  "gender",
  "age_group",
  "google_product_category",
  "product_type",
  "material",
  "shipping_weight",
] as const;

/** One size of a product in a feed. */
export interface FeedItem {
  attributes: Record<(typeof ATTRIBUTES)[number], string | null>;
  additionalPictures: readonly string[];
  shipping: readonly FeedShipping[];
  /** The monthly payments without interest that the product's page shows. */
  installments: Installments | null;
}

/** The longest values that Google's product data specification allows, in characters. */
const MAX_TITLE_LENGTH = 150;
const MAX_DESCRIPTION_LENGTH = 5_000;
const MAX_PRODUCT_TYPE_LENGTH = 750;
const MAX_BRAND_LENGTH = 70;
const MAX_COLOR_LENGTH = 100;
const MAX_SIZE_LENGTH = 100;
const MAX_MATERIAL_LENGTH = 200;
/** Google reads at most ten additional pictures, and three materials, the main one first. */
const MAX_ADDITIONAL_PICTURES = 10;
const MAX_MATERIALS = 3;

/**
 * A size as an item of a feed (rule FEED-2). Its id is the id of the size, as in GA4's events (rule MEASURE-2). The
 * attributes are those of Google's product data specification (support.google.com/merchants/answer/7052112). Meta reads
 * the same ones.
 */
export function feedItem(
  product: FeedProduct,
  size: FeedSize,
  shipping: readonly FeedShipping[],
): Omit<FeedItem, "installments"> {
  const { brand, color, composition, pictures } = product;
  const gtin = publicGtin(size.gtin);
  return {
    attributes: {
      id: size.id,
      item_group_id: product.styleCode ?? product.id,
      title: titleOf(product, size.name),
      description: cut(product.description, MAX_DESCRIPTION_LENGTH),
      link: product.link,
      image_link: pictures[0] ?? null,
      // Google reads this with or without underscores, Meta only with spaces.
      availability: size.isInStock ? "in stock" : "out of stock",
      price: feedPrice(size.offer?.formerPriceCents ?? size.priceCents),
      sale_price: size.offer && feedPrice(size.priceCents),
      // Without an end date, the sale price applies as long as the feed contains it.
      sale_price_effective_date: size.offer?.until
        ? `${feedTime(size.offer.from)}/${feedTime(size.offer.until)}`
        : null,
      condition: "new",
      brand: brand && cut(brand, MAX_BRAND_LENGTH),
      gtin,
      mpn: gtin ? null : size.sku,
      // An item is identified by its GTIN, or by its brand and MPN together.
      identifier_exists: gtin || (size.sku && brand) ? null : "no",
      color: color && cut(color, MAX_COLOR_LENGTH),
      size: cut(size.name, MAX_SIZE_LENGTH),
      size_system: "MEX",
      gender: product.gender,
      age_group: product.ageGroup,
      google_product_category: product.googleCategory,
      product_type: cut(product.categoryPath.join(" > "), MAX_PRODUCT_TYPE_LENGTH) || null,
      material: materialOf(composition),
      shipping_weight: size.weightGrams === null ? null : `${size.weightGrams} g`,
    },
    additionalPictures: pictures.slice(1, 1 + MAX_ADDITIONAL_PICTURES),
    shipping,
  };
}

/** "1299.00 MXN": digits and a point in every locale. */
export function feedPrice(cents: Cents): string {
  return `${(cents / 100).toFixed(2)} MXN`;
}

/** "2026-11-23T18:00Z": ISO 8601 without seconds, as Google's examples have it. */
function feedTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 16)}Z`;
}

/** "Vestido midi Rojo, talla M". Colour and size distinguish the items of a product, so the name is cut first. */
function titleOf({ name, color }: FeedProduct, size: string): string {
  const sizeText = sizePosition(size) === 0 ? size.toLowerCase() : `talla ${size}`;
  const suffix = cut(`${color ? ` ${color}` : ""}, ${sizeText}`, MAX_TITLE_LENGTH / 2);
  return cut(name, MAX_TITLE_LENGTH - Array.from(suffix).length) + suffix;
}

function materialOf(composition: FeedProduct["composition"]): string | null {
  const mainFibers = composition.toSorted((a, b) => b.percent - a.percent).slice(0, MAX_MATERIALS);
  return cut(mainFibers.map(({ fiber }) => fiber).join("/"), MAX_MATERIAL_LENGTH) || null;
}

/** Cuts a text to `max` characters. Counts code points, so that an emoji is not split. */
function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
