import { describeCare } from "../../domain/care.ts";
import { formatComposition } from "../../domain/composition.ts";
import { countryName } from "../../domain/countries.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import { AGE_GROUP_LABEL, GENDER_LABEL } from "../../domain/wearer.ts";

/** The facts of a product as the change log stores them, by the names in `FIELD_LABEL` (web/office/sentences.ts). */
export function describeFacts(facts: ProductFacts): Record<keyof ProductFacts, unknown> {
  return {
    styleCode: facts.styleCode,
    composition: formatComposition(facts.composition) || null,
    care: describeCare(facts.care).map(({ text }) => text),
    originCountry: facts.originCountry && countryName(facts.originCountry),
    responsibleFirm: facts.responsibleFirm,
    gender: facts.gender && GENDER_LABEL[facts.gender],
    ageGroup: facts.ageGroup && AGE_GROUP_LABEL[facts.ageGroup],
    googleCategory: facts.googleCategory,
    fitNote: facts.fitNote,
    modelNote: facts.modelNote,
    searchKeywords: facts.searchKeywords,
  };
}
