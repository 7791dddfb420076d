import { sql } from "kysely";
import { canMoveParcel, type ParcelState } from "../../domain/parcel.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { TrackedGuide } from "../adapters/carriers/carrier-provider.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { storeParcelMove } from "../order-parcels/store-parcel-move.ts";
import { enqueueDeliveredEmail } from "../parcels/enqueue-delivered-email.ts";
import { lockParcel } from "../parcels/move-parcel.ts";
import { openProvider } from "./open-provider.ts";
import { recordReturnTracking } from "./record-return-tracking.ts";

/** The maximum number of guides in one call to the provider. */
const BATCH_SIZE = 50;

/** A parcel of an order that has left with a bought label, or the parcel of an approved return with a bought label. */
export interface ParcelToTrack {
  /** Null for the parcel of a return. */
  parcelId: string | null;
  returnId: string | null;
  shopId: string;
  guide: string;
  carrier: string;
  provider: string;
}

/**
 * Fetches the tracking of all parcels with a bought label: of an order for up to 60 days after they left, of a return
 * for up to 60 days after the label was bought, until they arrive (rules CARRIER-4 and RETURN-15).
 */
export async function trackParcels(app: App): Promise<void> {
  await trackEach(app, await listParcelsToTrack(app, null));
}

/** Fetches the tracking of one guide, after a webhook. */
export async function trackGuide(app: App, guide: string): Promise<void> {
  await trackEach(app, await listParcelsToTrack(app, guide));
}

/** The parcels to track: all of them, or those with this guide. */
export async function listParcelsToTrack(app: App, guide: string | null): Promise<ParcelToTrack[]> {
  const { rows } = await sql<ParcelToTrack>`
    SELECT p.id AS "parcelId", NULL AS "returnId", o.shop_id AS "shopId", l.guide, l.carrier, l.provider
    FROM label_purchases l JOIN parcels p ON p.id = l.parcel_id AND p.guide = l.guide JOIN orders o ON o.id = p.order_id
    WHERE l.state = 'bought' AND p.state IN ('HANDED_OVER', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED')
      AND p.handed_over_at > now() - interval '60 days' AND (${guide}::text IS NULL OR l.guide = ${guide})
    UNION ALL
    SELECT NULL, r.id, o.shop_id, l.guide, l.carrier, l.provider
    FROM label_purchases l JOIN returns r ON r.id = l.return_id AND r.way_back_guide = l.guide
    JOIN orders o ON o.id = r.order_id
    WHERE l.state = 'bought' AND l.returned_to_customer_at IS NULL AND r.state = 'APPROVED'
      AND coalesce(r.way_back_state, 'IN_TRANSIT') NOT IN ('DELIVERED', 'RETURNED')
      AND l.settled_at > now() - interval '60 days' AND (${guide}::text IS NULL OR l.guide = ${guide})
    ORDER BY 3, 4`.execute(app.db);
  return rows;
}

/**
 * Fetches and records the tracking, shop by shop. If the provider of a shop does not answer, the next run tracks its
 * parcels. An error with one parcel is thrown after the others were tracked.
 */
async function trackEach(app: App, parcels: readonly ParcelToTrack[]): Promise<void> {
  const errors: unknown[] = [];
  for (const [shopId, shopParcels] of Map.groupBy(parcels, (parcel) => parcel.shopId)) {
    const access = await openProvider(app, shopId);
    if (isRefusal(access)) continue;
    // Guides that another provider sold cannot be tracked by the provider of this account.
    const providerParcels = shopParcels.filter(({ provider }) => provider === access.provider.key);
    for (let batchStart = 0; batchStart < providerParcels.length; batchStart += BATCH_SIZE) {
      const batch = providerParcels.slice(batchStart, batchStart + BATCH_SIZE);
      const answer = await access.provider.track(batch);
      if (answer.outcome !== "tracked") {
        app.log.warn({ shopId, outcome: answer.outcome }, "parcels were not tracked");
        break;
      }
      const trackedGuides = new Map(answer.guides.map((tracked) => [tracked.guide, tracked]));
      for (const parcel of batch) {
        const trackedGuide = trackedGuides.get(parcel.guide);
        if (trackedGuide)
          await recordTracking(app, parcel, trackedGuide).catch((error: unknown) => void errors.push(error));
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} parcels could not be updated`);
}

async function recordTracking(app: App, parcel: ParcelToTrack, trackedGuide: TrackedGuide): Promise<void> {
  const { parcelId, returnId, carrier, guide } = parcel;
  const { state: to, at } = trackedGuide;
  if (!to) return;
  if (returnId !== null) await recordReturnTracking(app, returnId, { guide, to, at, carrier });
  else await moveTrackedParcel(app, parcelId!, { to, at, carrier });
}

interface TrackedMove {
  to: ParcelState;
  at: Date | null;
  carrier: string;
}

/** Moves the parcel if its state allows that: a carrier's late event does not undo an arrival (rule PARCEL-2). */
function moveTrackedParcel(app: App, parcelId: string, { to, at: statedAt, carrier }: TrackedMove): Promise<void> {
  return transact(app.db, async (tx) => {
    const parcel = await lockParcel(tx, parcelId);
    if (!parcel || !canMoveParcel(parcel.state, to, "carrier") || parcel.state === "PACKED") return;
    const { handed_over_at: leftAt } = await tx
      .selectFrom("parcels")
      .select("handed_over_at")
      .where("id", "=", parcelId)
      .executeTakeFirstOrThrow();
    const now = new Date();
    const at = new Date(Math.min(now.getTime(), Math.max(leftAt?.getTime() ?? 0, (statedAt ?? now).getTime())));
    await storeParcelMove(tx, parcel, { to, source: "carrier", actor: carrier, at });
    if (to === "DELIVERED") await enqueueDeliveredEmail(tx, parcel.orderId, now);
  });
}
