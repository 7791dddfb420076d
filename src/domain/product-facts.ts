import { checkCare, type CareRefusal } from "./care.ts";
import { checkComposition, type CompositionRefusal, type FiberShare } from "./composition.ts";
import { isRefusal, refuse, type Refusal } from "./refusal.ts";
import type { AgeGroup, Gender } from "./wearer.ts";

/** Facts about a garment for labels, sales channels, search and customers (rule PRODUCT-2). Null or empty: unknown. */
export interface ProductFacts {
  /** Products of one style have the same code (rule PRODUCT-1). */
  styleCode: string | null;
  composition: readonly FiberShare[];
  /** Codes of care symbols. */
  care: readonly string[];
  /** ISO 3166-1 alpha-3. */
  originCountry: string | null;
  /** The maker or importer, as the label names it. */
  responsibleFirm: string | null;
  gender: Gender | null;
  ageGroup: AgeGroup | null;
  /** An id or a path of Google's product taxonomy. */
  googleCategory: string | null;
  /** How it fits, as staff describe it to the customer. */
  fitNote: string | null;
  /** The height of the person in the pictures, and the size that they wear. */
  modelNote: string | null;
  searchKeywords: string | null;
}

export const NO_FACTS: ProductFacts = {
  styleCode: null,
  composition: [],
  care: [],
  originCountry: null,
  responsibleFirm: null,
  gender: null,
  ageGroup: null,
  googleCategory: null,
  fitNote: null,
  modelNote: null,
  searchKeywords: null,
};

export type FactsRefusal = Refusal<"style_code_malformed"> | CompositionRefusal | CareRefusal;

/** Returns the facts, care symbols in label order, or the refusal of the first invalid fact. */
export function checkFacts<Facts extends Partial<ProductFacts>>(facts: Facts): Facts | FactsRefusal {
  if (facts.styleCode && !/^[A-Za-z0-9._-]{1,50}$/.test(facts.styleCode)) return refuse("style_code_malformed");
  if (facts.composition && facts.composition.length > 0) {
    const composition = checkComposition(facts.composition);
    if (isRefusal(composition)) return composition;
  }
  if (!facts.care) return facts;
  const care = checkCare(facts.care);
  return isRefusal(care) ? care : { ...facts, care };
}
