import type { ProductFacts } from "../../domain/product-facts.ts";
import { pictureUrls, type PictureRow } from "../pictures/picture-url.ts";
import { writeFact } from "./fact-cells.ts";
import type { ExportedProduct } from "./list-products-to-export.ts";
import { toHtml } from "./html-text.ts";
import {
  SHOPIFY_EXPORT_COLUMNS,
  OPTION_COLUMNS,
  SHOPIFY_CODE_COLUMNS,
  SHOPIFY_COLUMNS as COLUMNS,
  SHOPIFY_FACT_COLUMNS,
} from "./shopify-columns.ts";
import { exportedHandle, SHOPIFY_KEY_PREFIX } from "./shopify-keys.ts";

type Row = Partial<Record<(typeof SHOPIFY_EXPORT_COLUMNS)[number], string | number | null>>;

/**
 * The colours of a style as rows of Shopify's CSV. Colours with the same common data are one product of Shopify (rule
 * CSV-5). `origin`: where Shopify fetches the pictures.
 */
export function toShopifyRows(
  productsOfStyle: readonly ExportedProduct[],
  origin: string,
): (string | number | null)[][] {
  const groups = [...Map.groupBy(productsOfStyle, (product) => JSON.stringify(toCommonCells(product))).values()];
  const handles = handlesOf(groups);
  return groups
    .flatMap((products, index) => toRows(products, handles[index]!, origin))
    .map((row) => SHOPIFY_EXPORT_COLUMNS.map((column) => row[column] ?? null));
}

/**
 * The handle of each group. A group becomes a product of Shopify. If the style came from Shopify, one group keeps its
 * handle: the group with a product that was imported as a whole, or else the first group.
 */
function handlesOf(groups: readonly ExportedProduct[][]): string[] {
  const shopifyKeyOf = ({ sourceKey }: ExportedProduct) =>
    sourceKey?.startsWith(SHOPIFY_KEY_PREFIX) ? sourceKey.slice(SHOPIFY_KEY_PREFIX.length) : undefined;
  const allKeys = new Set(groups.flat().flatMap((product) => shopifyKeyOf(product) ?? []));
  const takenHandles = new Set<string>();
  return groups.map((products) => {
    const keys = products.flatMap((product) => shopifyKeyOf(product) ?? []);
    const handleOfWholeProduct = keys.find((key) => !key.includes("#"));
    const [handleOfColors] = products[0]!.styleCode === null ? [] : keys.map((key) => key.replace(/#.*$/, ""));
    const handle =
      handleOfWholeProduct ??
      (handleOfColors !== undefined && !allKeys.has(handleOfColors) ? handleOfColors : undefined);
    if (handle === undefined || takenHandles.has(handle)) return exportedHandle(products[0]!);
    takenHandles.add(handle);
    return handle;
  });
}

/** The cells that are the same in all variants of a product of Shopify. */
function toCommonCells(product: ExportedProduct): Row {
  const facts = Object.entries(SHOPIFY_FACT_COLUMNS) as [
    keyof ProductFacts,
    (typeof SHOPIFY_FACT_COLUMNS)[keyof ProductFacts],
  ][];
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
    // Google's terms, not the shop's.
    [SHOPIFY_FACT_COLUMNS.gender]: product.gender,
    [SHOPIFY_FACT_COLUMNS.ageGroup]: product.ageGroup,
  };
}

function toRows(products: readonly ExportedProduct[], handle: string, origin: string): Row[] {
  const optionsOf = optionFinder(products);
  const variants = products.flatMap((product) => toVariants(product, { optionsOf, origin }));
  const pictures = products.flatMap((product) => product.pictures);
  const optionNameCells = optionsOf(products[0]!, "").map(([name], index) => [OPTION_COLUMNS[index]!.name, name]);
  const { "Variant Requires Shipping": requiresShipping, ...common } = toCommonCells(products[0]!);
  const rows: Row[] = variants.map((variant) => ({
    ...variant,
    "Variant Requires Shipping": requiresShipping ?? null,
  }));
  for (const [index, picture] of pictures.entries()) {
    rows[index] = {
      ...rows[index],
      "Image Src": urlOf(picture, origin),
      "Image Position": index + 1,
      "Image Alt Text": picture.alt,
    };
  }
  Object.assign(rows[0]!, common, Object.fromEntries(optionNameCells));
  return rows.map((row) => ({ [COLUMNS.handle]: handle, ...row }));
}

type FindOptions = (product: ExportedProduct, size: string) => [name: string, value: string][];

/** Color, if the product has one, and Talla, unless "Unitalla" is the only size. */
function optionFinder(products: readonly ExportedProduct[]): FindOptions {
  const hasSizes = products.some(({ sizes }) => sizes.some(({ name }) => name !== "Unitalla"));
  return ({ color }, size) => {
    const options: [string, string][] = [];
    if (color !== null && color !== "") options.push(["Color", color]);
    if (hasSizes) options.push(["Talla", size || "Unitalla"]);
    return options.length === 0 ? [["Title", "Default Title"]] : options;
  };
}

/** One row for each size. A product without sizes gets a variant without pieces, because Shopify requires a variant. */
function toVariants(
  product: ExportedProduct,
  { optionsOf, origin }: { optionsOf: FindOptions; origin: string },
): Row[] {
  const sizes = product.sizes.length > 0 ? product.sizes : [{ ...NO_CODES, name: "", available: 0 }];
  const picture = product.pictures[0];
  return sizes.map((size) => ({
    ...Object.fromEntries(
      optionsOf(product, size.name).map(([, value], index) => [OPTION_COLUMNS[index]!.value, value]),
    ),
    [SHOPIFY_CODE_COLUMNS.sku]: size.sku,
    [SHOPIFY_CODE_COLUMNS.weightGrams]: size.weightGrams,
    [SHOPIFY_CODE_COLUMNS.gtin]: size.gtin,
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

/** Shopify shows the Compare At Price struck through next to the price. */
function priceCells({ priceCents, offer }: ExportedProduct): Row {
  if (!offer?.isRunning || offer.priceCents >= priceCents) return { [COLUMNS.price]: (priceCents / 100).toFixed(2) };
  return {
    [COLUMNS.price]: (offer.priceCents / 100).toFixed(2),
    [COLUMNS.compareAtPrice]: (offer.formerPriceCents / 100).toFixed(2),
  };
}

const NO_CODES = { sku: null, gtin: null, weightGrams: null };

function urlOf(picture: PictureRow, origin: string): string {
  return `${origin}${pictureUrls(picture).largeUrl}`;
}
