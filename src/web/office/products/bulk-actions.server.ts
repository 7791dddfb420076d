import { createHash } from "node:crypto";
import { readPriceChange } from "../../../domain/price-change.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import type { App } from "../../../server/app.ts";
import {
  editInBulk,
  previewPrices,
  undoBulkEdit,
  type BulkEdit,
  type PriceEffect,
} from "../../../server/catalog/bulk-edit.ts";
import { listCatalogIds, type CatalogFilters } from "../../../server/catalog/list-catalog.ts";
import type { Actor } from "../../../server/change-log/change-log.ts";
import type { FormFields } from "../guard.ts";
import { sentenceOf } from "../sentences.ts";

/** Changed in one go, some seconds of one transaction. */
const MAX_PRODUCTS = 2_000;

/** Of many prices so many are shown before they change. */
const SHOWN = 100;

/** What a change of prices would do. */
export interface PricesToBe {
  change: string;
  /** The first of them. */
  effects: PriceEffect[];
  products: number;
  changing: number;
  /** The ticked ones; null: all that the list's filters match. */
  ids: readonly string[] | null;
  /** What it was reckoned from: something changed meanwhile where it is another. */
  basis: string;
}

interface Told {
  done?: string;
  failure?: string;
  preview?: PricesToBe;
}

/** What is done at once: the button's name in words, and the change. */
function editOf(form: FormFields): { act: string; edit: BulkEdit } | string {
  const brandId = form.text("brand");
  const categoryId = form.text("category");
  switch (form.text("intent")) {
    case "publish":
      return { act: "publicar", edit: { kind: "publish", isPublished: true } };
    case "hide":
      return { act: "ocultar", edit: { kind: "publish", isPublished: false } };
    case "offer":
      return { act: "poner «Oferta»", edit: { kind: "offer", isOffer: true } };
    case "no-offer":
      return { act: "quitar «Oferta»", edit: { kind: "offer", isOffer: false } };
    case "brand":
      return brandId ? { act: "cambiar la marca", edit: { kind: "brand", brandId } } : "Elige la marca.";
    case "category":
      return categoryId
        ? { act: "agregar a una categoría", edit: { kind: "category", categoryId } }
        : "Elige la categoría.";
    default:
      return "Elige qué hacer con los elegidos.";
  }
}

/** Does what the list's forms ask for: with the ticked ones (`row`), or with all that its filters match (`all=1`). */
export async function runBulkAction(app: App, form: FormFields, filters: CatalogFilters, by: Actor): Promise<Told> {
  const intent = form.text("intent");
  if (intent === "undo") return tell(await undoBulkEdit(app, form.text("edit"), by), "Deshecho");
  const isOfAll = form.text("all") === "1";
  const ids = isOfAll ? await listCatalogIds(app.db, filters, MAX_PRODUCTS + 1) : form.all("row");
  if (ids.length === 0) return { failure: "Elige al menos un producto." };
  if (ids.length > MAX_PRODUCTS) {
    const most = MAX_PRODUCTS.toLocaleString("es-MX");
    return { failure: `Son más de ${most} productos: acota la lista con un filtro y hazlo por partes.` };
  }
  if (intent === "price" || intent === "price-now") return changePrices(app, form, { ids, isOfAll }, by);
  const asked = editOf(form);
  if (typeof asked === "string") return { failure: asked };
  return tell(await editInBulk(app, { ids, ...asked }, by), "Listo");
}

/** First shows the prices; the second time changes them, if they are still reckoned from what was shown. */
async function changePrices(
  app: App,
  form: FormFields,
  { ids, isOfAll }: { ids: readonly string[]; isOfAll: boolean },
  by: Actor,
): Promise<Told> {
  const typed = form.text("change", 20);
  const change = readPriceChange(typed);
  if (!change) return { failure: "Escribe el cambio como +10 %, -5 % o -20 (pesos)." };
  const effects = await previewPrices(app.db, ids, change);
  const versions = effects.map(({ id, version }) => `${id} ${version}`);
  const basis = createHash("sha256").update(versions.join()).digest("base64url");
  const preview = {
    change: typed,
    effects: effects.slice(0, SHOWN),
    products: effects.length,
    changing: effects.filter(({ after }) => after !== null).length,
    ids: isOfAll ? null : ids,
    basis,
  };
  if (form.text("intent") === "price") return { preview };
  if (form.text("basis") !== basis) {
    return { failure: "Alguien cambió productos mientras mirabas: estos son los precios ahora.", preview };
  }
  const seen = new Map(effects.map(({ id, version }) => [id, version]));
  const edit: BulkEdit = { kind: "price", change };
  return tell(await editInBulk(app, { ids, edit, seen, act: `precios con ${typed}` }, by), "Listo");
}

function tell(answer: Awaited<ReturnType<typeof editInBulk> | ReturnType<typeof undoBulkEdit>>, word: string): Told {
  if (isRefusal(answer)) return { failure: sentenceOf(answer) };
  const { changed, skipped } = answer;
  const products = changed === 1 ? "1 producto cambió" : `${changed} productos cambiaron`;
  const rest =
    skipped === 0 ? "" : ` ${skipped} ya ${skipped === 1 ? "estaba" : "estaban"} así o los cambió alguien antes.`;
  return { done: `${word}: ${products}.${rest}` };
}
