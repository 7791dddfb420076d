import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import { changeLook } from "../../../../server/catalog/change-look.ts";
import { findProductsOnSale } from "../../../../server/catalog/find-products-on-sale.ts";
import { setPublished } from "../../../../server/catalog/bulk-edit.ts";
import { setSizeCodes } from "../../../../server/catalog/set-size-codes.ts";
import { addProductSizes, runSizeAction } from "../../../../server/catalog/change-sizes.ts";
import { duplicateProduct } from "../../../../server/catalog/duplicate-product.ts";
import { findEditedProduct } from "../../../../server/catalog/edited-product.ts";
import { changeProduct } from "../../../../server/catalog/save-product.ts";
import {
  setPictureDescriptionAndFocus,
  movePicture,
  reorderPictures,
  restorePicture,
} from "../../../../server/pictures/arrange-pictures.ts";
import { removePicture } from "../../../../server/pictures/remove-picture.ts";
import { endOffer } from "../../../../server/offers/create-or-end-offer.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import { readForm, type FormFields } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import type { FieldErrors, ProductFields } from "../product-fields.ts";
import { toFields } from "../to-fields.server.ts";
import { readCodesForm, toTakenCodeErrors } from "../read-size-codes.server.ts";
import type { TypedCodes } from "../size-codes-form.tsx";
import { readProductForm, readSizes } from "../read-product-form.server.ts";
import { saveOffer } from "./offer-actions.server.ts";
import type { OfferErrors, TypedOffer } from "./offer-fields.ts";
import type { LookSearch } from "./product-look.tsx";
import { uploadPictures } from "./upload-pictures.server.ts";

/** The result of a submitted form: a redirect, or the data that the page shows. */
type ActionResult =
  | { redirectTo: string }
  | {
      intent: string;
      done?: string;
      failure?: string;
      typed?: ProductFields;
      errors?: FieldErrors;
      /** The stored version, after a conflicting change. */
      version?: number;
      differences?: string[];
      /** The typed pieces by the name of the new size. */
      pieces?: Record<string, string>;
      sizeError?: string;
      codes?: TypedCodes;
      offer?: { typed: TypedOffer; errors: OfferErrors };
      /** The picture that was removed, to restore it. */
      removedPicture?: { key: string; position: number };
      /** The products that the search for the look found. */
      lookSearch?: LookSearch;
    };

interface ActionInput {
  app: App;
  id: string;
  form: FormFields;
  by: Actor;
}

/** Runs the intent of a submitted form of the product's page. A multipart form uploads pictures. */
export async function runAction(app: App, id: string, request: Request, by: Actor): Promise<ActionResult> {
  if (request.headers.get("content-type")?.startsWith("multipart/form-data")) {
    return { intent: "upload", ...(await uploadPictures(app, id, request, by)) };
  }
  const form = await readForm(request);
  const intent = form.text("intent");
  return Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent]!({ app, id, form, by }) : { intent };
}

