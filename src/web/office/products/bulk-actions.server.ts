import { createHash } from "node:crypto";
import { redirect } from "react-router";
import { readPriceChange } from "../../../domain/price-change.ts";
import { MAX_PRICE_CENTS, readPesos } from "../../../domain/read-pesos.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import type { App } from "../../../server/app.ts";
import {
  editInBulk,
  previewPrices,
  undoBulkEdit,
  type BulkEdit,
  type PriceEffect,
} from "../../../server/catalog/bulk-edit.ts";
import { endOffersInBulk, setOffersInBulk } from "../../../server/catalog/offers-in-bulk.ts";
import { listCatalogIds, type CatalogFilters } from "../../../server/catalog/list-catalog.ts";
import type { Actor } from "../../../server/change-log/change-log.ts";
import { MAX_LABEL_PRODUCTS } from "../../../server/size-labels/list-label-sizes.ts";
import type { FormFields } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { readOfferDays } from "../offers/read-offer-days.server.ts";
import { readOfferPrice } from "../offers/read-offer-price.ts";
import { sentenceOf } from "../sentences.ts";

/** The most products that one bulk action takes. Changing so many in one transaction takes some seconds. */
const MAX_BULK_PRODUCTS = 2_000;

/** For how many of the chosen products the preview shows the price, changed or not. */
const MAX_SHOWN_EFFECTS = 100;

/** The effect of a price change before it is made. */
export interface PricePreviewData {
  /** The price change as typed, e.g. `+10 %`. */
  change: string;
  /** The first 100 of the chosen products, also those whose prices stay. */
  effects: PriceEffect[];
  /** How many products are chosen. */
  productCount: number;
  /** How many of the chosen products get another price. */
  changingCount: number;
  /** The ticked products; null means all that match the list's filters. */
  ids: readonly string[] | null;
  /**
   * Hash of the ids and versions of the products that the preview is based on. Another hash means that a product has
   * changed, or that other products match the filters.
   */
  basis: string;
}

interface ActionData {
  done?: string;
  failure?: string;
  preview?: PricePreviewData;
}

/**
 * The edit that the form requests. `action` describes it in the notice that offers to undo it. Returns an error message
 * for invalid input.
 */
function readEdit(form: FormFields): { action: string; edit: BulkEdit } | string {
  const brandId = form.text("brand");
  const categoryId = form.text("category");
  switch (form.text("intent")) {
    case "publish":
      return { action: "publicar", edit: { kind: "publish", isPublished: true } };
    case "hide":
      return { action: "ocultar", edit: { kind: "publish", isPublished: false } };
    case "brand":
      return brandId ? { action: "cambiar la marca", edit: { kind: "brand", brandId } } : "Elige la marca.";
    case "category":
      return categoryId
        ? { action: "agregar a una categoría", edit: { kind: "category", categoryId } }
        : "Elige la categoría.";
    case "cost": {
      const typed = form.text("cost", 20);
      const cents = typed === "" ? null : readPesos(typed);
      if (typed !== "" && (cents === null || cents > MAX_PRICE_CENTS))
        return "Escribe el costo en pesos, p. ej. 120.50.";
      return {
        action: typed === "" ? "quitar el costo" : `costo de ${typed}`,
        edit: { kind: "cost", costCents: cents },
      };
    }
    default:
      return "Elige qué hacer con los elegidos.";
  }
}

/** Intents with a function of their own. All others are `undo`, or edits that `readEdit` reads from the form. */
const INTENTS_WITH_OWN_FUNCTION = new Set(["price", "price-now", "labels", "offer", "no-offer"]);

/**
 * Runs a bulk action on the ticked products (`row`), or on all that match the list's filters (`all=1`). The intent
 * `undo` undoes an earlier bulk edit (`edit`) instead, and `price` only previews.
 */
export async function runBulkAction(
  app: App,
  form: FormFields,
  filters: CatalogFilters,
  by: Actor,
): Promise<ActionData> {
  const intent = form.text("intent");
  if (!INTENTS_WITH_OWN_FUNCTION.has(intent)) {
    return runBulkEdit(app, { form, filters, parseEdit: () => readEdit(form) }, by);
  }
  const chosenIds = await listChosenIds(app, form, filters);
  if (typeof chosenIds === "string") return { failure: chosenIds };
  if (intent === "offer" || intent === "no-offer") return changeOffers(app, form, chosenIds, by);
  if (intent === "labels") return redirectToLabels(chosenIds);
  return changePrices(app, form, { ids: chosenIds, isWholeList: form.text("all") === "1" }, by);
}

