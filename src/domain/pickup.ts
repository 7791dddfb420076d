import { formatMexicoTime } from "./mexico-time.ts";

/**
 * The states of an order that is collected at a point (rule PICKUP-3). They are stored separately from the order's
 * status.
 */
export const PICKUP_STATES = ["WAITING", "READY", "COLLECTED", "EXPIRED"] as const;
export type PickupState = (typeof PICKUP_STATES)[number];

/** The allowed transitions. The database has the same ones (in the function `check_pickup_move`). */
export const PICKUP_TRANSITIONS: Readonly<Record<PickupState, readonly PickupState[]>> = {
  WAITING: ["READY", "COLLECTED"],
  READY: ["WAITING", "COLLECTED", "EXPIRED"],
  EXPIRED: ["READY", "COLLECTED"],
  COLLECTED: [],
};

export function canMovePickup(from: PickupState, to: PickupState): boolean {
  return PICKUP_TRANSITIONS[from].includes(to);
}

export const PICKUP_STATE_LABEL: Readonly<Record<PickupState, string>> = {
  WAITING: "Por preparar",
  READY: "Listo para recoger",
  COLLECTED: "Entregado en tienda",
  EXPIRED: "No lo recogieron a tiempo",
};

/** After the reminder the customer has at least this many days to collect the order. */
const DAYS_AFTER_REMINDER = 3;

/**
 * The last day (Mexico City) on which the shop keeps an order that was ready at `readyAt`. Its customer gets the
 * reminder `now` (rule PICKUP-6).
 */
export function lastDayKept(readyAt: Date, keepDays: number, now: Date): string {
  const dayAfter = (from: Date, days: number) =>
    formatMexicoTime(new Date(from.getTime() + days * 86_400_000)).slice(0, 10);
  const [plannedDay, earliestDay] = [dayAfter(readyAt, keepDays), dayAfter(now, DAYS_AFTER_REMINDER)];
  return plannedDay > earliestDay ? plannedDay : earliestDay;
}
