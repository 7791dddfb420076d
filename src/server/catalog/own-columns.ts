import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";

/** The columns of a product's facts in the shop's own CSV. */
export const OWN_FACTS = {
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

/** The columns of a size's codes. */
export const OWN_CODES = {
  sku: "SKU",
  gtin: "Código de barras",
  weightGrams: "Peso (g)",
} as const satisfies Record<keyof SizeCodes, string>;

/** The columns of the offer of the list price in all sizes. */
export const OWN_OFFER = {
  price: "Precio de oferta",
  former: "Precio anterior",
  from: "Oferta desde",
  until: "Oferta hasta",
} as const;

/** The columns with the same value in all rows of a product. */
export const OWN_PRODUCT_COLUMNS = [
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
  ...Object.values(OWN_OFFER),
  "Nuevo",
  "Publicado",
  ...Object.values(OWN_FACTS),
] as const;

/** The columns of the shop's own CSV. One row per size, with the product's data repeated in each row. */
export const OWN_COLUMNS = [...OWN_PRODUCT_COLUMNS, "Talla", "Piezas", ...Object.values(OWN_CODES)] as const;

export type OwnColumn = (typeof OWN_COLUMNS)[number];

/** Prefix of the source key of products from a manually written file. A product from elsewhere keeps its own prefix. */
export const OWN_SOURCE = "csv:";
