import { formatDateTime } from "../../../domain/dates.ts";
import { formatMoney } from "../../../domain/money.ts";
import { discountPercent } from "../../../domain/offer.ts";
import type { OfferOverview, OfferState } from "../../../server/offers/list-offers.ts";
import { Badge } from "../kit/badge.tsx";
import type { Column } from "../kit/table.tsx";

const STATE_BADGE = {
  running: { label: "Corre", tone: "success" },
  planned: { label: "Viene", tone: "warning" },
  ended: { label: "Terminó", tone: "plain" },
} as const satisfies Record<OfferState, object>;

/** The columns that all tables of offers have. */
export const OFFER_COLUMNS: readonly Column<OfferOverview>[] = [
  { head: "Estado", cell: ({ state }) => <Badge tone={STATE_BADGE[state].tone}>{STATE_BADGE[state].label}</Badge> },
  {
    head: "Precio",
    isNumeric: true,
    cell: ({ priceCents, formerPriceCents }) => (
      <>
        <span className="font-semibold">{formatMoney(priceCents)}</span>{" "}
        <del className="text-soft">{formatMoney(formerPriceCents)}</del>
      </>
    ),
  },
  {
    head: "Descuento",
    isNumeric: true,
    cell: ({ priceCents, formerPriceCents }) => `-${discountPercent(formerPriceCents, priceCents)} %`,
  },
  { head: "Desde", cell: ({ startsAt }) => formatDateTime(startsAt) },
  { head: "Hasta", cell: untilText },
];

function untilText({ startsAt, endsAt, endedBy }: OfferOverview): string {
  if (endsAt === null) return "Sin fin";
  if (endedBy !== null && endsAt.getTime() === startsAt.getTime()) return `No empezó: la canceló ${endedBy}`;
  return endedBy === null ? formatDateTime(endsAt) : `${formatDateTime(endsAt)}, la terminó ${endedBy}`;
}
