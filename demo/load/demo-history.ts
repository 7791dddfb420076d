import { readMexicoTime, formatMexicoTime } from "../../src/domain/mexico-time.ts";
import type { OrderStatus } from "../../src/domain/order-status.ts";

/**
 * Days before the demo's last day, and the time of day in Mexico City. The last day is the one on which the demo is
 * loaded, or the day before it if the demo is loaded earlier than `LAST_TIME`.
 */
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
  placedAt: Moment;
  steps: readonly DemoStep[];
  /** When the order's first parcel arrived. If undefined, no parcel has arrived yet. */
  arrivedAt?: Moment;
  /** When a second parcel left, which has all lines but the first. If undefined, one parcel has all lines. */
  secondParcelLeftAt?: Moment;
  /** When staff added a piece at the customer's request. */
  editedAt?: Moment;
  /** When staff joined it into the newest order of its shop. */
  joinedIntoNewestAt?: Moment;
}

/** The staff member who confirms payments and packs in the demo shop, every day from nine to seven. */
export const DEMO_STAFF_NAME = "Marisol Vega";

const paymentStep = (...at: Moment): DemoStep => ({
  to: "PAYMENT_ACCEPTED",
  at,
  actor: DEMO_STAFF_NAME,
  reason: "Transferencia confirmada",
});
const shippingStep = (...at: Moment): DemoStep => ({ to: "SHIPPED", at, actor: DEMO_STAFF_NAME, reason: "Enviado" });

/**
 * Orders that reach every status by allowed transitions. The order of a presale product is in the branch. The oldest
 * comes first, so that references grow with time. Orders that wait for their payment are less than two days old.
 */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  {
    shop: "matriz",
    placedAt: [16, "20:47"],
    steps: [paymentStep(15, "10:12"), shippingStep(14, "16:35")],
    arrivedAt: [11, "13:20"],
  },
  {
    shop: "norte",
    isInsured: true,
    placedAt: [13, "12:31"],
    steps: [paymentStep(13, "17:20"), shippingStep(12, "13:05")],
  },
  {
    shop: "matriz",
    placedAt: [10, "22:08"],
    steps: [paymentStep(9, "09:41"), shippingStep(9, "17:10")],
    arrivedAt: [6, "12:05"],
    secondParcelLeftAt: [1, "16:40"],
  },
  {
    shop: "matriz",
    isInsured: true,
    placedAt: [8, "18:26"],
    steps: [{ to: "CANCELLED", at: [6, "18:27"], actor: "sistema", reason: "No llegó el pago a tiempo" }],
  },
  {
    shop: "matriz",
    placedAt: [5, "13:15"],
    steps: [{ to: "RESERVED", at: [4, "11:02"], actor: DEMO_STAFF_NAME, reason: "Apartado sin plazo" }],
    editedAt: [4, "17:30"],
  },
  { shop: "norte", isPresale: true, placedAt: [3, "12:40"], steps: [] },
  { shop: "matriz", isInsured: true, placedAt: [1, "15:33"], steps: [paymentStep(0, "09:48")] },
  { shop: "matriz", placedAt: [1, "20:20"], steps: [], joinedIntoNewestAt: [0, "10:20"] },
  { shop: "matriz", placedAt: [0, "08:05"], steps: [] },
];

const DAY_MS = 86_400_000;
/** A time of day that is later than every time in `DEMO_ORDERS` with 0 days before. */
const LAST_TIME = "10:25";

/** The instant of a moment of a demo that is loaded at `now`. It is always before `now`. */
export function instantOf([daysBefore, time]: Moment, now: Date): Date {
  const hasLastTimePassed = formatMexicoTime(now).slice(11) >= LAST_TIME;
  const day = new Date(now.getTime() - (daysBefore + (hasLastTimePassed ? 0 : 1)) * DAY_MS);
  return readMexicoTime(`${formatMexicoTime(day).slice(0, 10)} ${time}`)!;
}
