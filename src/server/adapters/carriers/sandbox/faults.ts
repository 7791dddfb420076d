import { z } from "zod";
import type { Db } from "../../../db/connect.ts";

/**
 * The failures that the sandbox simulates. Before any work, `down` closes the connection, `html` returns a proxy's page
 * with status 200, `500` and `429` return those statuses, and `hang` never answers. `hang-after-purchase` stores a
 * label and never answers. `wrong-price` charges a quarter more than was quoted.
 */
export const CARRIER_FAULTS = ["down", "500", "429", "hang-after-purchase", "html", "hang", "wrong-price"] as const;

export const CarrierFault = z.enum(CARRIER_FAULTS);
export type CarrierFault = z.output<typeof CarrierFault>;

export async function readCarrierFault(db: Db): Promise<CarrierFault | null> {
  const { fault } = await db.selectFrom("sandbox_carrier_settings").select("fault").executeTakeFirstOrThrow();
  return fault as CarrierFault | null;
}

export async function setCarrierFault(db: Db, fault: CarrierFault | null): Promise<void> {
  await db.updateTable("sandbox_carrier_settings").set({ fault }).execute();
}
