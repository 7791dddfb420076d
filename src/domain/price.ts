import type { Cents } from "./money.ts";

/** The prices of a product, independent of the shop and the number of pieces. */
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

/** The four prices of a product in a shop (rules PRICE-1, PRICE-2): own price, else list price plus the brand's increment. */
export function pricesIn(shop: SellingShop, list: ListPrice): Prices {
  const { priceCents, wholesalePriceCents } = list;
  if (shop.kind === "headOffice") {
    return { priceCents, wholesalePriceCents, branchPriceCents: null, branchWholesalePriceCents: null };
  }
  const branchPriceCents = list.branchPriceCents ?? Math.max(0, priceCents + list.brandIncrementCents);
  return {
    priceCents,
    wholesalePriceCents,
    branchPriceCents,
    branchWholesalePriceCents: Math.max(0, branchPriceCents - shop.wholesaleDiscountCents),
  };
}

/** What this shop charges per piece: the wholesale price if the cart earned it and the product has one (rule WHOLESALE-1). */
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
