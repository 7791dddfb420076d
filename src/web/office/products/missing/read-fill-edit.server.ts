import { MISSING_FACTS, type MissingFact } from "../../../../domain/missing-facts.ts";
import { readComposition } from "../../../../domain/composition.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { readGrams } from "../../../../domain/size-codes.ts";
import type { BulkEdit } from "../../../../server/catalog/bulk-edit.ts";
import type { FormFields } from "../../guard.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf } from "../../sentences.ts";
import { readFactFields, toFacts } from "../read-facts.server.ts";

/** The chosen fact in the query (`falta`), or undefined for all facts. */
export function readMissingFact(url: string): MissingFact | undefined {
  return readQuery(url).someOf("falta", MISSING_FACTS)[0];
}

type LabelledEdit = { action: string; edit: BulkEdit };

/**
 * The edit that fills the fact in the chosen products that lack it. Returns an error message if the value is invalid,
 * or if no fact was chosen or it cannot be filled for many products at once.
 */
export function readFillEdit(form: FormFields, fact: MissingFact | undefined): LabelledEdit | string {
  switch (fact) {
    case "composition": {
      const composition = readComposition(form.text("composition", 300));
      if (isRefusal(composition)) return sentenceOf(composition);
      return { action: "llenar la composición", edit: { kind: "facts", facts: { composition } } };
    }
    case "weight": {
      const grams = readGrams(form.text("grams", 20));
      if (isRefusal(grams)) return sentenceOf(grams);
      if (grams === null) return "Escribe el peso en gramos.";
      return { action: "llenar el peso", edit: { kind: "weight", grams } };
    }
    case "care":
    case "origin":
    case "responsible":
    case "gender":
    case "age":
      return readFactEdit(form, fact);
    default:
      return "Elige qué dato quieres llenar.";
  }
}

function readFactEdit(
  form: FormFields,
  fact: "care" | "origin" | "responsible" | "gender" | "age",
): LabelledEdit | string {
  const errors: Record<string, string> = {};
  const { care, originCountry, responsibleFirm, gender, ageGroup } = toFacts(readFactFields(form), errors);
  if (errors.care) return errors.care;
  switch (fact) {
    case "care":
      return care.length === 0 ? "Elige al menos un símbolo." : createFactsEdit("llenar los cuidados", { care });
    case "origin":
      return originCountry === null ? "Elige el país." : createFactsEdit("llenar el país de origen", { originCountry });
    case "responsible":
      return responsibleFirm === null
        ? "Escribe quién responde."
        : createFactsEdit("llenar el responsable", { responsibleFirm });
    case "gender":
      return gender === null ? "Elige el género." : createFactsEdit("llenar el género", { gender });
    case "age":
      return ageGroup === null ? "Elige la edad." : createFactsEdit("llenar la edad", { ageGroup });
  }
}

function createFactsEdit(action: string, facts: Extract<BulkEdit, { kind: "facts" }>["facts"]): LabelledEdit {
  return { action, edit: { kind: "facts", facts } };
}
