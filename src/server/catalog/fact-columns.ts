import { sql, type RawBuilder } from "kysely";
import type { ProductFacts } from "../../domain/product-facts.ts";

/** The facts of a product with the alias `p`, as columns named like `ProductFacts`. */
export const FACTS: RawBuilder<ProductFacts> = sql`p.style_code AS "styleCode", coalesce(p.composition, '[]') AS composition,
  p.care, p.origin_country AS "originCountry", p.responsible_firm AS "responsibleFirm", p.gender,
  p.age_group AS "ageGroup", p.google_category AS "googleCategory", p.fit_note AS "fitNote", p.model_note AS "modelNote",
  p.search_keywords AS "searchKeywords"`;

/** The given facts as values of their columns. Facts that are not given are left as they are. */
export function toFactColumns(facts: Partial<ProductFacts>) {
  const { composition, care } = facts;
  return {
    style_code: facts.styleCode,
    ...(composition && { composition: composition.length === 0 ? null : JSON.stringify(composition) }),
    ...(care && { care: [...care] }),
    origin_country: facts.originCountry,
    responsible_firm: facts.responsibleFirm,
    gender: facts.gender,
    age_group: facts.ageGroup,
    google_category: facts.googleCategory,
    fit_note: facts.fitNote,
    model_note: facts.modelNote,
    search_keywords: facts.searchKeywords,
  };
}
