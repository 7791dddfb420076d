import type { Cents } from "./money.ts";

/** The carriers that can have a live price, by the names that the providers of quotes give them. */
export const LIVE_PRICE_CARRIERS = ["estafeta", "fedex", "dhl", "paquetexpress", "ups"] as const;

export const LIVE_PRICE_CARRIER_LABEL: Readonly<Record<(typeof LIVE_PRICE_CARRIERS)[number], string>> = {
  estafeta: "Estafeta",
  fedex: "FedEx",
  dhl: "DHL",
  paquetexpress: "Paquetexpress",
  ups: "UPS",
};

/** Which of a provider's quotes is the price of a carrier: that of one service or, for null, the cheapest. */
export interface LivePricing {
  carrier: string;
  service: string | null;
}

export interface ServiceQuote {
  service: string;
  priceCents: Cents;
}

/**
 * What customers pay for shipping, rounded up to whole pesos. Null if no quote applies: the carrier's fixed price
 * counts.
 */
export function livePriceCents({ service }: LivePricing, quotes: readonly ServiceQuote[]): Cents | null {
  const matchingQuotes = quotes.filter((quote) => service === null || quote.service === service);
  const lowestCents = Math.min(...matchingQuotes.map(({ priceCents }) => priceCents));
  return Number.isFinite(lowestCents) && lowestCents > 0 ? Math.ceil(lowestCents / 100) * 100 : null;
}

/** The weight that carriers charge for: whole kilograms, rounded up, at least 1. */
export function chargedKilograms(grams: number): number {
  return Math.max(1, Math.ceil(grams / 1_000));
}
