import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";

export interface ParcelLine {
  sizeId: string;
  pieces: number;
}

interface NewParcel {
  orderId: string;
  lines: readonly ParcelLine[];
  actor: string;
  at: Date;
}

/**
 * Stores a packed parcel of an order whose row is locked, with the order's carrier, and returns its id. Its weight is
 * the sum of the weights of its pieces, if all are known. The database refuses more pieces than the order's lines have
 * (`parcel_lines_within_order`).
 */
export async function insertParcel(tx: Tx, { orderId, lines, actor, at }: NewParcel): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO parcels (order_id, number, state, carrier_id, carrier_name, created_at)
    SELECT o.id, (SELECT coalesce(max(p.number), 0) + 1 FROM parcels p WHERE p.order_id = o.id), 'PACKED', o.carrier_id,
      coalesce(o.carrier_name, ''), ${at}
    FROM orders o WHERE o.id = ${orderId} RETURNING id`.execute(tx);
  const { id } = rows[0]!;
  await tx
    .insertInto("parcel_lines")
    .values(lines.map(({ sizeId, pieces }) => ({ parcel_id: id, order_id: orderId, size_id: sizeId, pieces })))
    .execute();
  await sql`
    UPDATE parcels SET weight_grams = parcel_weight(id), is_partial = EXISTS (SELECT FROM unparcelled_lines(${orderId}))
    WHERE id = ${id}`.execute(tx);
  await tx
    .insertInto("parcel_events")
    .values({ parcel_id: id, from_state: "NEW", to_state: "PACKED", at, source: "staff", actor })
    .execute();
  return id;
}
