import { CARE_GROUPS, checkCare } from "../../../domain/care.ts";
import { checkComposition, type FiberShare } from "../../../domain/composition.ts";
import { countryName } from "../../../domain/countries.ts";
import { checkFacts, type ProductFacts } from "../../../domain/product-facts.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { isAgeGroup, isGender } from "../../../domain/wearer.ts";
import type { FormFields } from "../guard.ts";
import { sentenceOf } from "../sentences.ts";
import type { FieldErrors, ProductFields } from "./product-fields.ts";

type FactFields = Pick<
  ProductFields,
  | "styleCode"
  | "fibers"
  | "care"
  | "origin"
  | "responsible"
  | "gender"
  | "age"
  | "googleCategory"
  | "fitNote"
  | "modelNote"
  | "keywords"
>;

/** The typed facts of a product's form. */
export function readFactFields(form: FormFields): FactFields {
  const percents = form.all("percent");
  return {
    styleCode: form.text("styleCode", 60),
    fibers: form
      .all("fiber")
      .map((fiber, index) => ({
        fiber: fiber.trim().slice(0, 61),
        percent: (percents[index] ?? "").trim().slice(0, 6),
      }))
      .filter(({ fiber, percent }) => fiber + percent !== "")
      .slice(0, 20),
    care: CARE_GROUPS.map((group) => form.text(`care-${group}`, 40)).filter((code) => code !== ""),
    origin: form.text("origin", 3),
    responsible: form.text("responsible", 200),
    gender: form.text("gender", 20),
    age: form.text("age", 20),
    googleCategory: form.text("googleCategory", 250),
    fitNote: form.text("fitNote", 200),
    modelNote: form.text("modelNote", 200),
    keywords: form.text("keywords", 500),
  };
}

/**
 * The facts of the typed fields. Adds an error message to `errors` for an invalid composition, care or style code. An
 * unknown country, gender or age group becomes null.
 */
export function toFacts(typed: FactFields, errors: FieldErrors): ProductFacts {
  const composition = typed.fibers.map(toFiberShare);
  const checkedComposition = composition.length === 0 ? composition : checkComposition(composition);
  if (isRefusal(checkedComposition)) errors.composition = sentenceOf(checkedComposition);
  const care = checkCare(typed.care);
  if (isRefusal(care)) errors.care = sentenceOf(care);
  const checkedStyle = checkFacts({ styleCode: typed.styleCode });
  if (isRefusal(checkedStyle)) errors.styleCode = sentenceOf(checkedStyle);
  return {
    styleCode: typed.styleCode || null,
    composition,
    care: isRefusal(care) ? [] : care,
    originCountry: isCountry(typed.origin) ? typed.origin : null,
    responsibleFirm: typed.responsible || null,
    gender: isGender(typed.gender) ? typed.gender : null,
    ageGroup: isAgeGroup(typed.age) ? typed.age : null,
    googleCategory: typed.googleCategory || null,
    fitNote: typed.fitNote || null,
    modelNote: typed.modelNote || null,
    searchKeywords: typed.keywords || null,
  };
}

function toFiberShare({ fiber, percent }: { fiber: string; percent: string }): FiberShare {
  return { fiber, percent: /^\d{1,3}$/.test(percent) ? Number(percent) : Number.NaN };
}

function isCountry(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && countryName(code) !== code;
}
