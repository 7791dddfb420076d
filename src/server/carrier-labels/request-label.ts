import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { chooseBox } from "../../domain/shipping-box.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { lockParcel } from "../parcels/move-parcel.ts";
import { findCarrierAccount } from "./account.ts";
import { isCompleteChoice, newPurchaseReference, type LabelChoice } from "./label-choice.ts";
import { listParcelsToShip, toShipment, type ShipmentRefusal } from "./parcel-shipment.ts";

export interface LabelRequest extends LabelChoice {
  parcelId: string;
  shops: "all" | readonly string[];
}

export type LabelRefusal =
  | ShipmentRefusal
  | Refusal<
      "parcel_not_found" | "carrier_account_missing" | "label_exists" | "label_service_missing" | "box_not_found"
    >;

/**
 * Stores the request, and enqueues the job that buys the label. Of two requests for one parcel, the second is refused.
 */
export function requestLabel(
  app: App,
  { parcelId, shops, carrier, service, seenCents, box: chosenId }: LabelRequest,
  by: Actor,
): Promise<{ id: string } | LabelRefusal> {
  return transact(app.db, async (tx) => {
    if (!(await lockParcel(tx, parcelId))) return refuse("parcel_not_found");
    const [parcel] = await listParcelsToShip(tx, [parcelId], shops);
    if (!parcel) return refuse("parcel_not_found");
    if (!isCompleteChoice({ carrier, service, seenCents })) return refuse("label_service_missing");
    const account = await findCarrierAccount(tx, parcel.shopId);
    if (!account) return refuse("carrier_account_missing");
    // The box may have been removed after the quote.
    if (chosenId && !account.boxes.some(({ id }) => id === chosenId)) return refuse("box_not_found");
    const box = chooseBox(account.boxes, { grams: parcel.grams ?? 0, chosenId });
    const shipment = toShipment(parcel, account, box);
    if (isRefusal(shipment)) return shipment;
    const purchase = await tx
      .insertInto("label_purchases")
      .values({
        order_id: parcel.orderId,
        parcel_id: parcelId,
        purchase_reference: newPurchaseReference(`${parcel.reference}-${parcel.number}`),
        carrier,
        service,
        quoted_cents: seenCents,
        box: JSON.stringify(box),
        requested_by: by.name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!purchase) return refuse("label_exists");
    await enqueue(tx, "buy_label", { purchaseId: purchase.id }, { key: `buy_label ${purchase.id}` });
    await logChange(tx, by, {
      action: "label-request",
      object: { kind: "order", id: parcel.orderId },
      after: { parcel: parcel.number, carrier, service, quotedCents: seenCents, box: box.name },
    });
    return purchase;
  });
}
