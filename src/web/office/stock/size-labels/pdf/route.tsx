import { data, redirect } from "react-router";
import { LABEL_SHEETS, LABEL_SHEET_KEYS } from "../../../../../domain/size-label-sheet.ts";
import { isRefusal, type Refusal } from "../../../../../domain/refusal.ts";
import { DRAW_SIZE_LABELS } from "../../../../../server/size-labels/draw-size-labels.ts";
import { listLabelPrices, listLabelSizes } from "../../../../../server/size-labels/list-label-sizes.ts";
import { appContext } from "../../../../context.ts";
import { readForm, requireStaff } from "../../../guard.ts";
import { officePaths } from "../../../paths.ts";
import { readWholeNumber } from "../../../read-whole-number.ts";
import { sentenceOf, type OfficeRefusalName } from "../../../sentences.ts";
import { readLabelSource } from "../read-label-source.server.ts";
import type { Route } from "./+types/route";

/** There is no page at this path, which only receives the form of the labels. */
export function loader() {
  return redirect(officePaths.stock);
}

/** The labels as a PDF. The form opens it in a new tab, so that the form keeps its values after a refusal. */
export async function action({ context, request }: Route.ActionArgs) {
  requireStaff(context, request, "stock.view");
  const app = context.get(appContext);
  const form = await readForm(request);
  const { source, visibleShops, shopChoices } = await readLabelSource({ context, request }, (name) => form.all(name));
  const sheet = LABEL_SHEETS[LABEL_SHEET_KEYS.find((key) => key === form.text("hoja")) ?? "avery-5160"];
  const sizes = await listLabelSizes(app.db, source, visibleShops);
  const copies = sizes.map(({ sizeId }) => readWholeNumber(form.text(`n-${sizeId}`) || "0", 0));
  if (copies.includes(null)) return refusalResponse({ refused: "labels_wrong" });
  const shop = shopChoices.find(({ key }) => key === form.text("precio"));
  if (form.text("precio") !== "" && !shop) throw data(null, { status: 404 });
  const productIds = [...new Set(sizes.map(({ productId }) => productId))];
  const prices = shop ? await listLabelPrices(app.db, shop, productIds) : null;
  const labels = sizes.map((size, index) => {
    return { ...size, copies: copies[index]!, priceCents: prices?.get(size.productId) ?? null };
  });
  const startPosition = readWholeNumber(form.text("lugar") || "1") ?? 0;
  const pdf = await app.pdfs.draw(DRAW_SIZE_LABELS, labels, {
    sheet,
    start: startPosition,
    shopName: (shop ?? shopChoices[0])?.name ?? "",
  });
  if (isRefusal(pdf)) return refusalResponse(pdf);
  return new Response(pdf, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": 'inline; filename="etiquetas-de-tallas.pdf"' },
  });
}

function refusalResponse(refusal: Refusal<OfficeRefusalName>): Response {
  return new Response(`${sentenceOf(refusal)} Cierra esta pestaña: lo que escribiste sigue en la otra.`, {
    status: 422,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
