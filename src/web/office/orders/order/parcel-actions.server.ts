import { deliveryInstant } from "../../../../domain/delivery-instant.ts";
import { PARCEL_STATES } from "../../../../domain/parcel.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import { correctGuide, unpackParcel, weighParcel } from "../../../../server/parcels/change-parcel.ts";
import { handOverToCarrier } from "../../../../server/parcels/hand-over-to-carrier.ts";
import { markDelivered } from "../../../../server/parcels/mark-delivered.ts";
import { isParcelOfOrder, moveParcel } from "../../../../server/parcels/move-parcel.ts";
import { packParcel } from "../../../../server/parcels/pack-parcel.ts";
import { findActiveCarrier } from "../../../../server/shipping/carriers.ts";
import type { FormFields } from "../../guard.ts";
import type { OfficeRefusalName } from "../../sentences.ts";

interface ParcelActionInput {
  app: App;
  orderId: string;
  form: FormFields;
  by: Actor;
}

type PendingOutcome = Promise<Refusal<OfficeRefusalName> | string>;

/**
 * The actions on an order's parcels. An empty text as outcome means success. The field `parcel` is the parcel's id,
 * `pieces-<size id>` the packed pieces.
 */
export const PARCEL_ACTIONS = {
  packParcel: async ({ app, orderId, form, by }: ParcelActionInput): PendingOutcome => {
    const lines = form
      .all("size")
      .map((sizeId) => ({ sizeId, pieces: readEmptyAsZero(form.text(`pieces-${sizeId}`, 10)) }));
    const packOutcome = await packParcel(app, orderId, { lines, by, at: new Date() });
    return isRefusal(packOutcome) ? packOutcome : "";
  },
  handOverParcel: async (input: ParcelActionInput): PendingOutcome => {
    const { app, form, by } = input;
    const carrier = await findActiveCarrier(app.db, form.text("carrier"));
    const guide = form.text("tracking", 60);
    const sharesBox = form.text("sharesBox") === "1";
    return runOnParcel(input, (id) => handOverToCarrier(app, id, { guide, carrier, sharesBox, by, at: new Date() }));
  },
  unpackParcel: (input: ParcelActionInput): PendingOutcome =>
    runOnParcel(input, (id) => unpackParcel(input.app, id, input.by)),
  weighParcel: (input: ParcelActionInput): PendingOutcome => {
    const grams = readEmptyAsZero(input.form.text("grams", 10).replaceAll(/[\s,]/g, ""));
    return runOnParcel(input, (id) => weighParcel(input.app, id, { grams, by: input.by }));
  },
  moveParcel: async (input: ParcelActionInput): PendingOutcome => {
    const { app, form, by } = input;
    const [to, seen] = [form.text("to"), form.text("seen")].map((name) =>
      PARCEL_STATES.find((state) => state === name),
    );
    const at = deliveryInstant(form.text("on", 10), new Date());
    if (!to || !seen) return refuse("parcel_move_not_allowed");
    if (at === null) return refuse("day_wrong");
    if (at > new Date()) return refuse("delivered_in_future");
    return runOnParcel(input, (id) => moveParcel(app, id, { to, seen, at, by }));
  },
  correctParcelGuide: (input: ParcelActionInput): PendingOutcome => {
    const { app, form, by } = input;
    const [seen, guide] = [form.text("seenTracking", 60), form.text("tracking", 60)];
    return runOnParcel(input, (id) => correctGuide(app, id, { seen, guide, by }));
  },
  markDelivered: async ({ app, orderId, form, by }: ParcelActionInput): PendingOutcome => {
    const now = new Date();
    const at = deliveryInstant(form.text("on", 10), now);
    if (at === null) return refuse("day_wrong");
    const markOutcome = await markDelivered(app, orderId, { at, now, by });
    return isRefusal(markOutcome) ? markOutcome : "";
  },
};

/** Runs an action on the parcel of the form. A parcel of another order is refused as not found. */
async function runOnParcel(
  { app, orderId, form }: ParcelActionInput,
  act: (parcelId: string) => Promise<object | string>,
): PendingOutcome {
  const parcelId = form.text("parcel");
  if (!(await isParcelOfOrder(app.db, parcelId, orderId))) return refuse("parcel_not_found");
  const outcome = await act(parcelId);
  return isRefusal(outcome) ? (outcome as Refusal<OfficeRefusalName>) : "";
}

function readEmptyAsZero(typed: string): number {
  if (typed === "") return 0;
  return /^\d{1,7}$/.test(typed) ? Number(typed) : Number.NaN;
}
