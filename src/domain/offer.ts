import type { Cents } from "./money.ts";
import { MAX_PRICE_CENTS } from "./read-pesos.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** An offer: its price, the price before it, its start, and its end (null: when staff end it). */
export interface Offer {
  priceCents: Cents;
  formerPriceCents: Cents;
  startsAt: Date;
  endsAt: Date | null;
}

/** An offer of a product: for one size, or for all if null, of this branch's own price or of the list price. */
export interface ProductOffer extends Offer {
  sizeId: string | null;
  isOfBranch: boolean;
}

/** The offers that apply to a piece at one instant. */
export interface ApplicableOffers {
  /** Of the list price. Branches without an own price follow it (rule OFFER-2). */
  listPriceOffer: Offer | null;
  /** This branch's own offer. */
  branch: Offer | null;
}

export const NO_OFFERS: ApplicableOffers = { listPriceOffer: null, branch: null };

/**
 * The offers of one size, or of the product itself for null. If several run, the lowest price counts (rule OFFER-3).
 */
export function offersOf(offers: readonly ProductOffer[], sizeId: string | null): ApplicableOffers {
  const offersOfSize = offers.filter((offer) => offer.sizeId === null || offer.sizeId === sizeId);
  return {
    listPriceOffer: lowestOffer(offersOfSize.filter((offer) => !offer.isOfBranch)),
    branch: lowestOffer(offersOfSize.filter((offer) => offer.isOfBranch)),
  };
}

function lowestOffer(offers: readonly Offer[]): Offer | null {
  return offers.reduce<Offer | null>(
    (lowestSoFar, offer) => (lowestSoFar === null || offer.priceCents < lowestSoFar.priceCents ? offer : lowestSoFar),
    null,
  );
}

/**
 * By how many percent a price is below the former one, rounded down: a shown discount is never larger than the real
 * one.
 */
export function discountPercent(formerPriceCents: Cents, priceCents: Cents): number {
  return Math.floor(((formerPriceCents - priceCents) * 100) / formerPriceCents);
}

/** The price of an offer in centavos. A percentage is rounded half up to the centavo. */
export function offerPriceCents(price: OfferPrice, formerPriceCents: Cents): Cents | Refusal<"offer_percent_wrong"> {
  if ("cents" in price) return price.cents;
  const { percent } = price;
  if (!Number.isInteger(percent) || percent < 1 || percent > 99) return refuse("offer_percent_wrong");
  return Math.round((formerPriceCents * (100 - percent)) / 100);
}

/** A price, or whole percent off the former price, from 1 to 99. */
export type OfferPrice = { cents: Cents } | { percent: number };

export interface OfferTerms {
  priceCents: Cents;
  formerPriceCents: Cents;
  startsAt: Date;
  /** Null: until staff end it. */
  endsAt: Date | null;
}

export type OfferTermsRefusal = Refusal<
  "offer_price_wrong" | "offer_not_below" | "offer_starts_in_past" | "offer_end_before_start" | "offer_end_past"
>;

/** A start up to this long ago counts as now, because a form's time has no seconds. */
const START_TOLERANCE_MS = 60_000;

/** The terms of an offer that starts `now` at the earliest, or why they are refused (rule OFFER-1). */
export function checkOfferTerms(terms: OfferTerms, now: Date): OfferTerms | OfferTermsRefusal {
  const { priceCents, formerPriceCents, endsAt } = terms;
  if (!Number.isInteger(priceCents) || priceCents < 1 || priceCents > MAX_PRICE_CENTS)
    return refuse("offer_price_wrong");
  if (priceCents >= formerPriceCents) return refuse("offer_not_below");
  if (endsAt !== null && endsAt <= now) return refuse("offer_end_past");
  if (endsAt !== null && endsAt <= terms.startsAt) return refuse("offer_end_before_start");
  if (terms.startsAt.getTime() < now.getTime() - START_TOLERANCE_MS) return refuse("offer_starts_in_past");
  return { ...terms, startsAt: terms.startsAt < now ? now : terms.startsAt };
}

/** A year of whole weeks, so that the day of the week stays (rule OFFER-6). */
const YEAR_MS = 364 * 86_400_000;

/** The times of an offer, moved by as many years as bring its start into the future. */
export function timesOfRepeatedOffer(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): { startsAt: Date; endsAt: Date } {
  const years = Math.max(1, Math.floor((now.getTime() - startsAt.getTime()) / YEAR_MS) + 1);
  const move = (instant: Date): Date => new Date(instant.getTime() + years * YEAR_MS);
  return { startsAt: move(startsAt), endsAt: move(endsAt) };
}
