import type { Cents } from "./money.ts";
import { offersOf, type ProductOffer } from "./offer.ts";
import { pricesIn, type SellingShop } from "./price.ts";

/** A price from an instant until the next one of its kind. Null: none. */
export interface DatedPrice {
  cents: Cents | null;
  since: Date;
}

/** All that the price of one size (or of a product, size null) in a shop was computed from. */
export interface PriceRecord {
  shop: SellingShop;
  sizeId: string | null;
  /** The list prices, oldest first. */
  listPrices: readonly DatedPrice[];
  /** The branch's own prices, oldest first. Null: none of its own. */
  branchPrices: readonly DatedPrice[];
  /** What the branch adds to the brand today. Its history is not kept. */
  brandIncrementCents: Cents;
  /** All offers, including ended and planned ones. */
  offers: readonly ProductOffer[];
}

export interface ChargedPrice {
  cents: Cents;
  from: Date;
  to: Date;
  /** The former price of the offer that set this price. Null for the regular price. */
  formerPriceCents: Cents | null;
}

/** A former price was charged within this many days before its offer (rule OFFER-4). */
export const FORMER_PRICE_DAYS = 90;
/** Staff are warned of a former price charged for fewer days: it is legal, but customers may take the
 * discount for a false one. */
export const FORMER_PRICE_WARN_DAYS = 7;

const DAY_MS = 86_400_000;

/** The prices charged from `from` to `to`, oldest first. Assumes that today's prices do not change before `to`. */
export function chargedPrices(record: PriceRecord, { from, to }: { from: Date; to: Date }): ChargedPrice[] {
  const { listPrices, branchPrices, offers } = record;
  const instants = [
    from,
    ...[...listPrices, ...branchPrices].map(({ since }) => since),
    ...offers.flatMap((offer) => [offer.startsAt, ...(offer.endsAt ? [offer.endsAt] : [])]),
  ]
    .filter((at) => at >= from && at < to)
    .map((at) => at.getTime());
  const starts = [...new Set(instants)].toSorted((a, b) => a - b);
  const chargedIntervals: ChargedPrice[] = [];
  for (const [index, start] of starts.entries()) {
    const at = new Date(start);
    const price = priceChargedAt(record, at);
    if (price === null) continue;
    const end = new Date(starts[index + 1] ?? to.getTime());
    const lastInterval = chargedIntervals.at(-1);
    if (
      lastInterval &&
      lastInterval.cents === price.cents &&
      lastInterval.formerPriceCents === price.formerPriceCents &&
      +lastInterval.to === start
    ) {
      lastInterval.to = end;
    } else chargedIntervals.push({ ...price, from: at, to: end });
  }
  return chargedIntervals;
}

/** The price charged at an instant. Null before the first price. */
function priceChargedAt(record: PriceRecord, at: Date): Pick<ChargedPrice, "cents" | "formerPriceCents"> | null {
  const priceCents = centsAt(record.listPrices, at);
  if (priceCents === null) return null;
  const runningOffers = record.offers.filter(
    ({ startsAt, endsAt }) => startsAt <= at && (endsAt === null || endsAt > at),
  );
  const prices = pricesIn(
    record.shop,
    {
      priceCents,
      wholesalePriceCents: null,
      branchPriceCents: centsAt(record.branchPrices, at),
      brandIncrementCents: record.brandIncrementCents,
    },
    offersOf(runningOffers, record.sizeId),
  );
  return { cents: prices.branchPriceCents ?? prices.priceCents, formerPriceCents: prices.formerPriceCents };
}

function centsAt(prices: readonly DatedPrice[], at: Date): Cents | null {
  return prices.findLast(({ since }) => since <= at)?.cents ?? null;
}

/** For how many days a price was charged in the time in which a former price counts. 0: never (rule OFFER-4). */
export function daysCharged(record: PriceRecord, cents: Cents, startsAt: Date): number {
  const from = new Date(startsAt.getTime() - FORMER_PRICE_DAYS * DAY_MS);
  const ms = chargedPrices(record, { from, to: startsAt })
    .filter((charged) => charged.cents === cents)
    .reduce((sum, charged) => sum + charged.to.getTime() - charged.from.getTime(), 0);
  return ms / DAY_MS;
}
