/** A row of a composition as typed. */
export interface TypedFiber {
  fiber: string;
  percent: string;
}

/**
 * The values of a product's form, stored or typed. Amounts are in pesos. A choice is an id or a code. An empty text
 * means none.
 */
export interface ProductFields {
  name: string;
  description: string;
  color: string;
  price: string;
  wholesale: string;
  cost: string;
  markedNew: boolean;
  /** A text of any content, which only the API returns. */
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
  isLocal: boolean;
  /** Ids of the shops that sell it. Empty unless it is local. */
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
  isLocal: false,
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

/** Error messages by field. The field of a branch's own price is `own:<shop id>`. */
export type FieldErrors = Record<string, string>;
