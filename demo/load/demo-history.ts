import { readMexicoTime, writeMexicoTime } from "../../src/domain/mexico-time.ts";
import type { OrderStatus } from "../../src/domain/order-status.ts";

/** Days before the last working day of the demo's staff, and the time of day in Mexico City. */
export type Moment = readonly [daysBefore: number, time: string];

/** A status transition of a demo order. */
export interface DemoStep {
  to: OrderStatus;
  at: Moment;
  actor: string;
  reason: string;
}

export interface DemoOrder {
  shop: "matriz" | "norte";
  isPresale?: boolean;
  isInsured?: boolean;
  placed: Moment;
  steps: readonly DemoStep[];
  /** When its first parcel arrived. If undefined, the parcels of a shipped order are on their way. */
  arrived?: Moment;
  /** When a second parcel left, which has all lines but the first. If undefined, one parcel has all lines. */
  secondParcelLeft?: Moment;
  /** When staff added a piece at the customer's request. */
  edited?: Moment;
  /** When staff joined it into the newest order of its shop. */
  joinedIntoNewest?: Moment;
}

/** The staff member who confirms payments and packs in the demo shop, every day from nine to seven. */
export const DEMO_STAFF = "Marisol Vega";

const paid = (...at: Moment): DemoStep => ({
  to: "PAYMENT_ACCEPTED",
  at,
  actor: DEMO_STAFF,
  reason: "Transferencia confirmada",
});
const shipped = (...at: Moment): DemoStep => ({ to: "SHIPPED", at, actor: DEMO_STAFF, reason: "Enviado" });

/**
 * At least one order in each status, by allowed transitions. The order of the presale is in the branch. The oldest
 * comes first, so that references grow with time. Orders that wait for their payment are less than two days old.
 */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  { shop: "matriz", placed: [16, "20:47"], steps: [paid(15, "10:12"), shipped(14, "16:35")], arrived: [11, "13:20"] },
  { shop: "norte", isInsured: true, placed: [13, "12:31"], steps: [paid(13, "17:20"), shipped(12, "13:05")] },
  {
    shop: "matriz",
    placed: [10, "22:08"],
    steps: [paid(9, "09:41"), shipped(9, "17:10")],
    arrived: [6, "12:05"],
    secondParcelLeft: [1, "16:40"],
  },
  {
    shop: "matriz",
    isInsured: true,
    placed: [8, "18:26"],
    steps: [{ to: "CANCELLED", at: [6, "18:27"], actor: "sistema", reason: "No llegó el pago a tiempo" }],
  },
  {
    shop: "matriz",
    placed: [5, "13:15"],
    steps: [{ to: "RESERVED", at: [4, "11:02"], actor: DEMO_STAFF, reason: "Apartado sin plazo" }],
    edited: [4, "17:30"],
  },
  { shop: "norte", isPresale: true, placed: [3, "12:40"], steps: [] },
  { shop: "matriz", isInsured: true, placed: [1, "15:33"], steps: [paid(0, "09:48")] },
  { shop: "matriz", placed: [1, "20:20"], steps: [], joinedIntoNewest: [0, "10:20"] },
  { shop: "matriz", placed: [0, "08:05"], steps: [] },
];

const DAY_MS = 86_400_000;
/** The latest time in `DEMO_ORDERS` on its last day. */
const LAST_TIME = "10:25";

/** The instant of a moment, for a demo that is loaded at `now`. It is always in the past. */
export function instantOf([daysBefore, time]: Moment, now: Date): Date {
  const hasLastTimePassed = writeMexicoTime(now).slice(11) >= LAST_TIME;
  const day = new Date(now.getTime() - (daysBefore + (hasLastTimePassed ? 0 : 1)) * DAY_MS);
  return readMexicoTime(`${writeMexicoTime(day).slice(0, 10)} ${time}`)!;
}
