import { discountPercent } from "../../../../domain/offer.ts";
import type { OfferOverview } from "../../../../server/offers/list-offers.ts";
import { officePaths } from "../../paths.ts";
import type { TimelineRow } from "./timeline-grid.ts";

type TimedOffer = Pick<
  OfferOverview,
  "productId" | "product" | "priceCents" | "formerPriceCents" | "startsAt" | "endsAt"
>;

/** The calendar's rows for offers. Offers with the same dates, such as those of a bulk action, share a row. */
export function toOfferRows(offers: readonly TimedOffer[]): TimelineRow[] {
  const offersByPeriod = Map.groupBy(
    offers,
    ({ startsAt, endsAt }) => `${startsAt.getTime()} ${endsAt?.getTime() ?? ""}`,
  );
  return [...offersByPeriod.values()].map((group) => {
    const [firstOffer] = group as [TimedOffer];
    const percent = Math.max(...group.map((offer) => discountPercent(offer.formerPriceCents, offer.priceCents)));
    const productIds = new Set(group.map(({ productId }) => productId));
    const isSingleProduct = productIds.size === 1;
    return {
      label: isSingleProduct
        ? `${firstOffer.product} · -${percent} %`
        : `${productIds.size} productos · hasta -${percent} %`,
      from: firstOffer.startsAt,
      until: firstOffer.endsAt,
      path: isSingleProduct ? officePaths.product(firstOffer.productId) : officePaths.offers,
    };
  });
}
