import { sql } from "kysely";
import type { Queryable, Tx } from "../db/connect.ts";
import { giveBoxToOldestOtherParcel } from "./shared-boxes.ts";

/** Whether pieces of the order, or of one size of it, are in a parcel, also in one that has left. */
export async function hasPackedPieces(db: Queryable, orderId: string, sizeId?: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM parcel_lines WHERE order_id = ${orderId}
      AND (${sizeId ?? null}::uuid IS NULL OR size_id = ${sizeId ?? null}::uuid) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * Removes one or all packed parcels of a locked order. Their pieces are then in no parcel. Returns how many parcels it
 * removed.
 */
export async function unpackParcels(tx: Tx, orderId: string, parcelId?: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    UPDATE parcels SET guide = NULL, box_parcel_id = NULL
    WHERE order_id = ${orderId} AND state = 'PACKED' AND (${parcelId ?? null}::uuid IS NULL OR id = ${parcelId ?? null}::uuid)
    RETURNING id`.execute(tx);
  for (const { id } of rows) {
    await giveBoxToOldestOtherParcel(tx, id);
    await tx.deleteFrom("parcels").where("id", "=", id).execute();
  }
  return rows.length;
}
