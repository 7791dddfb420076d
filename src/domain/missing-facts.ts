/**
 * Facts that labels, feeds and barcode readers need and a product may lack, in the order of the list "Datos que faltan".
 */
export const MISSING_FACTS = [
  "composition",
  "care",
  "origin",
  "responsible",
  "gender",
  "age",
  "color",
  "colorValue",
  "sku",
  "gtin",
  "weight",
  "picture",
] as const;

export type MissingFact = (typeof MISSING_FACTS)[number];

export const MISSING_FACT_LABEL: Record<MissingFact, string> = {
  composition: "Composición",
  care: "Cuidados",
  origin: "País de origen",
  responsible: "Responsable",
  gender: "Género",
  age: "Edad",
  color: "Color",
  colorValue: "Valor del color",
  sku: "SKU",
  gtin: "Código de barras",
  weight: "Peso",
  picture: "Foto",
};
