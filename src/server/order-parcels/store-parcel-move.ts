import type { ParcelEventSource, ParcelState } from "../../domain/parcel.ts";
import type { Tx } from "../db/connect.ts";

export interface ParcelMove {
  to: ParcelState;
  source: ParcelEventSource;
  /** Who reports it: a member of staff, 'consola', or the carrier's name. */
  actor: string;
  /** When the transition happened. */
  at: Date;
}

/** Stores a parcel's transition with its event (rule PARCEL-2). The caller has locked the order and checked it. */
export async function storeParcelMove(
  tx: Tx,
  parcel: { id: string; state: ParcelState },
  { to, source, actor, at }: ParcelMove,
): Promise<void> {
  await tx
    .updateTable("parcels")
    .set({
      state: to,
      delivered_at: to === "DELIVERED" ? at : null,
      ...(parcel.state === "PACKED" && { handed_over_at: at }),
    })
    .where("id", "=", parcel.id)
    .execute();
  await tx
    .insertInto("parcel_events")
    .values({ parcel_id: parcel.id, from_state: parcel.state, to_state: to, at, source, actor })
    .execute();
}
