import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { unpackParcels } from "../order-parcels/packed-parcels.ts";
import { setGuide, type GuideRefusal } from "../order-parcels/set-guide.ts";
import { lockParcel } from "./move-parcel.ts";

type ChangeRefusal = Refusal<"parcel_not_found" | "parcel_changed">;

/** Unpacks a parcel that has not left. Its pieces can be packed again. */
export function unpackParcel(app: App, parcelId: string, by: Actor): Promise<"unpacked" | ChangeRefusal> {
  return transact(app.db, async (tx) => {
    const parcel = await lockParcel(tx, parcelId);
    if (!parcel) return refuse("parcel_not_found");
    if (parcel.state !== "PACKED") return refuse("parcel_changed");
    await unpackParcels(tx, parcel.orderId, parcel.id);
    const object = { kind: "order", id: parcel.orderId };
    await logChange(tx, by, { action: "parcel-unpack", object, before: { parcel: parcel.number } });
    return "unpacked" as const;
  });
}

/** The greatest weight that staff can enter, in grams. */
const MAX_GRAMS = 1_000_000;

/** Stores the weight of a parcel that staff measured. It replaces the sum of the weights of its pieces. */
export function weighParcel(
  app: App,
  parcelId: string,
  { grams, by }: { grams: number; by: Actor },
): Promise<"weighed" | Refusal<"parcel_not_found" | "parcel_weight_wrong">> {
  return transact(app.db, async (tx) => {
    if (!Number.isInteger(grams) || grams < 1 || grams > MAX_GRAMS) return refuse("parcel_weight_wrong");
    const parcel = await lockParcel(tx, parcelId);
    if (!parcel) return refuse("parcel_not_found");
    const { before } = await tx
      .selectFrom("parcels")
      .select("weight_grams as before")
      .where("id", "=", parcelId)
      .executeTakeFirstOrThrow();
    if (before === grams) return "weighed" as const;
    await tx.updateTable("parcels").set({ weight_grams: grams }).where("id", "=", parcelId).execute();
    await logChange(tx, by, {
      action: "parcel-weigh",
      object: { kind: "order", id: parcel.orderId },
      before: { parcel: parcel.number, weightGrams: before },
      after: { weightGrams: grams },
    });
    return "weighed" as const;
  });
}

/**
 * Corrects the tracking number (`guide`) of a parcel that has left, and sends the new one to the customer. If the
 * order's own tracking number was that of this parcel, it changes too. `seen` is the number that the form showed.
 */
export function correctGuide(
  app: App,
  parcelId: string,
  { seen, guide, by }: { seen: string; guide: string; by: Actor },
): Promise<"corrected" | ChangeRefusal | GuideRefusal | Refusal<"tracking_missing">> {
  return transact(app.db, async (tx) => {
    if (guide === "") return refuse("tracking_missing");
    const parcel = await lockParcel(tx, parcelId);
    if (!parcel) return refuse("parcel_not_found");
    if (parcel.guide === guide) return "corrected" as const;
    if (parcel.state === "PACKED" || parcel.guide !== seen) return refuse("parcel_changed");
    const outcome = await setGuide(tx, { parcelId, orderId: parcel.orderId, guide });
    if (isRefusal(outcome)) return outcome;
    await tx
      .updateTable("orders")
      .set({ tracking_number: guide })
      .where("id", "=", parcel.orderId)
      .where("tracking_number", "=", seen)
      .execute();
    await enqueueOrderEmail(tx, parcel.orderId, "mail_tracking_corrected", {
      trackingNumber: guide,
      correctionId: newId(),
    });
    await logChange(tx, by, {
      action: "order-tracking",
      object: { kind: "order", id: parcel.orderId },
      before: { trackingNumber: seen },
      after: { trackingNumber: guide },
    });
    return "corrected" as const;
  });
}
