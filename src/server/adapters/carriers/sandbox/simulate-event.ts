import type { CarrierSandbox } from "./carrier-sandbox.ts";

/** The events of a simulated parcel, which the panel or a test triggers. */
export const PARCEL_EVENTS = ["transit", "delivered", "failed"] as const;
export type ParcelEvent = (typeof PARCEL_EVENTS)[number];

export const EVENT_STATUS = {
  transit: "Shipped",
  delivered: "Delivered",
  failed: "Delivery Attempt",
} as const satisfies Record<ParcelEvent, string>;

/** Moves the parcel, and sends a webhook. False for an unknown or cancelled label. */
export async function simulateEvent(
  { db, webhookUrl }: CarrierSandbox,
  guide: string,
  event: ParcelEvent,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sandbox_carrier_guides")
    .set({ status: EVENT_STATUS[event], changed_at: new Date() })
    .where("guide", "=", guide)
    .where("status", "!=", "Canceled")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const body = JSON.stringify({ trackingNumber: guide, status: EVENT_STATUS[event] });
  const headers = { "Content-Type": "application/json" };
  // A lost webhook is not a failure, because the shop also polls the tracking of its parcels.
  await fetch(webhookUrl(), { method: "POST", headers, body, signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return true;
}
