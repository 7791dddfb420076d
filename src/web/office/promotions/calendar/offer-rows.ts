import { discountPercent } from "../../../../domain/offer.ts";
import type { OfferOverview } from "../../../../server/offers/list-offers.ts";
import { officePaths } from "../../paths.ts";
import type { TimelineRow } from "./weeks.ts";

type TimedOffer = Pick<
  OfferOverview,
  "productId" | "product" | "priceCents" | "formerPriceCents" | "startsAt" | "endsAt"
>;

/** Offers as rows of the calendar: those with the same term, as a bulk change makes them, are one row. */
export function offerRows(offers: readonly TimedOffer[]): TimelineRow[] {
  const byTerm = Map.groupBy(offers, ({ startsAt, endsAt }) => `${startsAt.getTime()} ${endsAt?.getTime() ?? ""}`);
  return [...byTerm.values()].map((together) => {
    const [first] = together as [TimedOffer];
    const percent = Math.max(...together.map((offer) => discountPercent(offer.formerPriceCents, offer.priceCents)));
    const products = new Set(together.map(({ productId }) => productId));
    const isOne = products.size === 1;
    return {
      label: isOne ? `${first.product} · -${percent} %` : `${products.size} productos · hasta -${percent} %`,
      from: first.startsAt,
      until: first.endsAt,
      to: isOne ? officePaths.product(first.productId) : officePaths.offers,
    };
  });
}
