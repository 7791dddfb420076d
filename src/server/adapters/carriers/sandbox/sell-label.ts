import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { transact } from "../../../db/transact.ts";
import type { CarrierSandbox } from "./carrier-sandbox.ts";

export interface LabelToSell {
  carrier: string;
  service: string;
  senderCompany: string;
  consignee: string;
  destination: string;
  grams: number;
  priceCents: number;
}

/** Sells a label and returns its tracking number. Null if the balance is too low. */
export function sellLabel({ db }: CarrierSandbox, label: LabelToSell): Promise<string | null> {
  return transact(db, async (tx) => {
    const balanceUpdate = await tx
      .updateTable("sandbox_carrier_settings")
      .set({ balance_cents: sql`balance_cents - ${label.priceCents}` })
      .where("balance_cents", ">=", label.priceCents)
      .executeTakeFirst();
    if (balanceUpdate.numUpdatedRows === 0n) return null;
    const guide = `SB${randomInt(1e11).toString().padStart(11, "0")}`;
    await tx
      .insertInto("sandbox_carrier_guides")
      .values({
        guide,
        carrier: label.carrier,
        service: label.service,
        sender_company: label.senderCompany,
        consignee: label.consignee,
        destination: label.destination,
        grams: label.grams,
        price_cents: label.priceCents,
      })
      .execute();
    return guide;
  });
}

/**
 * Cancels a label whose parcel the carrier has not received, and refunds its price. Returns "done", the status of a
 * label that cannot be cancelled, or null for an unknown tracking number.
 */
export function cancelLabel({ db }: CarrierSandbox, guide: string) {
  return transact(db, async (tx) => {
    const storedLabel = await tx
      .selectFrom("sandbox_carrier_guides")
      .select(["status", "price_cents"])
      .where("guide", "=", guide)
      .forUpdate()
      .executeTakeFirst();
    if (storedLabel?.status !== "Created") return storedLabel?.status ?? null;
    await tx.updateTable("sandbox_carrier_guides").set({ status: "Canceled" }).where("guide", "=", guide).execute();
    await tx
      .updateTable("sandbox_carrier_settings")
      .set({ balance_cents: sql`balance_cents + ${storedLabel.price_cents}` })
      .execute();
    return "done" as const;
  });
}
