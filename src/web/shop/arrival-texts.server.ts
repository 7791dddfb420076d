import { estimateOrder } from "../../domain/delivery-estimate.ts";
import { formatDayRange, formatLongDay } from "../../domain/long-date.ts";
import type { PickupPoint } from "../../server/pickup-points/pickup-points.ts";
import { listCarriers, type Carrier } from "../../server/shipping/carriers.ts";
import type { Shop } from "../../server/shops/shop.ts";

type Db = Parameters<typeof listCarriers>[0];

/**
 * When an order that is paid now arrives (rule PARCEL-7). Null if the carrier states no days. The server writes the
 * text, so the browser needs no code for it.
 */
export function arrivalText(carrier: Carrier, shop: Shop, now: Date): string | null {
  if (!carrier.days) return null;
  const { from, to } = estimateOrder(now, shop.settings.delivery.cutOff, carrier.days);
  return `Llega ${formatDayRange(from, to)}`;
}

/**
 * The arrival text of the carrier with the lowest base price. A carrier with a notice is used only if all have one.
 * The checkout preselects the carrier with the lowest price for the order's pieces, which may be another one (rule
 * CHECKOUT-10). Null without carriers, and if the carrier found states no days.
 */
export async function cheapestArrivalText(db: Db, shop: Shop, now: Date): Promise<string | null> {
  const carriers = await listCarriers(db, shop.id);
  const [cheapest] = carriers.toSorted(
    (one, other) =>
      Number(one.alert !== null) - Number(other.alert !== null) || one.terms.priceCents - other.terms.priceCents,
  );
  return cheapest ? arrivalText(cheapest, shop, now) : null;
}

/** Days at the start of a description, such as "Llega en 3 a 5 días hábiles". */
const STATED_DAYS =
  /^(?:llega|entrega)\s*(?:en|de)?\s*\d{1,2}(?:\s*(?:a|y|o|-|–)\s*\d{1,2})?\s+d[ií]as?(?:\s+h[aá]bil(?:es)?)?/i;

/** A carrier's description in which dates replace the stated days. Without stated days, the dates come first. */
export function describeWithArrival(carrier: Carrier, shop: Shop, now: Date): string {
  const text = arrivalText(carrier, shop, now);
  const { description } = carrier;
  if (text === null || description === "") return text ?? description;
  return STATED_DAYS.test(description) ? description.replace(STATED_DAYS, text) : `${text}. ${description}`;
}

/** From which day an order that is paid now can be collected: "Desde el martes 24 de noviembre; te avisamos." */
export function pickupText(point: PickupPoint, shop: Shop, now: Date): string {
  const days = { min: point.leadDays, max: point.leadDays };
  const { to } = estimateOrder(now, shop.settings.delivery.cutOff, days);
  return `Desde el ${formatLongDay(to)}; te avisamos.`;
}
