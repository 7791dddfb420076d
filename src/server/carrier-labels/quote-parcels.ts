import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierQuote } from "../adapters/carriers/carrier-provider.ts";
import type { App } from "../app.ts";
import { openAccount } from "./open-provider.ts";
import { toShipment, type ParcelToShip } from "./parcel-shipment.ts";

/** Calls to the provider at the same time. */
const AT_ONCE = 8;

/** Staff get what was quoted until then. What they ask for again is quoted sooner. */
const NO_MORE_AFTER_MS = 20_000;

export type ParcelQuotes = { quotes: CarrierQuote[] } | { refused: string; message: string | null };

/** What a label of this carrier costs for each parcel, by its id. `boxes` are the chosen ones, by the parcel. */
export async function quoteParcels(
  app: App,
  parcels: readonly ParcelToShip[],
  carrier: string,
  boxes: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, ParcelQuotes>> {
  const quoted = new Map<string, ParcelQuotes>();
  const waiting = [...parcels];
  const end = performance.now() + NO_MORE_AFTER_MS;
  const work = async (): Promise<void> => {
    for (let parcel = waiting.shift(); parcel; parcel = waiting.shift()) {
      const late: ParcelQuotes = { refused: "provider_unavailable", message: null };
      quoted.set(
        parcel.id,
        performance.now() < end ? await quoteParcel(app, parcel, { carrier, box: boxes.get(parcel.id) }) : late,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return quoted;
}

async function quoteParcel(
  app: App,
  parcel: ParcelToShip,
  { carrier, box }: { carrier: string; box: string | undefined },
): Promise<ParcelQuotes> {
  const open = await openAccount(app, parcel.shopId);
  if (isRefusal(open)) return { refused: open.refused, message: null };
  const shipment = toShipment(parcel, open.account, box);
  if (isRefusal(shipment)) return { refused: shipment.refused, message: null };
  const answer = await open.provider.quote(shipment, carrier, open.provider.staffWait);
  if (answer.outcome === "failed") return { refused: "provider_unavailable", message: null };
  if (answer.outcome === "refused") return { refused: answer.why, message: answer.message };
  return answer.quotes.length === 0 ? { refused: "no_service", message: null } : { quotes: answer.quotes };
}
