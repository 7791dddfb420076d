import { isRefusal } from "../../../domain/refusal.ts";
import { readSizeCodes, type SizeCodes } from "../../../domain/size-codes.ts";
import type { TakenCode } from "../../../server/catalog/set-size-codes.ts";
import type { FormFields } from "../guard.ts";
import { sentenceOf } from "../sentences.ts";
import type { TypedCodes } from "./size-codes-form.tsx";

/**
 * The typed codes and weights of a product's sizes, with an error message for the first invalid field of each size.
 * `codes` are the parsed values of the valid sizes, by size id.
 */
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
    const parsed = readSizeCodes(texts);
    if (isRefusal(parsed)) errors[`${parsed.field}:${id}`] = sentenceOf(parsed);
    else codes.set(id, parsed);
  }
  return { typed, errors, codes };
}

/** Error messages by field for codes that another size has: "Ya lo tiene Vestido midi Rojo, talla CH." */
export function toTakenCodeErrors(takenCodes: readonly TakenCode[]): Record<string, string> {
  return Object.fromEntries(
    takenCodes.map(({ sizeId, field, holder: { product, color, size } }) => [
      `${field}:${sizeId}`,
      product === ""
        ? `Ya lo tiene la talla ${size}.`
        : `Ya lo tiene ${[product, color].filter(Boolean).join(" ")}, talla ${size}.`,
    ]),
  );
}
