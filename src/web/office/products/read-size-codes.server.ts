import { isRefusal } from "../../../domain/refusal.ts";
import { readSizeCodes, type SizeCodes } from "../../../domain/size-codes.ts";
import type { TakenCode } from "../../../server/catalog/set-size-codes.ts";
import type { FormFields } from "../guard.ts";
import { sentenceOf } from "../sentences.ts";
import type { TypedCodes } from "./size-codes-form.tsx";

/** The typed codes of a product's sizes, with a sentence at each field that is not valid. */
export function readCodesForm(
  form: FormFields,
  sizeIds: readonly string[],
): TypedCodes & { codes: Map<string, SizeCodes> } {
  const codes = new Map<string, SizeCodes>();
  const typed: Record<string, string> = {};
  const errors: Record<string, string> = {};
  // A size that was added after the page was opened is not in the form.
  for (const id of sizeIds.filter((sizeId) => form.all(`sku:${sizeId}`).length > 0)) {
    const texts = {
      sku: form.text(`sku:${id}`, 60),
      gtin: form.text(`gtin:${id}`, 40),
      weightGrams: form.text(`weightGrams:${id}`, 20),
    };
    for (const [field, text] of Object.entries(texts)) typed[`${field}:${id}`] = text;
    const read = readSizeCodes(texts);
    if (isRefusal(read)) errors[`${read.field}:${id}`] = sentenceOf(read);
    else codes.set(id, read);
  }
  return { typed, errors, codes };
}

/** "Ya lo tiene Vestido midi Rojo, talla CH." at each field whose code another size has. */
export function takenErrors(taken: readonly TakenCode[]): Record<string, string> {
  return Object.fromEntries(
    taken.map(({ sizeId, field, holder: { product, color, size } }) => [
      `${field}:${sizeId}`,
      product === ""
        ? `Ya lo tiene la talla ${size}.`
        : `Ya lo tiene ${[product, color].filter(Boolean).join(" ")}, talla ${size}.`,
    ]),
  );
}
