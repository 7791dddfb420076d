import { refuse, isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { LineChange, OutOfStockLine } from "../../domain/edit-order.ts";
import type { Cents } from "../../domain/money.ts";
import { PaymentProviderError } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import type { Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { reconcileOrderPayments } from "../payments/reconcile-payment.ts";
import type { Shop } from "../shops/shop.ts";
import { lockSizes } from "../stock/write-movements.ts";
import { planEdit, type EditInput, type EditPlan, type PlanRefusal } from "./plan-edit.ts";
import { storeEdit } from "./store-edit.ts";

export interface OrderEdit extends EditInput {
  /** The version of the order that staff saw. Null: any version. */
  seen: string | null;
  /** The total that staff saw in the preview. Null: any total. */
  expectedTotalCents: Cents | null;
  /** The reason that staff typed, or empty. The customer does not see it. */
  reason: string;
  by: Actor;
}

export interface OrderEditResult {
  editId: string;
  beforeCents: Cents;
  afterCents: Cents;
  changes: LineChange[];
}

export type EditRefusal =
  | PlanRefusal
  | SoldOutRefusal
  | Refusal<
      | "order_changed"
      | "selling_disabled"
      | "edit_empty"
      | "edit_total_changed"
      | "edit_reason_long"
      | "edit_provider_silent"
    >;

/** Refused because lines need more pieces than are for sale. */
export type SoldOutRefusal = Refusal<"edit_sold_out"> & { outOfStock: OutOfStockLine[] };

const MAX_REASON_LENGTH = 200;

/**
 * Changes the lines of an unpaid order and the staff discount on it (rules EDIT-1 to EDIT-7, decision 51). First it
 * reconciles the order's payments with the provider. Then it stores stock, lines, figures, discounts, the snapshot of
 * the edit, history, change log and email in one transaction, under the order's lock. It locks the order, then the
 * sizes in id order, then the promotion codes, like all code that locks them. If a size is sold out, it releases the
 * expired carts with that size and tries once more.
 */
export async function editOrderLines(
  app: App,
  shop: Shop,
  orderId: string,
  edit: OrderEdit,
): Promise<OrderEditResult | EditRefusal> {
  if (!isId(orderId)) return refuse("order_not_found");
  if (edit.reason.trim().length > MAX_REASON_LENGTH) return refuse("edit_reason_long");
  const providerRefusal = await applyUnknownPayments(app, orderId);
  if (providerRefusal) return providerRefusal;
  const tryEdit = () => transact(app.db, (tx) => lockAndEdit(tx, shop, orderId, edit));
  const result = await tryEdit();
  if (!isRefusal(result) || result.refused !== "edit_sold_out") return result;
  const sizeIds = result.outOfStock.map(({ sizeId }) => sizeId);
  const releaseResult = await releaseExpiredCarts(app.genericPlanDb, { sizeIds });
  return releaseResult.sizes > 0 ? tryEdit() : result;
}

/** Applies payments whose webhook has not arrived. An order that was never sent to the provider causes no request. */
async function applyUnknownPayments(app: App, orderId: string): Promise<Refusal<"edit_provider_silent"> | undefined> {
  try {
    await reconcileOrderPayments(app, orderId, "interactive");
    return undefined;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    app.log.warn({ orderId, failure: error.message }, "payments could not be looked up before an edit");
    return refuse("edit_provider_silent");
  }
}

async function lockAndEdit(
  tx: Tx,
  shop: Shop,
  orderId: string,
  edit: OrderEdit,
): Promise<OrderEditResult | EditRefusal> {
  if (!(await lockOrder(tx, orderId))) return refuse("order_not_found");
  await lockSizes(
    tx,
    edit.lines.map(({ sizeId }) => sizeId).filter((id) => isId(id)),
  );
  const plan = await planEdit(tx, shop, orderId, edit);
  if (isRefusal(plan)) return plan;
  const refusal = checkPlan(shop, plan, edit);
  if (refusal) return refusal;
  const editId = newId();
  await storeEdit(tx, shop, plan, { editId, by: edit.by, reason: edit.reason.trim() });
  return {
    editId,
    beforeCents: plan.order.grandTotalCents,
    afterCents: plan.figures.chargedQuote.grandTotalCents,
    changes: plan.changes,
  };
}

function checkPlan(shop: Shop, plan: EditPlan, edit: OrderEdit): EditRefusal | undefined {
  if (edit.seen !== null && edit.seen !== plan.order.version) return refuse("order_changed");
  if (plan.isEmpty) return refuse("edit_empty");
  const addsPieces = plan.changes.some(({ before, after }) => after > before);
  if (shop.isClosedByRestore || (addsPieces && !shop.settings.management.canSell)) return refuse("selling_disabled");
  if (plan.outOfStock.length > 0) return { ...refuse("edit_sold_out"), outOfStock: plan.outOfStock };
  const totalCents = plan.figures.chargedQuote.grandTotalCents;
  const isExpected = edit.expectedTotalCents === null || edit.expectedTotalCents === totalCents;
  return isExpected ? undefined : refuse("edit_total_changed");
}
