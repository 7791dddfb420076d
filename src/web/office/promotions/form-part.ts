import type { PromotionField, PromotionInput } from "./promotion-input.ts";

/** A product that a search in the form found. */
export interface FoundProduct {
  id: string;
  name: string;
  color: string | null;
  styleCode: string | null;
  picture: { key: string; webp: number[] } | null;
}

/** The result of a search in the form: products for the promotion's scope, or for its gift. */
export interface SearchResult {
  field: "scope" | "gift";
  products: FoundProduct[];
}

/** Props of every part of the form. */
export interface FormPartProps {
  input: PromotionInput;
  /** The error message of a field, or undefined. */
  errorOf: (field: PromotionField) => string | undefined;
  /** Names of the chosen products, categories and brands by id. */
  names: Record<string, string>;
  searchResult: SearchResult | undefined;
}
