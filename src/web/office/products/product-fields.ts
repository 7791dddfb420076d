/** A row of a composition as typed. */
export interface TypedFiber {
  fiber: string;
  percent: string;
}

/** The fields of a product's form as typed: texts, and ids of what is chosen. */
export interface ProductFields {
  name: string;
  description: string;
  color: string;
  price: string;
  wholesale: string;
  cost: string;
  markedNew: boolean;
  extended1: string;
  extended2: string;
  /** "2027-03-14T20:30", in Mexico City. */
  eventAt: string;
  eventPlace: string;
  presale: string;
  brand: string;
  /** All brands but the first. */
  otherBrands: string[];
  categories: string[];
  onlyIn: string[];
  /** By shop id. */
  ownPrices: Record<string, string>;
  styleCode: string;
  fibers: TypedFiber[];
  /** Codes of care symbols. */
  care: string[];
  /** Code of a country. */
  origin: string;
  responsible: string;
  gender: string;
  age: string;
  googleCategory: string;
  fitNote: string;
  modelNote: string;
  keywords: string;
}

export const EMPTY_FIELDS: ProductFields = {
  name: "",
  description: "",
  color: "",
  price: "",
  wholesale: "",
  cost: "",
  markedNew: false,
  extended1: "",
  extended2: "",
  eventAt: "",
  eventPlace: "",
  presale: "",
  brand: "",
  otherBrands: [],
  categories: [],
  onlyIn: [],
  ownPrices: {},
  styleCode: "",
  fibers: [],
  care: [],
  origin: "",
  responsible: "",
  gender: "",
  age: "",
  googleCategory: "",
  fitNote: "",
  modelNote: "",
  keywords: "",
};

/** Errors by field. Errors of own prices are under `own:<shop>`. */
export type FieldErrors = Record<string, string>;
