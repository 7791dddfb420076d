import { formatMexicoTime } from "./mexico-time.ts";
import { isPublicHoliday } from "./public-holidays.ts";

/** How many business days a carrier takes: at least `min`, at most `max`. */
export interface ShippingDays {
  min: number;
  max: number;
}

/** The first and the last day on which a parcel arrives: "2026-11-24". */
export interface DeliveryEstimate {
  from: string;
  to: string;
}

/** Whether carriers work on "2026-11-21": not on weekends and public holidays (rule PARCEL-7). */
function isCarrierBusinessDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isPublicHoliday(day);
}

/**
 * The day that is `count` business days of carriers after `day`. For 0 it is `day`, or the next business day if
 * carriers do not work on `day`.
 */
export function addCarrierBusinessDays(day: string, count: number): string {
  let currentDay = day;
  for (let remaining = count; remaining > 0 || !isCarrierBusinessDay(currentDay);) {
    currentDay = nextDay(currentDay);
    if (remaining > 0 && isCarrierBusinessDay(currentDay)) remaining--;
  }
  return currentDay;
}

/** The estimate for a parcel that the carrier received on `day`. */
export function estimateFrom(day: string, { min, max }: ShippingDays): DeliveryEstimate {
  return { from: addCarrierBusinessDays(day, min), to: addCarrierBusinessDays(day, max) };
}

/**
 * The estimate for an order that is paid now. It leaves today if carriers work today and the shop's cut-off time
 * ("14:00", Mexico City) has not passed, otherwise on the next business day.
 */
export function estimateOrder(now: Date, cutOff: string, days: ShippingDays): DeliveryEstimate {
  const [today = "", time = ""] = formatMexicoTime(now).split("T");
  const shippedOn = isCarrierBusinessDay(today) && time < cutOff ? today : addCarrierBusinessDays(today, 1);
  return estimateFrom(shippedOn, days);
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
