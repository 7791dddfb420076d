import type { PromotionField, PromotionInput } from "./promotion-input.ts";

/** A product that the form's search found. */
export interface FoundProduct {
  id: string;
  name: string;
  color: string | null;
  styleCode: string | null;
  picture: { key: string; webp: number[] } | null;
}

/** What a search of the form found, and for which of its fields. */
export interface Found {
  for: "scope" | "gift";
  products: FoundProduct[];
}

/** What every part of the form shows. */
export interface FormPart {
  input: PromotionInput;
  /** The sentence at a field, or undefined. */
  errorOf: (field: PromotionField) => string | undefined;
  /** Names of the chosen products by id. */
  names: Record<string, string>;
  found: Found | undefined;
}