const ACTIONS: Record<string, (input: ActionInput) => Promise<ActionResult>> = {
  save: saveProduct,
  "add-sizes": addSizes,
  codes: saveSizeCodes,
  offer: async ({ app, id, form, by }) => ({ intent: "offer", ...(await saveOffer(app, id, form, by)) }),
  "end-offer": async ({ app, form, by }) =>
    toResult("end-offer", await endOffer(app, form.text("offer"), by), "La oferta terminó."),
  publish: async ({ app, id, by }) => toResult("publish", await setPublished(app, id, true, by), "Publicado."),
  hide: async ({ app, id, by }) => toResult("hide", await setPublished(app, id, false, by), "Oculto."),
  copy: async ({ app, id, by }) => {
    const copy = await duplicateProduct(app, id, by);
    return isRefusal(copy) ? toResult("copy", copy) : { redirectTo: officePaths.product(copy.id) };
  },
  "change-size": async ({ app, id, form, by }) => {
    const [sizeId = "", requestedAction = ""] = form.text("size").split(" ");
    const action = requestedAction === "hide" || requestedAction === "drop" ? requestedAction : "show";
    return toResult("change-size", await runSizeAction(app, { productId: id, sizeId, action }, by));
  },
  move: async ({ app, id, form, by }) => {
    const [key = "", direction] = form.text("picture").split(" ");
    return toResult("move", await movePicture(app, id, { key, step: direction === "up" ? -1 : 1 }, by));
  },
  "find-look": searchLookProducts,
  look: async ({ app, id, form, by }) => {
    const [act, pairedProductId = ""] = form.text("change").split(" ");
    if (act !== "add" && act !== "remove" && act !== "up" && act !== "down") return { intent: "look" };
    const intent = "look";
    const outcome = await changeLook(app, id, { act, id: pairedProductId }, by);
    return isRefusal(outcome)
      ? { intent, failure: sentenceOf(outcome) }
      : { redirectTo: `${officePaths.product(id)}#look` };
  },
  reorder: async ({ app, id, form, by }) => toResult("reorder", await reorderPictures(app, id, form.all("key"), by)),
  describe: async ({ app, id, form, by }) => {
    const focus = [readPercent(form.text("focusX")), readPercent(form.text("focusY"))] as const;
    const description = { key: form.text("key"), alt: form.text("alt", 200), focus };
    return toResult("describe", await setPictureDescriptionAndFocus(app, id, description, by), "Foto guardada.");
  },
  remove: async ({ app, id, form, by }) => {
    const key = form.text("key");
    const product = await findEditedProduct(app.db, id);
    const position = product?.pictures.findIndex((picture) => picture.key === key) ?? -1;
    const outcome = await removePicture(app, id, key, by);
    return isRefusal(outcome) ? toResult("remove", outcome) : { intent: "remove", removedPicture: { key, position } };
  },
  restore: async ({ app, id, form, by }) => {
    const position = Number.parseInt(form.text("position"), 10) || 0;
    return toResult("restore", await restorePicture(app, id, { key: form.text("key"), position }, by));
  },
};

/** A look is the same in all shops, so the search covers what the head office sells. */
async function searchLookProducts({ app, id, form }: ActionInput): Promise<ActionResult> {
  const term = form.text("q", 100);
  const shops = await app.shops.all();
  const headOffice = shops.find(({ kind }) => kind === "headOffice") ?? shops[0]!;
  const { products } = await findProductsOnSale(app.db, headOffice, term);
  const otherProducts = products.filter((product) => product.id !== id);
  return {
    intent: "find-look",
    lookSearch: {
      term,
      products: otherProducts.map(({ id: foundId, name, color, pictures }) => ({
        id: foundId,
        name,
        color,
        picture: pictures[0] ?? null,
      })),
    },
  };
}

function toResult(intent: string, outcome: unknown, successText?: string): ActionResult {
  return isRefusal(outcome)
    ? { intent, failure: sentenceOf(outcome as Refusal<OfficeRefusalName>) }
    : { intent, done: successText };
}

/** A percentage of the width or height. The default is the middle. */
function readPercent(text: string): number {
  return /^\d{1,3}$/.test(text) ? Math.min(100, Number(text)) : 50;
}

async function saveProduct({ app, id, form, by }: ActionInput): Promise<ActionResult> {
  const intent = "save";
  const shops = await app.shops.all();
  const { typed, errors, draft } = readProductForm(
    form,
    shops.map((shop) => shop.id),
  );
  if (Object.keys(errors).length > 0) return { intent, typed, errors, failure: CHECK_FIELDS };
  const expectedVersion = Number.parseInt(form.text("version"), 10) || 0;
  const outcome = await changeProduct(app, { id, seen: expectedVersion }, draft, by);
  if (!isRefusal(outcome)) return { redirectTo: `${officePaths.product(id)}?guardado=${outcome.version}` };
  const failure = sentenceOf(outcome);
  if (outcome.refused !== "edit_conflict") return { intent, typed, failure };
  const current = await findEditedProduct(app.db, id);
  if (!current) return { intent, typed, failure };
  return {
    intent,
    typed,
    failure,
    version: current.version,
    differences: describeDifferences(typed, toFields(current)),
  };
}

