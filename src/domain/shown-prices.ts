import { installmentsText, type Installments } from "./installments.ts";
import { formatMoney, type Cents } from "./money.ts";

/** What a shop charges for a product now. Prices of one piece, in centavos. */
export interface ProductPricing {
  priceCents: Cents;
  /** The price before the offer that runs now. Null without an offer. */
  formerPriceCents: Cents | null;
  /** When the offer ends, exclusive. Null without an offer, or if it has no end. */
  offerUntil: Date | null;
  /** Null if there is none to show. */
  wholesalePriceCents: Cents | null;
  /** Whether everyone sees the wholesale price in the notes (rule CATALOG-7). */
  showsWholesale: boolean;
  /** The pieces in a cart from which wholesale applies. */
  minWholesalePieces: number;
  installments: Installments | null;
  /** Whether some sizes have another price. `priceCents` is the lowest. */
  hasSizePrices: boolean;
}

/**
 * The texts about a product's prices. The server formats them, so that browsers load no code for it. A text that does
 * not apply is left out, not null, because lists send these texts for every card.
 */
export interface PriceTexts {
  /** "$1,299.00", or "Desde $1,299.00" if sizes have other prices. */
  price: string;
  /** During an offer: "$1,599.00". */
  former?: string;
  /** During an offer of at least 1 %: "-18 %", with a space that does not break. */
  percent?: string;
  /**
   * A line each: the last day of the offer, the wholesale price, the months without interest. The card of a ticket has
   * its event's place before them.
   */
  notes?: string;
  /** The notes in one line with the wholesale price first, for customers who chose wholesale (rule CATALOG-7). */
  wholesale?: string;
}

/**
 * How a product's prices are written (rules SCREEN-12 and MSI-2). `now` decides whether the last day needs its year.
 */
export function formatPrices(pricing: ProductPricing, now: Date): PriceTexts {
  const { priceCents, formerPriceCents, offerUntil, wholesalePriceCents, installments } = pricing;
  const price = formatMoney(priceCents);
  const isOffer = formerPriceCents !== null && formerPriceCents > priceCents;
  const discountPercent = isOffer ? percentOff(priceCents, formerPriceCents) : 0;
  const wholesaleNote =
    wholesalePriceCents !== null && wholesalePriceCents < priceCents
      ? `${formatMoney(wholesalePriceCents)} desde ${pricing.minWholesalePieces} piezas`
      : null;
  const notes = [
    isOffer && offerUntil && lastDayText(offerUntil, now),
    pricing.showsWholesale && wholesaleNote,
    installments && installmentsText(installments, priceCents),
  ].filter(Boolean);
  return {
    price: pricing.hasSizePrices ? `Desde ${price}` : price,
    ...(isOffer && { former: formatMoney(formerPriceCents) }),
    ...(discountPercent > 0 && { percent: `-${discountPercent}\u00a0%` }),
    ...(notes.length > 0 && { notes: notes.join("\n") }),
    ...(wholesaleNote && { wholesale: [wholesaleNote, ...notes.filter((note) => note !== wholesaleNote)].join(" · ") }),
  };
}

/** The discount in whole percent, rounded down, so that the shown discount is never larger than the real one. */
function percentOff(priceCents: Cents, formerPriceCents: Cents): number {
  return Math.floor(((formerPriceCents - priceCents) * 100) / formerPriceCents);
}

/** "Hasta el 30 de noviembre": the last day of an offer. If it ends at midnight, that is the day before. */
function lastDayText(offerEnd: Date, now: Date): string {
  const lastInstant = new Date(offerEnd.getTime() - 1);
  const zone = { timeZone: "America/Mexico_City" } as const;
  const yearOf = (instant: Date): string => instant.toLocaleDateString("es-MX", { ...zone, year: "numeric" });
  const withYear = yearOf(lastInstant) === yearOf(now) ? {} : ({ year: "numeric" } as const);
  return `Hasta el ${lastInstant.toLocaleDateString("es-MX", { ...zone, day: "numeric", month: "long", ...withYear })}`;
}
