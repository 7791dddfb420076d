import { readMexicoTime } from "../../../domain/mexico-time.ts";
import { MAX_PRICE_CENTS, readPesos } from "../../../domain/read-pesos.ts";
import { isId } from "../../../server/db/new-id.ts";
import type { SizeDraft } from "../../../server/catalog/add-sizes.ts";
import type { ProductDraft } from "../../../server/catalog/save-product.ts";
import type { FormFields } from "../guard.ts";
import { readFactFields, toFacts } from "./read-facts.server.ts";
import type { FieldErrors, ProductFields } from "./product-fields.ts";

interface ProductFormResult {
  /** The typed values, which the form shows again after a refusal. */
  typed: ProductFields;
  errors: FieldErrors;
  /** Only usable if there are no errors. */
  draft: ProductDraft;
}

const PRICE_ERROR = "Escribe un precio, p. ej. 349.50.";

/** Reads and checks a product's form field by field. `shopIds` has the ids of all shops. */
export function readProductForm(form: FormFields, shopIds: readonly string[]): ProductFormResult {
  const typed = readTypedFields(form, shopIds);
  const errors: FieldErrors = {};
  const readAmount = (field: string, text: string, isRequired: boolean): number | null => {
    if (text === "" && !isRequired) return null;
    const cents = readPesos(text);
    if (cents === null || cents > MAX_PRICE_CENTS) errors[field] = PRICE_ERROR;
    return cents;
  };
  if (typed.name === "") errors.name = "Escribe el nombre.";
  const priceCents = readAmount("price", typed.price, true) ?? 0;
  const wholesalePriceCents = readAmount("wholesale", typed.wholesale, false);
  const costCents = readAmount("cost", typed.cost, false);
  if (typed.isLocal && typed.onlyIn.length === 0) errors.onlyIn = "Elige al menos una tienda.";
  const eventAt = readMexicoTime(typed.eventAt);
  if (typed.eventAt !== "" && eventAt === null) errors.eventAt = "Escribe el día y la hora, p. ej. 2027-03-14 20:30.";
  const draft: ProductDraft = {
    name: typed.name,
    description: typed.description,
    color: typed.color || null,
    ...toFacts(typed, errors),
    priceCents,
    wholesalePriceCents,
    costCents,
    isMarkedNew: typed.markedNew,
    extended1: typed.extended1 || null,
    extended2: typed.extended2 || null,
    eventAt,
    eventPlace: typed.eventPlace || null,
    presaleId: typed.presale || null,
    brandIds: [...new Set([typed.brand, ...typed.otherBrands])].filter((id) => id !== ""),
    categoryIds: typed.categories,
    onlyIn: typed.onlyIn,
    ownPrices: Object.entries(typed.ownPrices).map(([shopId, text]) => ({
      shopId,
      cents: readAmount(`own:${shopId}`, text, false),
    })),
  };
  return { typed, errors, draft };
}

function readTypedFields(form: FormFields, shopIds: readonly string[]): ProductFields {
  const readIds = (name: string) => [...new Set(form.all(name))].filter(isId);
  const readId = (name: string) => readIds(name)[0] ?? "";
  const isLocal = form.text("where") === "only";
  return {
    name: form.text("name", 200),
    description: form.multilineText("description", 5_000),
    color: form.text("color", 60),
    ...readFactFields(form),
    price: form.text("price", 20),
    wholesale: form.text("wholesale", 20),
    cost: form.text("cost", 20),
    markedNew: form.text("markedNew") !== "",
    extended1: form.text("extended1", 200),
    extended2: form.text("extended2", 200),
    eventAt: form.text("eventAt", 20),
    eventPlace: form.text("eventPlace", 200),
    presale: readId("presale"),
    brand: readId("brand"),
    otherBrands: readIds("otherBrand"),
    categories: readIds("category"),
    isLocal,
    onlyIn: isLocal ? readIds("onlyIn").filter((shopId) => shopIds.includes(shopId)) : [],
    ownPrices: Object.fromEntries(
      shopIds
        .filter((shopId) => form.all(`own:${shopId}`).length > 0)
        .map((shopId) => [shopId, form.text(`own:${shopId}`, 20)]),
    ),
  };
}

interface SizesResult {
  sizes: SizeDraft[];
  /** The typed pieces by size name. */
  typed: Record<string, string>;
  error: string | undefined;
}

const MAX_PIECES = 100_000;

/**
 * The initial number of pieces of each size, from the repeated fields `size` and `pieces`. A size without a name or
 * without a number is left out. `error` is about the last invalid size.
 */
export function readSizes(form: FormFields): SizesResult {
  const names = form.all("size").map((name) => name.slice(0, 60));
  const pieces = form.all("pieces");
  const sizes: SizeDraft[] = [];
  const typed: Record<string, string> = {};
  let error: string | undefined;
  for (const [index, name] of names.entries()) {
    const text = (pieces[index] ?? "").slice(0, 10);
    if (name === "" || text === "") continue;
    typed[name] = text;
    if (!/^\d{1,6}$/.test(text) || Number(text) > MAX_PIECES)
      error = `Las piezas de ${name} son un número entero: 0 o más.`;
    else if (sizes.some((size) => size.name === name)) error = `La talla ${name} está dos veces: déjala una sola vez.`;
    else sizes.push({ name, pieces: Number(text) });
  }
  return { sizes, typed, error };
}
