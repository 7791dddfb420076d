import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";
import { leaveBox } from "../order-parcels/guides.ts";
import { lockOrder } from "../orders/move-order.ts";
import { openAccount, type NoAccount } from "./open-provider.ts";
import type { LabelPurchase } from "./purchases.ts";

export type CancelLabelRefusal = NoAccount | Refusal<"label_in_use" | "label_not_cancelled">;

/** Cancels a bought label whose parcel has not left, and removes its guide from the parcel or the return. */
export async function cancelLabel(
  app: App,
  purchase: LabelPurchase,
  by: Actor,
): Promise<"cancelled" | CancelLabelRefusal> {
  if (purchase.state === "cancelled") return "cancelled";
  if (purchase.state !== "bought" || purchase.cameBackAt !== null) return refuse("label_in_use");
  if (!(await isUnused(app, purchase))) return refuse("label_in_use");
  const open = await openAccount(app, purchase.shopId);
  if (isRefusal(open)) return open;
  if (open.provider.key !== purchase.provider) return refuse("label_not_cancelled");
  const { carrier, guide, providerId } = purchase;
  const answer = await open.provider.cancel({ carrier, guide: guide!, providerId });
  if (answer.outcome !== "cancelled") return refuse("label_not_cancelled");
  return transact(app.db, async (tx) => {
    await lockOrder(tx, purchase.orderId);
    const { numUpdatedRows } = await tx
      .updateTable("label_purchases")
      .set({ state: "cancelled" })
      .where("id", "=", purchase.id)
      .where("state", "=", "bought")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return "cancelled" as const;
    const parcelWithoutGuide = await tx
      .updateTable("parcels")
      .set({ guide: null, in_box_of_id: null })
      .where("id", "=", purchase.parcelId)
      .where("state", "=", "PACKED")
      .where("guide", "=", purchase.guide)
      .returning("id")
      .executeTakeFirst();
    if (parcelWithoutGuide) await leaveBox(tx, parcelWithoutGuide.id);
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
    return "cancelled" as const;
  });
}

/** Whether the parcel has not left, or the return shipment has not begun. */
async function isUnused({ db }: App, { parcelId, returnId }: LabelPurchase): Promise<boolean> {
  if (returnId !== null) {
    const { state, wayBackState } = await db
      .selectFrom("returns")
      .select(["state", "way_back_state as wayBackState"])
      .where("id", "=", returnId)
      .executeTakeFirstOrThrow();
    return (state === "APPROVED" && wayBackState === null) || state === "CANCELLED";
  }
  if (parcelId === null) return true;
  const { state } = await db.selectFrom("parcels").select("state").where("id", "=", parcelId).executeTakeFirstOrThrow();
  return state === "PACKED";
}
