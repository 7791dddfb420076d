import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { giveBoxToOldestOtherParcel } from "../order-parcels/shared-boxes.ts";
import { lockOrder } from "../orders/move-order.ts";
import { openProvider, type OpenProviderRefusal } from "./open-provider.ts";
import { findPurchase, type LabelPurchase } from "./purchases.ts";

export type CancelLabelRefusal = OpenProviderRefusal | Refusal<"label_in_use" | "label_not_cancelled">;

/**
 * Cancels a bought label whose parcel has not left, and removes its guide from the parcel or the return. The purchase
 * is marked before the call to the provider, so that nobody hands the parcel over with this label meanwhile
 * (`setGuide`). Only a refusal by the provider removes the mark. Without an answer the label may already be cancelled,
 * and staff try again.
 */
export async function cancelLabel(
  app: App,
  purchase: LabelPurchase,
  by: Actor,
  timeouts?: CarrierTimeouts,
): Promise<"cancelled" | CancelLabelRefusal> {
  if (purchase.state === "cancelled") return "cancelled";
  const access = await openProvider(app, purchase.shopId, timeouts);
  if (isRefusal(access)) return access;
  if (access.provider.key !== purchase.provider) return refuse("label_not_cancelled");
  const markOutcome = await markCancelSent(app, purchase);
  if (markOutcome !== "marked") return markOutcome;
  const { carrier, guide, providerId } = purchase;
  const answer = await access.provider.cancel({ carrier, guide: guide!, providerId });
  if (answer.outcome === "refused") await unmarkCancelSent(app, purchase);
  if (answer.outcome !== "cancelled") return refuse("label_not_cancelled");
  await storeCancellation(app, purchase, by);
  return "cancelled";
}

/** Refused if the label is not bought, or was used. The order's lock makes a concurrent hand-over wait. */
function markCancelSent(
  app: App,
  { id, orderId }: LabelPurchase,
): Promise<"marked" | "cancelled" | Refusal<"label_in_use">> {
  return transact(app.db, async (tx) => {
    await lockOrder(tx, orderId);
    const purchase = await findPurchase(tx, id);
    if (purchase?.state === "cancelled") return "cancelled";
    if (purchase?.state !== "bought" || purchase.returnedToCustomerAt !== null) return refuse("label_in_use");
    if (!(await isUnused(tx, purchase))) return refuse("label_in_use");
    await tx.updateTable("label_purchases").set({ cancel_sent_at: new Date() }).where("id", "=", id).execute();
    return "marked";
  });
}

async function unmarkCancelSent({ db }: App, { id }: LabelPurchase): Promise<void> {
  await db
    .updateTable("label_purchases")
    .set({ cancel_sent_at: null })
    .where("id", "=", id)
    .where("state", "=", "bought")
    .execute();
}

function storeCancellation(app: App, purchase: LabelPurchase, by: Actor): Promise<void> {
  return transact(app.db, async (tx) => {
    await lockOrder(tx, purchase.orderId);
    const { numUpdatedRows } = await tx
      .updateTable("label_purchases")
      .set({ state: "cancelled" })
      .where("id", "=", purchase.id)
      .where("state", "=", "bought")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const parcelWithoutGuide = await tx
      .updateTable("parcels")
      .set({ guide: null, box_parcel_id: null })
      .where("id", "=", purchase.parcelId)
      .where("state", "=", "PACKED")
      .where("guide", "=", purchase.guide)
      .returning("id")
      .executeTakeFirst();
    if (parcelWithoutGuide) await giveBoxToOldestOtherParcel(tx, parcelWithoutGuide.id);
    if (purchase.returnId !== null) {
      await tx
        .updateTable("returns")
        .set({ way_back_guide: null })
        .where("id", "=", purchase.returnId)
        .where("way_back_guide", "=", purchase.guide)
        .where("state", "=", "APPROVED")
        .execute();
    }
    await logChange(tx, by, {
      action: "label-cancel",
      object: { kind: "order", id: purchase.orderId },
      before: { guide: purchase.guide, chargedCents: purchase.chargedCents },
    });
  });
}

/**
 * For the label of a parcel: whether the parcel has not left or was unpacked. For the label of a return: whether its
 * shipment has not begun, or the return was cancelled.
 */
async function isUnused(tx: Tx, { parcelId, returnId }: LabelPurchase): Promise<boolean> {
  if (returnId !== null) {
    const { state, wayBackState } = await tx
      .selectFrom("returns")
      .select(["state", "way_back_state as wayBackState"])
      .where("id", "=", returnId)
      .executeTakeFirstOrThrow();
    return (state === "APPROVED" && wayBackState === null) || state === "CANCELLED";
  }
  if (parcelId === null) return true;
  const { state } = await tx.selectFrom("parcels").select("state").where("id", "=", parcelId).executeTakeFirstOrThrow();
  return state === "PACKED";
}
