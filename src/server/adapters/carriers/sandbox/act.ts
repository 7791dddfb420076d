import type { Db } from "../../../db/connect.ts";

/** What a person or a test does with a parcel of the sandbox. */
export const CARRIER_ACTS = ["transit", "delivered", "failed"] as const;
export type CarrierAct = (typeof CARRIER_ACTS)[number];

export const ACT_STATUS = {
  transit: "Shipped",
  delivered: "Delivered",
  failed: "Delivery Attempt",
} as const satisfies Record<CarrierAct, string>;

/** False for an unknown or cancelled guide. */
export async function actOnGuide(db: Db, guide: string, act: CarrierAct): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sandbox_carrier_guides")
    .set({ status: ACT_STATUS[act], changed_at: new Date() })
    .where("guide", "=", guide)
    .where("status", "!=", "Canceled")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
