import { sql } from "kysely";
import { isRefusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";
import { insertParcel, type ParcelLine } from "./insert-parcel.ts";
import { storeExpectedArrival } from "./store-expected-arrival.ts";
import { storeParcelMove } from "./store-parcel-move.ts";
import { setGuide, type GuideRefusal } from "./set-guide.ts";

interface ShipParcelInput {
  orderId: string;
  guide: string;
  carrier?: { id: string; name: string };
  actor: string;
  at: Date;
}

/**
 * Records that the carrier has a parcel of the order with this guide (rule PARCEL-3): the packed parcel with the guide,
 * else the first packed one, else a new one with all pieces that are in no parcel. The parcel gets the guide and, if
 * given, the carrier. The caller has locked the order's row. Returns the parcel's id.
 */
export async function shipParcel(tx: Tx, input: ShipParcelInput): Promise<string | GuideRefusal> {
  const { orderId, guide, carrier, actor, at } = input;
  const { rows: packedParcels } = await sql<{ id: string }>`
    SELECT id FROM parcels WHERE order_id = ${orderId} AND state = 'PACKED'
    ORDER BY guide IS NOT DISTINCT FROM ${guide} DESC, number LIMIT 1`.execute(tx);
  const id =
    packedParcels[0]?.id ??
    (await insertParcel(tx, { orderId, lines: await listUnpackedLines(tx, orderId), actor, at }));
  const guideResult = await setGuide(tx, { parcelId: id, orderId, guide, carrier });
  if (isRefusal(guideResult)) return guideResult;
  await storeExpectedArrival(tx, id, at);
  await storeParcelMove(tx, { id, state: "PACKED" }, { to: "HANDED_OVER", source: "staff", actor, at });
  return id;
}

/** The pieces of an order that are not tickets and that are in no parcel, or only in one that came back. */
export async function listUnpackedLines(tx: Tx, orderId: string): Promise<ParcelLine[]> {
  const { rows } = await sql<ParcelLine>`
    SELECT size_id AS "sizeId", pieces FROM unparcelled_lines(${orderId})`.execute(tx);
  return rows;
}
