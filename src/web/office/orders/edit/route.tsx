import { data, redirect } from "react-router";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import { readStaffDiscount, staffDiscountLimitBps, formatStaffDiscount } from "../../../../domain/staff-discount.ts";
import type { App } from "../../../../server/app.ts";
import { findProductsOnSale } from "../../../../server/catalog/find-products-on-sale.ts";
import { editOrderLines } from "../../../../server/order-management/edit-order-lines.ts";
import type { EditInput } from "../../../../server/order-management/plan-edit.ts";
import { previewEdit, type EditPreview } from "../../../../server/order-management/preview-edit.ts";
import { findOrder } from "../../../../server/orders/queries.ts";
import { findShopIdOfOrder } from "../../../../server/orders/staff-order-queries.ts";
import type { Shop } from "../../../../server/shops/shop.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff, type FormFields } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { describeSearchResult, toFoundProduct } from "../found-products.server.ts";
import type { FoundProduct } from "../found-products.tsx";
import { EditOrderScreen } from "./edit-order-screen.tsx";
import type { Route } from "./+types/route";

/**
 * The order's shop, with the highest discount that the member may give there. Answers 404 unless the member may change
 * orders in that shop.
 */
async function requireOrderShop({
  context,
  request,
  params,
}: Pick<Route.LoaderArgs, "context" | "request" | "params">) {
  requireStaff(context, request, "orders.change");
  const app = context.get(appContext);
  const shopId = await findShopIdOfOrder(app.genericPlanDb, params.orderId);
  const shop = shopId === undefined ? undefined : await app.shops.byId(shopId);
  if (!shop) throw data(null, { status: 404 });
  const staff = requireStaff(context, request, "orders.change", { shopId: shop.id });
  return { app, shop, staff, limitBps: staffDiscountLimitBps(staff.grants, shop.id) };
}

export async function loader(args: Route.LoaderArgs) {
  const { app, shop, limitBps } = await requireOrderShop(args);
  const order = await findOrder(app.genericPlanDb, shop.id, args.params.orderId);
  if (!order) throw data(null, { status: 404 });
  const preview = await previewEdit(app, shop, order.id, { lines: [], staffDiscount: "keep", limitBps });
  return {
    order: {
      id: order.id,
      reference: order.reference,
      customerName: `${order.customer_name} ${order.customer_last_name}`,
      hasEmail: order.customer_email !== null,
    },
    ...(isRefusal(preview) ? { preview: null, failure: sentenceOf(preview) } : { preview, failure: null }),
    discountFields: isRefusal(preview) ? null : toDiscountFields(preview),
  };
}

/** The order's staff discount, as its fields show it. */
function toDiscountFields({ staffDiscount }: EditPreview): { discount: string; discountReason: string } {
  if (!staffDiscount) return { discount: "", discountReason: "" };
  return { discount: formatStaffDiscount(staffDiscount), discountReason: staffDiscount.reason };
}

export interface EditResult {
  preview?: EditPreview;
  failure?: string;
  /** Errors by field name, or by size id for a line. */
  errors?: Record<string, string>;
  /** The products that match the term: typed words or a scanned code. */
  search?: { term: string; products: FoundProduct[]; exactSizeId: string | null; text: string };
}

/** Finds products, previews the edit or saves it. Typed values stay on the page. */
export async function action(args: Route.ActionArgs): Promise<EditResult | Response> {
  const { context, request, params } = args;
  const { app, shop, staff, limitBps } = await requireOrderShop(args);
  const form = await readForm(request);
  const intent = form.text("intent");
  if (intent === "find") return { search: await searchProducts(app, shop, form.text("q", 100)) };
  const input = await readEdit(app, shop, params.orderId, { form, limitBps });
  if ("errors" in input) return input;
  if (intent === "preview") {
    const preview = await previewEdit(app, shop, params.orderId, input);
    return isRefusal(preview) ? toFailure(preview) : { preview };
  }
  if (intent !== "save") throw data(null, { status: 400 });
  const expectedCents = Number(form.text("expected", 20));
  const saveOutcome = await editOrderLines(app, shop, params.orderId, {
    ...input,
    seen: form.text("seen", 40),
    expectedTotalCents: Number.isInteger(expectedCents) ? expectedCents : Number.NaN,
    reason: form.text("reason", 300),
    by: actorOf(context, staff),
  });
  if (!isRefusal(saveOutcome)) return redirect(`${officePaths.order(params.orderId)}?hecho=editLines`);
  const preview = await previewEdit(app, shop, params.orderId, input);
  return {
    ...toFailure(saveOutcome),
    ...(!isRefusal(preview) && saveOutcome.refused !== "order_changed" && { preview }),
  };
}

