import { sql } from "kysely";
import { chargedKilograms, livePriceCents } from "../../domain/live-price.ts";
import { chooseBox } from "../../domain/shipping-box.ts";
import { stateOfPostalCode } from "../../domain/postal-code.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import type { Carrier } from "../shipping/carriers.ts";
import { findCarrierAccount } from "./account.ts";
import { findQuotes } from "./quote-cache.ts";

export interface LivePriceRequest {
  postalCode: string;
  lines: readonly { sizeId: string; pieces: number; isDigital: boolean }[];
  /** Whether quotes may be fetched from the provider. Otherwise only stored quotes are used, without a delay. */
  mayFetch: boolean;
}

/** The heaviest parcel that carriers accept. */
const MAX_KILOGRAMS = 70;

/**
 * Carriers with the prices that the account's provider quotes for a parcel with these lines (rule CARRIER-5, decision
 * 70). A carrier keeps its own price if it has no live pricing, if there is no quote, or if the parcel is too heavy.
 */
export async function applyLivePrices<OfferedCarrier extends Carrier>(
  app: App,
  shopId: string,
  carriers: readonly OfferedCarrier[],
  { postalCode, lines, mayFetch }: LivePriceRequest,
): Promise<OfferedCarrier[]> {
  const providerCarriers = [...new Set(carriers.flatMap(({ livePricing }) => livePricing?.carrier ?? []))];
  const goods = lines.filter(({ isDigital }) => !isDigital);
  if (providerCarriers.length === 0 || goods.length === 0 || stateOfPostalCode(postalCode) === null)
    return [...carriers];
  const account = await findCarrierAccount(app.genericPlanDb, shopId);
  if (!account) return [...carriers];
  const grams = await weigh(app.genericPlanDb, goods, account.pieceGrams);
  const kilograms = chargedKilograms(grams + chooseBox(account.boxes, { grams }).emptyGrams);
  if (kilograms > MAX_KILOGRAMS) return [...carriers];
  const parcel = { shopId, postalCode, kilograms };
  const quoteEntries = await Promise.all(
    providerCarriers.map(
      async (carrier) => [carrier, await findQuotes(app, { ...parcel, carrier }, mayFetch)] as const,
    ),
  );
  const quotesByCarrier = new Map(quoteEntries);
  return carriers.map((carrier) => {
    const priceCents =
      carrier.livePricing &&
      livePriceCents(carrier.livePricing, quotesByCarrier.get(carrier.livePricing.carrier) ?? []);
    // The quote already depends on the number of pieces, by their weight.
    return priceCents === null ? carrier : { ...carrier, terms: { ...carrier.terms, priceCents, piecesFee: null } };
  });
}

async function weigh(
  db: Queryable,
  goods: readonly { sizeId: string; pieces: number }[],
  pieceGrams: number,
): Promise<number> {
  const { rows } = await sql<{ grams: number }>`
    SELECT coalesce(sum(l.pieces * coalesce(s.weight_grams, ${pieceGrams})), 0)::float8 AS grams
    FROM unnest(${goods.map(({ sizeId }) => sizeId)}::uuid[], ${goods.map(({ pieces }) => pieces)}::int[])
      AS l (size_id, pieces) JOIN sizes s ON s.id = l.size_id`.execute(db);
  return rows[0]!.grams;
}
