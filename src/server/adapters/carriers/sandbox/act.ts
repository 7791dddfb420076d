import type { CarrierSandbox } from "./carrier-sandbox.ts";

/** The events of a simulated parcel, which the panel or a test triggers. */
export const CARRIER_ACTS = ["transit", "delivered", "failed"] as const;
export type CarrierAct = (typeof CARRIER_ACTS)[number];

export const ACT_STATUS = {
  transit: "Shipped",
  delivered: "Delivered",
  failed: "Delivery Attempt",
} as const satisfies Record<CarrierAct, string>;

/** Moves the parcel, and sends a webhook. False for an unknown or cancelled guide. */
export async function actOnGuide({ db, webhookUrl }: CarrierSandbox, guide: string, act: CarrierAct): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sandbox_carrier_guides")
    .set({ status: ACT_STATUS[act], changed_at: new Date() })
    .where("guide", "=", guide)
    .where("status", "!=", "Canceled")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const body = JSON.stringify({ trackingNumber: guide, status: ACT_STATUS[act] });
  const headers = { "Content-Type": "application/json" };
  // A lost webhook is not a failure, because the shop also polls the tracking of its parcels.
  await fetch(webhookUrl(), { method: "POST", headers, body, signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return true;
}
