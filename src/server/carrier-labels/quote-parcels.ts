import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierQuote } from "../adapters/carriers/carrier-provider.ts";
import type { App } from "../app.ts";
import { forEachUntil } from "./for-each-until.ts";
import { openProvider } from "./open-provider.ts";
import { toShipment, type ParcelToShip } from "./parcel-shipment.ts";

/**
 * Limits of the calls to the provider. Parcels that are not quoted in time are shown as unavailable, and staff can
 * retry them.
 */
const LIMITS = { concurrency: 8, noStartAfterMs: 20_000 };

export type ParcelQuotes = { quotes: CarrierQuote[] } | { refused: string; message: string | null };

/**
 * The quotes of this carrier for each parcel, by the parcel's id. `boxIds` has the ids of the chosen boxes, by the
 * parcel's id.
 */
export async function quoteParcels(
  app: App,
  parcels: readonly ParcelToShip[],
  carrier: string,
  boxIds: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, ParcelQuotes>> {
  const unavailableQuotes: ParcelQuotes = { refused: "provider_unavailable", message: null };
  const quotesByParcel = new Map<string, ParcelQuotes>(parcels.map(({ id }) => [id, unavailableQuotes]));
  await forEachUntil(parcels, LIMITS, async (parcel) => {
    quotesByParcel.set(parcel.id, await quoteParcel(app, parcel, { carrier, box: boxIds.get(parcel.id) }));
  });
  return quotesByParcel;
}

async function quoteParcel(
  app: App,
  parcel: ParcelToShip,
  { carrier, box: boxId }: { carrier: string; box: string | undefined },
): Promise<ParcelQuotes> {
  const access = await openProvider(app, parcel.shopId);
  if (isRefusal(access)) return { refused: access.refused, message: null };
  const shipment = toShipment(parcel, access.account, boxId);
  if (isRefusal(shipment)) return { refused: shipment.refused, message: null };
  const answer = await access.provider.quote(shipment, carrier, access.provider.staffTimeoutClass);
  if (answer.outcome === "failed") return { refused: "provider_unavailable", message: null };
  if (answer.outcome === "refused") return { refused: answer.reason, message: answer.message };
  return answer.quotes.length === 0 ? { refused: "no_service", message: null } : { quotes: answer.quotes };
}
