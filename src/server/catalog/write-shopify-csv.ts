import type { ProductFacts } from "../../domain/product-facts.ts";
import { pictureSizes, type PictureRow } from "../pictures/picture-url.ts";
import { writeFact } from "./fact-cells.ts";
import type { ExportedProduct } from "./list-products-to-export.ts";
import { toHtml } from "./plain-html.ts";
import {
  EXPORTED_COLUMNS,
  OPTIONS,
  SHOPIFY_CODES,
  SHOPIFY_COLUMNS as COLUMNS,
  SHOPIFY_FACTS,
} from "./shopify-columns.ts";
import { exportedHandle, SHOPIFY_SOURCE } from "./shopify-keys.ts";

type Row = Partial<Record<(typeof EXPORTED_COLUMNS)[number], string | number | null>>;

/**
 * The colours of a style as rows of Shopify's CSV: one product of Shopify for those whose common data are the same
 * (rule CSV-5). `origin`: where Shopify fetches the pictures.
 */
export function toShopifyRows(style: readonly ExportedProduct[], origin: string): (string | number | null)[][] {
  const groups = [...Map.groupBy(style, (product) => JSON.stringify(toCommonCells(product))).values()];
  const handles = handlesOf(groups);
  return groups
    .flatMap((colors, at) => toRows(colors, handles[at]!, origin))
    .map((row) => EXPORTED_COLUMNS.map((column) => row[column] ?? null));
}

/**
 * The handles of the products of Shopify that a style becomes. One that came from Shopify keeps its handle: the one that
 * was the whole product, else the first.
 */
function handlesOf(groups: readonly ExportedProduct[][]): string[] {
  const handleOf = ({ sourceKey }: ExportedProduct) =>
    sourceKey?.startsWith(SHOPIFY_SOURCE) ? sourceKey.slice(SHOPIFY_SOURCE.length) : undefined;
  const all = new Set(groups.flat().flatMap((product) => handleOf(product) ?? []));
  const taken = new Set<string>();
  return groups.map((colors) => {
    const keys = colors.flatMap((product) => handleOf(product) ?? []);
    const whole = keys.find((key) => !key.includes("#"));
    const [ofColor] = colors[0]!.styleCode === null ? [] : keys.map((key) => key.replace(/#.*$/, ""));
    const handle = whole ?? (ofColor !== undefined && !all.has(ofColor) ? ofColor : undefined);
    if (handle === undefined || taken.has(handle)) return exportedHandle(colors[0]!);
    taken.add(handle);
    return handle;
  });
}

/** What Shopify stores once for all variants. */
function toCommonCells(product: ExportedProduct): Row {
  const facts = Object.entries(SHOPIFY_FACTS) as [keyof ProductFacts, (typeof SHOPIFY_FACTS)[keyof ProductFacts]][];
  const [category, ...categories] = product.categories.map(({ name }) => name);
  return {
    [COLUMNS.title]: product.name,
    [COLUMNS.body]: toHtml(product.description),
    [COLUMNS.vendor]: product.brands[0] ?? null,
    [COLUMNS.type]: category ?? null,
    [COLUMNS.tags]: categories.join(", "),
    [COLUMNS.published]: product.isPublished ? "true" : "false",
    [COLUMNS.status]: product.isPublished ? "active" : "draft",
    "Google Shopping / Condition": "new",
    "Variant Requires Shipping": product.isDigital ? "false" : "true",
    ...Object.fromEntries(facts.map(([name, column]) => [column, writeFact(product, name)])),
    // In Google's words.
    [SHOPIFY_FACTS.gender]: product.gender,
    [SHOPIFY_FACTS.ageGroup]: product.ageGroup,
  };
}

function toRows(colors: readonly ExportedProduct[], handle: string, origin: string): Row[] {
  const optionsOf = optionFinder(colors);
  const variants = colors.flatMap((product) => toVariants(product, { optionsOf, origin }));
  const pictures = colors.flatMap((product) => product.pictures);
  const names = optionsOf(colors[0]!, "").map(([name], at) => [OPTIONS[at]!.name, name]);
  const { "Variant Requires Shipping": shipping, ...common } = toCommonCells(colors[0]!);
  const rows: Row[] = variants.map((variant) => ({ ...variant, "Variant Requires Shipping": shipping ?? null }));
  for (const [at, picture] of pictures.entries()) {
    rows[at] = {
      ...rows[at],
      "Image Src": urlOf(picture, origin),
      "Image Position": at + 1,
      "Image Alt Text": picture.alt,
    };
  }
  Object.assign(rows[0]!, common, Object.fromEntries(names));
  return rows.map((row) => ({ [COLUMNS.handle]: handle, ...row }));
}

type Options = (product: ExportedProduct, size: string) => [name: string, value: string][];

/** Color, if it is known, and Talla, unless all have one size for everybody. */
function optionFinder(colors: readonly ExportedProduct[]): Options {
  const hasSizes = colors.some(({ sizes }) => sizes.some(({ name }) => name !== "Unitalla"));
  return ({ color }, size) => {
    const options: [string, string][] = [];
    if (color !== null && color !== "") options.push(["Color", color]);
    if (hasSizes) options.push(["Talla", size || "Unitalla"]);
    return options.length === 0 ? [["Title", "Default Title"]] : options;
  };
}

/** A row for each size. Without sizes it is one variant without pieces, because Shopify's products have a variant. */
function toVariants(product: ExportedProduct, { optionsOf, origin }: { optionsOf: Options; origin: string }): Row[] {
  const sizes = product.sizes.length > 0 ? product.sizes : [{ ...NO_CODES, name: "", available: 0 }];
  const picture = product.pictures[0];
  return sizes.map((size) => ({
    ...Object.fromEntries(optionsOf(product, size.name).map(([, value], at) => [OPTIONS[at]!.value, value])),
    [SHOPIFY_CODES.sku]: size.sku,
    [SHOPIFY_CODES.weightGrams]: size.weightGrams,
    [SHOPIFY_CODES.gtin]: size.gtin,
    "Google Shopping / MPN": size.sku,
    "Variant Inventory Tracker": "shopify",
    [COLUMNS.pieces]: size.available,
    "Variant Inventory Policy": "deny",
    "Variant Fulfillment Service": "manual",
    ...priceCells(product),
    [COLUMNS.cost]: product.costCents === null ? null : (product.costCents / 100).toFixed(2),
    "Variant Taxable": "true",
    "Variant Image": picture ? urlOf(picture, origin) : null,
  }));
}

/** Shopify shows Compare At Price struck through beside the price. */
function priceCells({ priceCents, offer }: ExportedProduct): Row {
  if (!offer?.isRunning || offer.priceCents >= priceCents) return { [COLUMNS.price]: (priceCents / 100).toFixed(2) };
  return {
    [COLUMNS.price]: (offer.priceCents / 100).toFixed(2),
    [COLUMNS.compareAtPrice]: (offer.formerPriceCents / 100).toFixed(2),
  };
}

const NO_CODES = { sku: null, gtin: null, weightGrams: null };

function urlOf(picture: PictureRow, origin: string): string {
  return `${origin}${pictureSizes(picture).largeUrl}`;
}
