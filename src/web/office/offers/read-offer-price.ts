import type { OfferPrice } from "../../../domain/offer.ts";
import { MAX_PRICE_CENTS, readPesos } from "../../../domain/read-pesos.ts";

/**
 * "20 %" or "-20 %" is a discount, "349.50" a price. Null for any other text and for a price above `MAX_PRICE_CENTS`.
 * `offerPriceCents` checks the percentage.
 */
export function readOfferPrice(typed: string): OfferPrice | null {
  const percent = /^-?\s*(\d{1,4}(?:\.\d+)?)\s*%$/.exec(typed.trim())?.[1];
  if (percent !== undefined) return { percent: Number(percent) };
  const cents = readPesos(typed);
  return cents === null || cents > MAX_PRICE_CENTS ? null : { cents };
}
