/** A product's form as it is shown and typed: text in every field, ids where it is chosen. */
export interface ProductFields {
  name: string;
  description: string;
  color: string;
  price: string;
  wholesale: string;
  offer: boolean;
  markedNew: boolean;
  extended1: string;
  extended2: string;
  /** "2027-03-14T20:30", in Mexico City. */
  eventAt: string;
  eventPlace: string;
  presale: string;
  brand: string;
  /** Beside the first. */
  otherBrands: string[];
  categories: string[];
  onlyIn: string[];
  /** By shop. */
  ownPrices: Record<string, string>;
}

export const EMPTY_FIELDS: ProductFields = {
  name: "",
  description: "",
  color: "",
  price: "",
  wholesale: "",
  offer: false,
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
};

/** What is wrong, by field; own prices under `own:<shop>`. */
export type FieldErrors = Record<string, string>;