/** Undoes a bulk edit (intent `undo`), or makes the edit that `parseEdit` reads from the form. */
export async function runBulkEdit(
  app: App,
  {
    form,
    filters,
    parseEdit,
  }: { form: FormFields; filters: CatalogFilters; parseEdit: () => { action: string; edit: BulkEdit } | string },
  by: Actor,
): Promise<ActionData> {
  if (form.text("intent") === "undo") return toActionData(await undoBulkEdit(app, form.text("edit"), by), "Deshecho");
  const ids = await listChosenIds(app, form, filters);
  if (typeof ids === "string") return { failure: ids };
  const parsed = parseEdit();
  if (typeof parsed === "string") return { failure: parsed };
  return toActionData(await editInBulk(app, { ids, ...parsed }, by), "Listo");
}

/** Throws a redirect to the labels of the chosen products. Returns a failure if they are too many. */
function redirectToLabels(ids: readonly string[]): ActionData {
  if (ids.length <= MAX_LABEL_PRODUCTS) throw redirect(officePaths.sizeLabels({ products: ids }));
  return { failure: `Elige a lo más ${MAX_LABEL_PRODUCTS} productos para imprimir sus etiquetas.` };
}

/**
 * The ids of the ticked products, or of all that match the filters. Returns an error message if there are none or too
 * many.
 */
async function listChosenIds(app: App, form: FormFields, filters: CatalogFilters): Promise<readonly string[] | string> {
  const isWholeList = form.text("all") === "1";
  const ids = isWholeList ? await listCatalogIds(app.db, filters, MAX_BULK_PRODUCTS + 1) : form.all("row");
  if (ids.length === 0) return "Elige al menos un producto.";
  if (ids.length <= MAX_BULK_PRODUCTS) return ids;
  const limit = MAX_BULK_PRODUCTS.toLocaleString("es-MX");
  return `Son más de ${limit} productos: acota la lista con un filtro y hazlo por partes.`;
}

/** Sets an offer of the head office on the chosen products, or ends its offers on them (intent `no-offer`). */
async function changeOffers(app: App, form: FormFields, ids: readonly string[], by: Actor): Promise<ActionData> {
  const shop = (await app.shops.all()).find(({ kind }) => kind === "headOffice")!;
  if (form.text("intent") === "no-offer") {
    return toActionData(await endOffersInBulk(app, { shop, ids }, by), "Listo");
  }
  const typed = form.text("offer", 20);
  const price = readOfferPrice(typed);
  const { startsAt, endsAt, errors } = readOfferDays(form);
  const failure =
    (price === null ? "Escribe el descuento como 20 %, o el precio de oferta en pesos." : null) ??
    Object.values(errors)[0];
  if (price === null || failure) return { failure };
  const outcome = await setOffersInBulk(
    app,
    { shop, ids, offer: { price, startsAt, endsAt }, action: `oferta de ${typed}` },
    by,
  );
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome) };
  const { changed, skipped } = outcome;
  const skippedText =
    skipped === 0 ? "" : ` ${skipped} no, porque su precio ya es menor o ya hay otra oferta en esos días.`;
  return {
    done: `Listo: ${changed === 1 ? "1 producto quedó" : `${changed} productos quedaron`} en oferta.${skippedText}`,
  };
}

/** The first request previews the prices. The second changes them if the products have the same versions as then. */
async function changePrices(
  app: App,
  form: FormFields,
  { ids, isWholeList }: { ids: readonly string[]; isWholeList: boolean },
  by: Actor,
): Promise<ActionData> {
  const typed = form.text("change", 20);
  const change = readPriceChange(typed);
  if (!change) return { failure: "Escribe el cambio como +10 %, -5 % o -20 (pesos)." };
  const effects = await previewPrices(app.db, ids, change);
  const idsWithVersions = effects.map(({ id, version }) => `${id} ${version}`);
  const basis = createHash("sha256").update(idsWithVersions.join()).digest("base64url");
  const preview = {
    change: typed,
    effects: effects.slice(0, MAX_SHOWN_EFFECTS),
    productCount: effects.length,
    changingCount: effects.filter(({ after }) => after !== null).length,
    ids: isWholeList ? null : ids,
    basis,
  };
  if (form.text("intent") === "price") return { preview };
  if (form.text("basis") !== basis) {
    return { failure: "Alguien cambió productos mientras mirabas: estos son los precios ahora.", preview };
  }
  const versionsById = new Map(effects.map(({ id, version }) => [id, version]));
  const edit: BulkEdit = { kind: "price", change };
  return toActionData(
    await editInBulk(app, { ids, edit, seen: versionsById, action: `precios con ${typed}` }, by),
    "Listo",
  );
}

function toActionData(
  outcome: Awaited<ReturnType<typeof editInBulk> | ReturnType<typeof undoBulkEdit>>,
  prefix: string,
): ActionData {
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome) };
  const { changed, skipped } = outcome;
  const changedText = changed === 1 ? "1 producto cambió" : `${changed} productos cambiaron`;
  const skippedReason = skipped === 1 ? "estaba así o lo cambió" : "estaban así o los cambió";
  const skippedText = skipped === 0 ? "" : ` ${skipped} ya ${skippedReason} alguien antes.`;
  return { done: `${prefix}: ${changedText}.${skippedText}` };
}
