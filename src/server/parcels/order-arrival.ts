import { sql } from "kysely";
import { addCarrierBusinessDays } from "../../domain/delivery-estimate.ts";
import { readMexicoTime, formatMexicoTime } from "../../domain/mexico-time.ts";
import { lastArrival, type ParcelState } from "../../domain/parcel.ts";
import type { Queryable } from "../db/connect.ts";

export interface OrderArrival {
  /** When the last parcel of the order arrived. Null while a parcel is on its way, or pieces are still to be sent. */
  deliveredAt: Date | null;
  /**
   * The latest time at which the parcels that have left arrive: the recorded arrival, or the end of the estimated day.
   * Null if the order was delivered, or no parcel has left.
   */
  estimatedArrivalAt: Date | null;
}

/** Business days after which a parcel counts as arrived, if its carrier states no maximum. */
const DEFAULT_MAX_DAYS = 10;

/** When an order's goods arrived (rule PARCEL-6). An order of tickets only has no arrival. */
export async function readOrderArrival(db: Queryable, orderId: string): Promise<OrderArrival> {
  const { rows } = await sql<ParcelTimes>`
    SELECT p.state, p.delivered_at AS "deliveredAt", p.handed_over_at AS "handedOverAt", p.latest_arrival_on::text AS "arrivesTo", c.max_business_days AS "maxDays"
    FROM parcels p LEFT JOIN carriers c ON c.id = p.carrier_id WHERE p.order_id = ${orderId} AND p.state <> 'RETURNED'`.execute(
    db,
  );
  const { rows: unpackedLines } = await sql`SELECT FROM unparcelled_lines(${orderId}) LIMIT 1`.execute(db);
  const deliveredAt = lastArrival(rows, { isAllPacked: unpackedLines.length === 0 });
  const latestArrivalsMs = rows.flatMap((parcel) => listLatestArrivalsMs(parcel));
  const isEstimated = deliveredAt === null && latestArrivalsMs.length > 0;
  return { deliveredAt, estimatedArrivalAt: isEstimated ? new Date(Math.max(...latestArrivalsMs)) : null };
}

interface ParcelTimes {
  state: ParcelState;
  deliveredAt: Date | null;
  handedOverAt: Date | null;
  /** The last day of the estimate from when the parcel left, for example "2026-11-21". */
  arrivesTo: string | null;
  maxDays: number | null;
}

function listLatestArrivalsMs({ deliveredAt, handedOverAt, arrivesTo, maxDays }: ParcelTimes): number[] {
  if (deliveredAt) return [deliveredAt.getTime()];
  if (!handedOverAt) return [];
  const day =
    arrivesTo ?? addCarrierBusinessDays(formatMexicoTime(handedOverAt).slice(0, 10), maxDays ?? DEFAULT_MAX_DAYS);
  return [readMexicoTime(`${day} 23:59`)!.getTime()];
}
