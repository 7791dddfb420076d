import { discountPercent } from "../../../../domain/offer.ts";
import type { OfferOverview } from "../../../../server/offers/list-offers.ts";
import { officePaths } from "../../paths.ts";
import type { TimelineRow } from "./weeks.ts";

type TimedOffer = Pick<
  OfferOverview,
  "productId" | "product" | "priceCents" | "formerPriceCents" | "startsAt" | "endsAt"
>;

/** The calendar's rows for offers. Offers with the same dates, such as those of a bulk action, share a row. */
export function offerRows(offers: readonly TimedOffer[]): TimelineRow[] {
  const offersByPeriod = Map.groupBy(
    offers,
    ({ startsAt, endsAt }) => `${startsAt.getTime()} ${endsAt?.getTime() ?? ""}`,
  );
  return [...offersByPeriod.values()].map((group) => {
    const [first] = group as [TimedOffer];
    const percent = Math.max(...group.map((offer) => discountPercent(offer.formerPriceCents, offer.priceCents)));
    const products = new Set(group.map(({ productId }) => productId));
    const isSingleProduct = products.size === 1;
    return {
      label: isSingleProduct ? `${first.product} · -${percent} %` : `${products.size} productos · hasta -${percent} %`,
      from: first.startsAt,
      until: first.endsAt,
      path: isSingleProduct ? officePaths.product(first.productId) : officePaths.offers,
    };
  });
}
