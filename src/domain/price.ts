import type { Cents } from "./money.ts";
import { NO_OFFERS, type ApplicableOffers, type Offer } from "./offer.ts";

/** The prices of a product from which those of a shop are computed. */
export interface BasePrices {
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
export function pricesIn(
  shop: SellingShop,
  basePrices: BasePrices,
  offers: ApplicableOffers = NO_OFFERS,
): CurrentPrices {
  const listPrice = applyOffer(priceWithoutOffer(basePrices.priceCents), offers.listPriceOffer);
  const { priceCents } = listPrice;
  const wholesalePriceCents = wholesalePriceWithOffer(listPrice, basePrices.wholesalePriceCents);
  if (shop.kind === "headOffice") {
    const { formerPriceCents, startsAt, endsAt } = listPrice;
    return {
      priceCents,
      wholesalePriceCents,
      branchPriceCents: null,
      branchWholesalePriceCents: null,
      formerPriceCents,
      offerFrom: startsAt,
      offerUntil: endsAt,
    };
  }
  const priceBeforeOffer =
    basePrices.branchPriceCents === null
      ? addIncrement(listPrice, basePrices.brandIncrementCents)
      : priceWithoutOffer(basePrices.branchPriceCents);
  const branchPrice = applyOffer(priceBeforeOffer, offers.branch);
  return {
    priceCents,
    wholesalePriceCents,
    branchPriceCents: branchPrice.priceCents,
    branchWholesalePriceCents: Math.max(0, branchPrice.priceCents - shop.wholesaleDiscountCents),
    formerPriceCents: branchPrice.formerPriceCents,
    offerFrom: branchPrice.startsAt,
    offerUntil: branchPrice.endsAt,
  };
}

/** A price, and the former price and the times of the offer that set it, if there is one. */
interface PriceWithOffer extends Omit<Offer, "formerPriceCents" | "startsAt"> {
  formerPriceCents: Cents | null;
  startsAt: Date | null;
}

function priceWithoutOffer(priceCents: Cents): PriceWithOffer {
  return { priceCents, formerPriceCents: null, startsAt: null, endsAt: null };
}

/** The price with an offer, if the offer is lower. */
function applyOffer(price: PriceWithOffer, offer: Offer | null): PriceWithOffer {
  return offer !== null && offer.priceCents < price.priceCents ? offer : price;
}

/** The wholesale price. During an offer it is at most the price of the offer. */
function wholesalePriceWithOffer(listPrice: PriceWithOffer, wholesalePriceCents: Cents | null): Cents | null {
  if (wholesalePriceCents === null || listPrice.formerPriceCents === null) return wholesalePriceCents;
  return Math.min(wholesalePriceCents, listPrice.priceCents);
}

/** The list price plus a branch's increment for the brand. */
function addIncrement(
  { priceCents, formerPriceCents, startsAt, endsAt }: PriceWithOffer,
  incrementCents: Cents,
): PriceWithOffer {
  const newPriceCents = Math.max(0, priceCents + incrementCents);
  const newFormerCents = formerPriceCents === null ? null : Math.max(0, formerPriceCents + incrementCents);
  return newFormerCents !== null && newFormerCents > newPriceCents
    ? { priceCents: newPriceCents, formerPriceCents: newFormerCents, startsAt, endsAt }
    : priceWithoutOffer(newPriceCents);
}

/**
 * The price before the offer, of a piece that is charged at the offer's price. Null for a regular or a lower wholesale
 * price.
 */
export function formerUnitPriceCents(prices: CurrentPrices, atWholesale: boolean): Cents | null {
  const shopPriceCents = prices.branchPriceCents ?? prices.priceCents;
  return unitPriceCents(prices, atWholesale) === shopPriceCents ? prices.formerPriceCents : null;
}

/**
 * What this shop charges per piece: with `atWholesale` the wholesale price, if the product has one (rule WHOLESALE-1).
 */
export function unitPriceCents(prices: Prices, atWholesale: boolean): Cents {
  if (prices.branchPriceCents !== null) {
    return atWholesale ? (prices.branchWholesalePriceCents ?? prices.branchPriceCents) : prices.branchPriceCents;
  }
  return headOfficeUnitPriceCents(prices, atWholesale);
}

/** What the branch owes the head office per piece. In the head office itself: what its customer pays (rule PRICE-3). */
export function headOfficeUnitPriceCents(prices: Prices, atWholesale: boolean): Cents {
  return atWholesale ? (prices.wholesalePriceCents ?? prices.priceCents) : prices.priceCents;
}

export interface WholesaleRule {
  allowed: boolean;
  /** The fewest pieces of a whole cart with wholesale prices. Stored under this name with each order. */
  fromPieces: number;
}

/** Wholesale is decided by the whole cart, not by line (rule WHOLESALE-1). */
export function isWholesale(rule: WholesaleRule, pieces: number): boolean {
  return rule.allowed && pieces >= rule.fromPieces;
}
