import type { Cents } from "./money.ts";
import { NO_OFFERS, type OffersNow, type RunningOffer } from "./offer.ts";

/** The prices of a product from which those of a shop are computed. */
export interface ListPrice {
  priceCents: Cents;
  wholesalePriceCents: Cents | null;
  /** This branch's own price for the product, if it set one (rule PRICE-1). */
  branchPriceCents: Cents | null;
  /** What this branch adds to every product of the product's first brand. */
  brandIncrementCents: Cents;
}

/** Where the product is sold: the head office, or a branch with its wholesale discount in centavos a piece. */
export type SellingShop = { kind: "headOffice" } | { kind: "branch"; wholesaleDiscountCents: Cents };

export interface Prices {
  priceCents: Cents;
  wholesalePriceCents: Cents | null;
  /** The branch's two prices; null in the head office. */
  branchPriceCents: Cents | null;
  branchWholesalePriceCents: Cents | null;
}

/** Prices now, with the offer that sets the shop's price. */
export interface CurrentPrices extends Prices {
  /** The shop's price before the offer. Null if its price is not from an offer. */
  formerPriceCents: Cents | null;
  /** When the offer started. Null without an offer. */
  offerFrom: Date | null;
  /** When the offer ends. Null without an offer, and if it has no end. */
  offerUntil: Date | null;
}

/**
 * The four prices of a product in a shop (rules PRICE-1, PRICE-2): own price, else list price plus the brand's
 * increment. An offer replaces a price that is higher, and then the wholesale price is at most the offer's (rules
 * OFFER-2, OFFER-3).
 */
export function pricesIn(shop: SellingShop, list: ListPrice, offers: OffersNow = NO_OFFERS): CurrentPrices {
  const listed = lowered(noOffer(list.priceCents), offers.list);
  const { priceCents } = listed;
  const wholesalePriceCents = wholesaleAt(listed, list.wholesalePriceCents);
  if (shop.kind === "headOffice") {
    const { formerPriceCents, from, until } = listed;
    return {
      priceCents,
      wholesalePriceCents,
      branchPriceCents: null,
      branchWholesalePriceCents: null,
      formerPriceCents,
      offerFrom: from,
      offerUntil: until,
    };
  }
  const beforeOffer =
    list.branchPriceCents === null ? raised(listed, list.brandIncrementCents) : noOffer(list.branchPriceCents);
  const charged = lowered(beforeOffer, offers.branch);
  return {
    priceCents,
    wholesalePriceCents,
    branchPriceCents: charged.priceCents,
    branchWholesalePriceCents: Math.max(0, charged.priceCents - shop.wholesaleDiscountCents),
    formerPriceCents: charged.formerPriceCents,
    offerFrom: charged.from,
    offerUntil: charged.until,
  };
}

/** A price, with the times of the offer that set it. */
interface Charged extends Omit<RunningOffer, "formerPriceCents" | "from"> {
  formerPriceCents: Cents | null;
  from: Date | null;
}

function noOffer(priceCents: Cents): Charged {
  return { priceCents, formerPriceCents: null, from: null, until: null };
}

/** The price with an offer, if the offer is lower. */
function lowered(charged: Charged, offer: RunningOffer | null): Charged {
  return offer !== null && offer.priceCents < charged.priceCents ? offer : charged;
}

/** The wholesale price. During an offer it is at most the price of the offer. */
function wholesaleAt(listed: Charged, wholesalePriceCents: Cents | null): Cents | null {
  if (wholesalePriceCents === null || listed.formerPriceCents === null) return wholesalePriceCents;
  return Math.min(wholesalePriceCents, listed.priceCents);
}

/** The list price plus a branch's increment for the brand. */
function raised({ priceCents, formerPriceCents, from, until }: Charged, incrementCents: Cents): Charged {
  const price = Math.max(0, priceCents + incrementCents);
  const former = formerPriceCents === null ? null : Math.max(0, formerPriceCents + incrementCents);
  return former !== null && former > price
    ? { priceCents: price, formerPriceCents: former, from, until }
    : noOffer(price);
}

/**
 * The price before the offer, of a piece that is charged at the offer's price. Null for a regular or a lower wholesale
 * price.
 */
export function formerUnitPriceCents(prices: CurrentPrices, wholesale: boolean): Cents | null {
  const offered = prices.branchPriceCents ?? prices.priceCents;
  return unitPriceCents(prices, wholesale) === offered ? prices.formerPriceCents : null;
}

/**
 * What this shop charges per piece: the wholesale price if the cart earned it and the product has one (rule
 * WHOLESALE-1).
 */
export function unitPriceCents(prices: Prices, wholesale: boolean): Cents {
  if (prices.branchPriceCents !== null) {
    return wholesale ? (prices.branchWholesalePriceCents ?? prices.branchPriceCents) : prices.branchPriceCents;
  }
  return headOfficeUnitPriceCents(prices, wholesale);
}

/** What the branch owes the head office per piece. In the head office itself: what its customer pays (rule PRICE-3). */
export function headOfficeUnitPriceCents(prices: Prices, wholesale: boolean): Cents {
  return wholesale ? (prices.wholesalePriceCents ?? prices.priceCents) : prices.priceCents;
}

export interface WholesaleRule {
  allowed: boolean;
  /** Pieces in the whole cart from which wholesale prices apply. */
  fromPieces: number;
}

/** Wholesale is decided by the whole cart, not by line (rule WHOLESALE-1). */
export function isWholesale(rule: WholesaleRule, pieces: number): boolean {
  return rule.allowed && pieces >= rule.fromPieces;
}
