import { plainText } from "../../domain/plain-text.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";

/** The columns of Shopify's product CSV that the shop reads and writes, named as in Shopify's exports. */
export const SHOPIFY_COLUMNS = {
  handle: "Handle",
  title: "Title",
  body: "Body (HTML)",
  vendor: "Vendor",
  type: "Type",
  tags: "Tags",
  published: "Published",
  status: "Status",
  price: "Variant Price",
  compareAtPrice: "Variant Compare At Price",
  pieces: "Variant Inventory Qty",
  cost: "Cost per item",
} as const;

/** For each option, the columns of its name and of a variant's value. */
export const OPTION_COLUMNS = [1, 2, 3].map((n) => ({ name: `Option${n} Name`, value: `Option${n} Value` }));

export const SHOPIFY_CODE_COLUMNS = {
  sku: "Variant SKU",
  gtin: "Variant Barcode",
  weightGrams: "Variant Grams",
} as const satisfies Record<keyof SizeCodes, string>;

/** Facts without a column of Shopify are metafields. */
export const SHOPIFY_FACT_COLUMNS = {
  googleCategory: "Google Shopping / Google Product Category",
  gender: "Google Shopping / Gender",
  ageGroup: "Google Shopping / Age Group",
  styleCode: "Modelo (product.metafields.custom.style_code)",
  composition: "Composición (product.metafields.custom.composition)",
  care: "Cuidados (product.metafields.custom.care)",
  originCountry: "Hecho en (product.metafields.custom.country_of_origin)",
  responsibleFirm: "Responsable (product.metafields.custom.responsible_firm)",
  fitNote: "Cómo queda (product.metafields.custom.fit_note)",
  modelNote: "Quien la modela (product.metafields.custom.model_note)",
  searchKeywords: "Palabras para buscarla (product.metafields.custom.search_keywords)",
} as const satisfies Record<keyof ProductFacts, string>;

/** Names of the same columns in Shopify's newer template. */
const OTHER_NAMES: Record<string, string> = {
  "URL handle": SHOPIFY_COLUMNS.handle,
  Description: SHOPIFY_COLUMNS.body,
  "Published on online store": SHOPIFY_COLUMNS.published,
  Price: SHOPIFY_COLUMNS.price,
  "Compare-at price": SHOPIFY_COLUMNS.compareAtPrice,
  "Inventory quantity": SHOPIFY_COLUMNS.pieces,
  SKU: SHOPIFY_CODE_COLUMNS.sku,
  Barcode: SHOPIFY_CODE_COLUMNS.gtin,
  "Weight value (grams)": SHOPIFY_CODE_COLUMNS.weightGrams,
};

const IMPORTED_COLUMNS = [
  ...Object.values(SHOPIFY_COLUMNS),
  ...OPTION_COLUMNS.flatMap(({ name, value }) => [name, value]),
  ...Object.values(SHOPIFY_CODE_COLUMNS),
  ...Object.values(SHOPIFY_FACT_COLUMNS),
];

/**
 * The key of a metafield: "care" for "Care (product.metafields.my_fields.care)". Undefined for any other column, and
 * for Shopify's own metafields, which contain ids of entries and no texts.
 */
function metafieldKey(name: string): string | undefined {
  const [, namespace, key] = /\(product\.metafields\.([^.)]+)\.([^.)]+)\)$/.exec(name.trim()) ?? [];
  return namespace === "shopify" ? undefined : key;
}

const COLUMN_BY_NAME = new Map([
  ...IMPORTED_COLUMNS.map((column) => [plainText(column), column] as const),
  ...Object.entries(OTHER_NAMES).map(([name, column]) => [plainText(name), column] as const),
]);
const COLUMN_BY_METAFIELD_KEY = new Map(IMPORTED_COLUMNS.map((column) => [metafieldKey(column), column] as const));

/**
 * The column that a name in a header means. Capitals and accents are ignored, and of a metafield everything but its
 * key. Undefined: the import does not use it.
 */
export function findShopifyColumn(name: string): string | undefined {
  const key = metafieldKey(name);
  return key === undefined ? COLUMN_BY_NAME.get(plainText(name).trim()) : COLUMN_BY_METAFIELD_KEY.get(key);
}

/** The columns of an export, in Shopify's order. */
export const SHOPIFY_EXPORT_COLUMNS = [
  SHOPIFY_COLUMNS.handle,
  SHOPIFY_COLUMNS.title,
  SHOPIFY_COLUMNS.body,
  SHOPIFY_COLUMNS.vendor,
  SHOPIFY_COLUMNS.type,
  SHOPIFY_COLUMNS.tags,
  SHOPIFY_COLUMNS.published,
  ...OPTION_COLUMNS.slice(0, 2).flatMap(({ name, value }) => [name, value]),
  SHOPIFY_CODE_COLUMNS.sku,
  SHOPIFY_CODE_COLUMNS.weightGrams,
  "Variant Inventory Tracker",
  SHOPIFY_COLUMNS.pieces,
  "Variant Inventory Policy",
  "Variant Fulfillment Service",
  SHOPIFY_COLUMNS.price,
  SHOPIFY_COLUMNS.compareAtPrice,
  "Variant Requires Shipping",
  "Variant Taxable",
  SHOPIFY_CODE_COLUMNS.gtin,
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "Variant Image",
  "Google Shopping / MPN",
  "Google Shopping / Condition",
  ...Object.values(SHOPIFY_FACT_COLUMNS),
  SHOPIFY_COLUMNS.cost,
  SHOPIFY_COLUMNS.status,
] as const;
