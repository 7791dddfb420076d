import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";

/** The columns of a product's facts in the shop's own CSV. */
export const SHOP_CSV_FACT_COLUMNS = {
  styleCode: "Modelo",
  composition: "Composición",
  care: "Cuidados",
  originCountry: "Hecho en",
  responsibleFirm: "Responsable",
  gender: "Género",
  ageGroup: "Edad",
  googleCategory: "Categoría de Google",
  fitNote: "Cómo queda",
  modelNote: "Quien la modela",
  searchKeywords: "Palabras para buscarla",
} as const satisfies Record<keyof ProductFacts, string>;

/** The columns of a size's codes and weight. */
export const SHOP_CSV_CODE_COLUMNS = {
  sku: "SKU",
  gtin: "Código de barras",
  weightGrams: "Peso (g)",
} as const satisfies Record<keyof SizeCodes, string>;

/** The columns of the offer that lowers the list price of all the product's sizes. */
export const SHOP_CSV_OFFER_COLUMNS = {
  price: "Precio de oferta",
  formerPrice: "Precio anterior",
  from: "Oferta desde",
  until: "Oferta hasta",
} as const;

/** The columns with the same value in all rows of a product. */
export const SHOP_CSV_PRODUCT_COLUMNS = [
  "ID",
  "Clave",
  "Nombre",
  "Descripción",
  "Marca",
  "Categorías",
  "Color",
  "Precio",
  "Mayoreo",
  "Costo",
  ...Object.values(SHOP_CSV_OFFER_COLUMNS),
  "Nuevo",
  "Publicado",
  ...Object.values(SHOP_CSV_FACT_COLUMNS),
] as const;

/** The columns of the shop's own CSV. One row per size, with the product's data repeated in each row. */
export const SHOP_CSV_COLUMNS = [
  ...SHOP_CSV_PRODUCT_COLUMNS,
  "Talla",
  "Piezas",
  ...Object.values(SHOP_CSV_CODE_COLUMNS),
] as const;

export type ShopCsvColumn = (typeof SHOP_CSV_COLUMNS)[number];

/**
 * Prefix of the source key of products from a manually written file. A product from elsewhere keeps the prefix of its
 * source.
 */
export const SHOP_CSV_KEY_PREFIX = "csv:";