async function saveSizeCodes({ app, id, form, by }: ActionInput): Promise<ActionResult> {
  const intent = "codes";
  const product = await findEditedProduct(app.db, id);
  const codesForm = readCodesForm(form, product?.sizes.map((size) => size.id) ?? []);
  const { typed, errors } = codesForm;
  if (Object.keys(errors).length > 0) return { intent, codes: { typed, errors }, failure: CHECK_FIELDS };
  const outcome = await setSizeCodes(app, id, codesForm.codes, by);
  if (!isRefusal(outcome)) return { intent, done: "Códigos y pesos guardados." };
  if (!("taken" in outcome)) return { intent, codes: { typed, errors }, failure: sentenceOf(outcome) };
  return { intent, codes: { typed, errors: toTakenCodeErrors(outcome.taken) }, failure: CHECK_FIELDS };
}

const CHECK_FIELDS = "Revisa los campos marcados.";

const FIELD_LABELS: Record<keyof ProductFields, string> = {
  name: "Nombre",
  description: "Descripción",
  color: "Color",
  price: "Precio",
  wholesale: "Mayoreo",
  cost: "Costo",
  markedNew: "Nuevo",
  eventAt: "Evento",
  eventPlace: "Lugar",
  extended1: "Dato extra 1",
  extended2: "Dato extra 2",
  brand: "Marca",
  otherBrands: "Otras marcas",
  categories: "Categorías",
  presale: "Preventa",
  isLocal: "Dónde se vende",
  onlyIn: "Tiendas",
  ownPrices: "Precios propios",
  styleCode: "Modelo",
  fibers: "Composición",
  care: "Cuidados",
  origin: "País de origen",
  responsible: "Responsable",
  gender: "Género",
  age: "Edad",
  googleCategory: "Categoría de Google",
  fitNote: "Cómo queda",
  modelNote: "Quien la modela",
  keywords: "Palabras para buscarla",
};

/** Fields whose stored value is an id or a code. */
const CHOICE_FIELDS = new Set<string>(["brand", "presale", "origin", "gender", "age"]);

/** A line for each field whose stored value differs from the typed value. Only text fields include the stored value. */
function describeDifferences(typed: ProductFields, storedFields: ProductFields): string[] {
  const fields = Object.keys(FIELD_LABELS) as (keyof ProductFields)[];
  return fields
    .filter((field) => toComparable(field, typed[field]) !== toComparable(field, storedFields[field]))
    .map((field) => {
      const value = storedFields[field];
      const isText = typeof value === "string" && !CHOICE_FIELDS.has(field);
      return isText ? `${FIELD_LABELS[field]}: ${value || "vacío"}` : `${FIELD_LABELS[field]}: quedó distinto`;
    });
}

const AMOUNT_FIELDS = new Set<keyof ProductFields>(["price", "wholesale", "cost", "ownPrices"]);

/** A text that is equal for two values of a field that differ only in the format of an amount or in order. */
function toComparable(field: keyof ProductFields, value: ProductFields[keyof ProductFields]): string {
  const comparableText = AMOUNT_FIELDS.has(field) ? toComparableAmount : (text: string) => text.trim();
  if (typeof value === "string") return comparableText(value);
  if (typeof value === "boolean") return String(value);
  const entries = Array.isArray(value)
    ? value.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)))
    : Object.entries(value).flatMap(([key, text]) => (text === "" ? [] : `${key}: ${comparableText(text)}`));
  return entries.toSorted().join("\n");
}

/** "$1,349.5" and "1349.50" are equal. */
function toComparableAmount(text: string): string {
  return text
    .replaceAll(/[$,\s]/g, "")
    .replace(/^(\d+)(?:\.(\d))?$/, (_, pesos: string, tenths = "0") => `${pesos}.${tenths}0`);
}

async function addSizes({ app, id, form, by }: ActionInput): Promise<ActionResult> {
  const parsedSizes = readSizes(form);
  const typedForm = { intent: "add-sizes", pieces: parsedSizes.typed };
  if (parsedSizes.error !== undefined) return { ...typedForm, sizeError: parsedSizes.error };
  if (parsedSizes.sizes.length === 0) return { ...typedForm, sizeError: "Escribe las piezas de al menos una talla." };
  const addedCount = await addProductSizes(app, id, parsedSizes.sizes, by);
  if (isRefusal(addedCount)) return { ...typedForm, sizeError: sentenceOf(addedCount) };
  return { intent: "add-sizes", done: addedCount === 1 ? "Una talla agregada." : `${addedCount} tallas agregadas.` };
}
