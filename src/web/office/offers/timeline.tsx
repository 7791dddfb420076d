import { Link } from "react-router";
import { discountPercent } from "../../../domain/offer.ts";
import type { OfferOverview } from "../../../server/offers/list-offers.ts";
import { cx } from "../../ui/class-names.ts";
import { officePaths } from "../paths.ts";

const DAY = new Intl.DateTimeFormat("es-MX", { timeZone: "America/Mexico_City", day: "numeric", month: "short" });
const WEEK_MS = 7 * 86_400_000;

interface Days {
  from: Date;
  to: Date;
}

/** What runs when: a bar for each offer. */
export function Timeline({ offers, days, now }: { offers: readonly OfferOverview[]; days: Days; now: Date }) {
  const weeks = Array.from(
    { length: Math.ceil((days.to.getTime() - days.from.getTime()) / WEEK_MS) },
    (_, n) => new Date(days.from.getTime() + n * WEEK_MS),
  );
  return (
    <div className="overflow-x-auto">
      <div className="relative min-w-160 pt-6">
        {weeks.map((at) => (
          <span
            key={at.toISOString()}
            aria-hidden
            className="absolute inset-y-0 border-l border-line pl-1 text-sm text-soft"
            style={{ left: `${share(at, days)}%` }}
          >
            {DAY.format(at)}
          </span>
        ))}
        <span
          aria-hidden
          className="absolute inset-y-0 border-l-2 border-accent-strong"
          style={{ left: `${share(now, days)}%` }}
        />
        <ul className="relative space-y-1">
          {offers.map((offer) => (
            <Bar key={offer.id} offer={offer} days={days} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Bar({ offer, days }: { offer: OfferOverview; days: Days }) {
  const { product, productId, startsAt, endsAt, state } = offer;
  const left = share(startsAt, days);
  const right = endsAt ? share(endsAt, days) : 100;
  const times = `${DAY.format(startsAt)} a ${endsAt ? DAY.format(endsAt) : "sin fin"}`;
  return (
    <li className="flex">
      <Link
        to={officePaths.product(productId)}
        title={`${product}: ${times}`}
        style={{ marginLeft: `${left}%`, width: `${Math.max(2, right - left)}%` }}
        className={cx(
          "block min-h-9 truncate rounded-sm px-2 py-1.5 text-sm",
          state === "running" && "bg-success-soft",
          state === "planned" && "bg-warning-soft",
          state === "ended" && "bg-sand text-soft",
        )}
      >
        -{discountPercent(offer.formerPriceCents, offer.priceCents)} % {product}
        <span className="sr-only">, {times}</span>
      </Link>
    </li>
  );
}

/** Where an instant is between the days, in percent. */
function share(at: Date, { from, to }: Days): number {
  const percent = ((at.getTime() - from.getTime()) / (to.getTime() - from.getTime())) * 100;
  return Math.min(100, Math.max(0, percent));
}
