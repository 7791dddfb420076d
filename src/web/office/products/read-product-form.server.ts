import { MAX_PRICE_CENTS, readPesos } from "../../../domain/read-pesos.ts";
import { isId } from "../../../server/db/new-id.ts";
import type { FirstPieces } from "../../../server/catalog/first-pieces.ts";
import type { ProductDraft } from "../../../server/catalog/save-product.ts";
import type { FormFields } from "../guard.ts";
import { readFactFields, toFacts } from "./read-facts.server.ts";
import type { FieldErrors, ProductFields } from "./product-fields.ts";

interface ReadForm {
  /** The typed values, which are returned with a refusal. */
  typed: ProductFields;
  errors: FieldErrors;
  /** Valid only without errors. */
  draft: ProductDraft;
}

const PRICE = "Escribe un precio, p. ej. 349.50.";

/** Reads and checks a product's form field by field. `shopIds` has all shops. */
export function readProductForm(form: FormFields, shopIds: readonly string[]): ReadForm {
  const typed = readTyped(form, shopIds);
  const errors: FieldErrors = {};
  const amount = (field: string, text: string, required: boolean): number | null => {
    if (text === "" && !required) return null;
    const cents = readPesos(text);
    if (cents === null || cents > MAX_PRICE_CENTS) errors[field] = PRICE;
    return cents;
  };
  if (typed.name === "") errors.name = "Escribe el nombre.";
  const priceCents = amount("price", typed.price, true) ?? 0;
  const wholesalePriceCents = amount("wholesale", typed.wholesale, false);
  const costCents = amount("cost", typed.cost, false);
  const eventAt = readInstant(typed.eventAt);
  if (eventAt === undefined) errors.eventAt = "Escribe el día y la hora, p. ej. 14/03/2027 20:30.";
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
    eventAt: eventAt ?? null,
    eventPlace: typed.eventPlace || null,
    presaleId: typed.presale || null,
    brandIds: [...new Set([typed.brand, ...typed.otherBrands])].filter((id) => id !== ""),
    categoryIds: typed.categories,
    onlyIn: typed.onlyIn,
    ownPrices: Object.entries(typed.ownPrices).map(([shopId, text]) => ({
      shopId,
      cents: amount(`own:${shopId}`, text, false),
    })),
  };
  return { typed, errors, draft };
}

function readTyped(form: FormFields, shopIds: readonly string[]): ProductFields {
  const ids = (name: string) => [...new Set(form.all(name))].filter(isId);
  const id = (name: string) => ids(name)[0] ?? "";
  const isOnlySome = form.text("where") === "only";
  return {
    name: form.text("name", 200),
    description: form.lines("description", 5_000),
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
    presale: id("presale"),
    brand: id("brand"),
    otherBrands: ids("otherBrand"),
    categories: ids("category"),
    onlyIn: isOnlySome ? ids("onlyIn").filter((shopId) => shopIds.includes(shopId)) : [],
    ownPrices: Object.fromEntries(
      shopIds
        .filter((shopId) => form.all(`own:${shopId}`).length > 0)
        .map((shopId) => [shopId, form.text(`own:${shopId}`, 20)]),
    ),
  };
}

/** Null when empty; undefined when it is not a day and time. Mexico City is UTC−6 all year. */
function readInstant(text: string): Date | null | undefined {
  if (text === "") return null;
  const at = new Date(`${text}:00-06:00`);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(at.getTime()) ? at : undefined;
}

interface ReadSizes {
  sizes: FirstPieces[];
  /** The typed pieces by size name. */
  typed: Record<string, string>;
  error: string | undefined;
}

const MAX_PIECES = 100_000;

/** First pieces by size: known sizes (`size`, `pieces`), where empty means not wanted, and new names. */
export function readSizes(form: FormFields): ReadSizes {
  const names = form.all("size").map((name) => name.slice(0, 60));
  const pieces = form.all("pieces");
  const sizes: FirstPieces[] = [];
  const typed: Record<string, string> = {};
  let error: string | undefined;
  for (const [at, name] of names.entries()) {
    const text = (pieces[at] ?? "").slice(0, 10);
    if (name === "" || text === "") continue;
    typed[name] = text;
    if (!/^\d{1,6}$/.test(text) || Number(text) > MAX_PIECES)
      error = `Las piezas de ${name} son un número entero: 0 o más.`;
    else if (sizes.every((size) => size.name !== name)) sizes.push({ name, pieces: Number(text) });
  }
  return { sizes, typed, error };
}