async function searchProducts(app: App, shop: Shop, term: string): Promise<EditResult["search"]> {
  const { exactSize, products } = await findProductsOnSale(app.db, shop, term);
  return {
    term,
    products: products.map((product) => toFoundProduct(shop, product)),
    exactSizeId: exactSize?.sizeId ?? null,
    text: describeSearchResult(term, exactSize, products[0]),
  };
}

/** Reads the pieces of the sent lines, and the discount. An unchanged discount is kept as it is. */
async function readEdit(
  app: App,
  shop: Shop,
  orderId: string,
  { form, limitBps }: { form: FormFields; limitBps: number },
): Promise<EditInput | { failure: string; errors: Record<string, string> }> {
  const lines = form.all("line").map((line) => {
    const [sizeId = "", pieces = ""] = line.split(":");
    return { sizeId, pieces: /^\d{1,5}$/.test(pieces) ? Number(pieces) : Number.NaN };
  });
  const discount = form.text("discount", 20);
  const discountReason = form.text("discountReason", 100);
  const currentPreview = await previewEdit(app, shop, orderId, { lines: [], staffDiscount: "keep", limitBps });
  const currentFields = isRefusal(currentPreview) ? null : toDiscountFields(currentPreview);
  if (currentFields?.discount === discount.trim() && currentFields.discountReason === discountReason.trim()) {
    return { lines, staffDiscount: "keep", limitBps };
  }
  const staffDiscount = readStaffDiscount({ typed: discount, reason: discountReason }, limitBps);
  if (staffDiscount === undefined) {
    return { failure: CHECK_MARKED_FIELDS_TEXT, errors: { discount: "Escribe 10% o un monto en pesos." } };
  }
  return { lines, staffDiscount, limitBps };
}

const CHECK_MARKED_FIELDS_TEXT = "Revisa lo marcado: todo lo demás sigue aquí.";

/** The field at which a refusal is shown. */
const FIELD_BY_REFUSAL: Partial<Record<string, string>> = {
  discount_reason_missing: "discountReason",
  discount_too_high: "discount",
  promotion_rate_wrong: "discount",
  promotion_amount_wrong: "discount",
  edit_reason_long: "reason",
};

function toFailure(refusal: Refusal<OfficeRefusalName>): EditResult {
  const failure = sentenceOf(refusal);
  const field = FIELD_BY_REFUSAL[refusal.refused];
  if (field) return { failure: CHECK_MARKED_FIELDS_TEXT, errors: { [field]: failure } };
  if (!("outOfStock" in refusal)) return { failure };
  const outOfStockLines = refusal.outOfStock as { sizeId: string; maxPieces: number }[];
  const errors = Object.fromEntries(
    outOfStockLines.map(({ sizeId, maxPieces }) => [sizeId, maxPiecesSentence(maxPieces)]),
  );
  return { failure, errors };
}

function maxPiecesSentence(maxPieces: number): string {
  if (maxPieces === 0) return "Agotado: quítalo para guardar lo demás.";
  return `Puede llevar a lo más ${maxPieces}.`;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData ? `Productos del pedido #${loaderData.order.reference} · Panel` : "Pedido · Panel" }];
}

export default function EditOrder({ loaderData }: Route.ComponentProps) {
  return <EditOrderScreen {...loaderData} />;
}
