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
import type { Actor } from "../../../server/staff/staff-log.ts";
import type { Sent } from "../guard.ts";
import { sentenceOf } from "../sentences.ts";

interface Told {
  done?: string;
  failure?: string;
  preview?: { change: string; effects: PriceEffect[] };
}

/** What is done at once: the button's name in words, and the change. */
function editOf(form: Sent): { act: string; edit: BulkEdit } | string {
  const brandId = form.text("brand");
  const categoryId = form.text("category");
  switch (form.text("act")) {
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

/** Does what the list's forms ask for. */
export async function obeyBulk(app: App, form: Sent, by: Actor): Promise<Told> {
  const act = form.text("act");
  if (act === "undo") return tell(await undoBulkEdit(app, form.text("edit"), by), "Deshecho");
  if (act === "price-now") return changePrices(app, form, by);
  const ids = form.all("row");
  if (ids.length === 0) return { failure: "Elige al menos un producto." };
  if (act === "price") {
    const typed = form.text("change", 20);
    const change = readPriceChange(typed);
    if (!change) return { failure: "Escribe el cambio como +10 %, -5 % o -20 (pesos)." };
    return { preview: { change: typed, effects: await previewPrices(app.db, ids, change) } };
  }
  const asked = editOf(form);
  if (typeof asked === "string") return { failure: asked };
  return tell(await editInBulk(app, { ids, ...asked }, by), "Listo");
}

/** The prices as they were shown: who was changed since keeps hers. */
async function changePrices(app: App, form: Sent, by: Actor): Promise<Told> {
  const typed = form.text("change", 20);
  const change = readPriceChange(typed);
  if (!change) return { failure: "Escribe el cambio como +10 %, -5 % o -20 (pesos)." };
  const seen = new Map(form.all("seen").map((pair) => [pair.split(" ")[0]!, Number(pair.split(" ")[1])]));
  const edit: BulkEdit = { kind: "price", change };
  return tell(await editInBulk(app, { ids: [...seen.keys()], edit, seen, act: `precios con ${typed}` }, by), "Listo");
}

function tell(answer: Awaited<ReturnType<typeof editInBulk> | ReturnType<typeof undoBulkEdit>>, word: string): Told {
  if (isRefusal(answer)) return { failure: sentenceOf(answer) };
  const { changed, skipped } = answer;
  const products = changed === 1 ? "1 producto cambió" : `${changed} productos cambiaron`;
  const rest =
    skipped === 0 ? "" : ` ${skipped} ya ${skipped === 1 ? "estaba" : "estaban"} así o los cambió alguien antes.`;
  return { done: `${word}: ${products}.${rest}` };
}
