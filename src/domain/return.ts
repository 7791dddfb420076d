import { addBusinessDays } from "./business-days.ts";
import { addDays } from "./add-days.ts";
import type { OrderStatus } from "./order-status.ts";
import { canMoveParcel, type ParcelState } from "./parcel.ts";

export const RETURN_STATES = ["ASKED", "APPROVED", "DECLINED", "RECEIVED", "SETTLED", "CANCELLED"] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** What customers and staff read. */
export const RETURN_STATE_LABEL: Record<ReturnState, string> = {
  ASKED: "Pedida",
  APPROVED: "Aprobada",
  DECLINED: "Rechazada",
  RECEIVED: "Recibida",
  SETTLED: "Terminada",
  CANCELLED: "Cancelada",
};

/**
 * Allowed transitions of a return (rule RETURN-1). All others are refused. The database has the same table
 * (`return_transitions`), and a test compares the two.
 */
export const RETURN_TRANSITIONS: Record<ReturnState, readonly ReturnState[]> = {
  ASKED: ["APPROVED", "DECLINED", "CANCELLED"],
  APPROVED: ["RECEIVED", "CANCELLED"],
  RECEIVED: ["SETTLED"],
  DECLINED: [],
  SETTLED: [],
  CANCELLED: [],
};

export function canMoveReturn(from: ReturnState, to: ReturnState): boolean {
  return RETURN_TRANSITIONS[from].includes(to);
}

export const RETURN_REASONS = [
  "SIZE_TOO_SMALL",
  "SIZE_TOO_LARGE",
  "COLOR",
  "STYLE",
  "DEFECTIVE",
  "NOT_AS_DESCRIBED",
  "WRONG_ITEM",
  "UNWANTED",
  "OTHER",
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

export const RETURN_REASON_LABEL: Record<ReturnReason, string> = {
  SIZE_TOO_SMALL: "Me quedó chica",
  SIZE_TOO_LARGE: "Me quedó grande",
  COLOR: "No me gustó el color",
  STYLE: "No me gustó cómo se ve",
  DEFECTIVE: "Llegó con un defecto",
  NOT_AS_DESCRIBED: "No es como en la página",
  WRONG_ITEM: "Me llegó otra prenda",
  UNWANTED: "Ya no la quiero",
  OTHER: "Otro motivo",
};

const SHOP_AT_FAULT_REASONS: ReadonlySet<ReturnReason> = new Set(["DEFECTIVE", "NOT_AS_DESCRIBED", "WRONG_ITEM"]);

/**
 * Whether the shop is at fault (LFPC 82 and 92). Then only tickets are excluded, and the shop pays the return shipping.
 */
export function isShopAtFault(reason: ReturnReason): boolean {
  return SHOP_AT_FAULT_REASONS.has(reason);
}

/** The most pictures that a customer may send with a return (rule RETURN-12). */
export const MAX_RETURN_PICTURES = 6;
export const MAX_RETURN_PICTURE_BYTES = 10 * 1024 * 1024;

export const RETURN_WISHES = ["REFUND", "EXCHANGE"] as const;
export type ReturnWish = (typeof RETURN_WISHES)[number];

/** Whether the difference of a dearer exchange was paid. `ENDED`: it is no longer charged. */
export const DIFFERENCE_STATES = ["PENDING", "PAID", "ENDED"] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

/** The state of a difference, from the status of the order that charges it. */
export function differenceState(status: OrderStatus): DifferenceState {
  if (status === "CANCELLED") return "ENDED";
  return status === "SHIPPED" || status === "PAYMENT_ACCEPTED" ? "PAID" : "PENDING";
}

/** How much more the new sizes of a return's lines cost, in centavos. */
export function surchargeOf(lines: readonly { pieces: number; surchargeCents: number }[]): number {
  return lines.reduce((sum, { pieces, surchargeCents }) => sum + pieces * surchargeCents, 0);
}

/**
 * Where the parcel of a return is, as its carrier states it (rule RETURN-15). `RETURNED`: the carrier brought it back
 * to the customer.
 */
export const RETURN_PARCEL_STATES = ["IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED", "FAILED", "RETURNED"] as const;
export type ReturnParcelState = (typeof RETURN_PARCEL_STATES)[number];

export const RETURN_PARCEL_LABEL: Record<ReturnParcelState, string> = {
  IN_TRANSIT: "En camino",
  OUT_FOR_DELIVERY: "En reparto",
  DELIVERED: "Llegó a la tienda",
  FAILED: "No se pudo entregar",
  RETURNED: "Regresó al cliente",
};

/**
 * Whether a carrier's event moves the parcel: by `PARCEL_TRANSITIONS`, and never from a final state (rule PARCEL-2).
 */
export function canMoveReturnParcel(from: ReturnParcelState | null, to: ParcelState): to is ReturnParcelState {
  return RETURN_PARCEL_STATES.some((state) => state === to) && canMoveParcel(from ?? "HANDED_OVER", to, "carrier");
}

interface ShownReturn {
  state: ReturnState;
  sentBackAt: Date | null;
  wayBackState: ReturnParcelState | null;
}

/**
 * What customers and staff read of a return. An approved one that was sent back is "En camino" until its parcel arrives
 * or returns to the customer.
 */
export function returnLabel({ state, sentBackAt, wayBackState }: ShownReturn): string {
  if (state !== "APPROVED" || sentBackAt === null) return RETURN_STATE_LABEL[state];
  return wayBackState === "DELIVERED" || wayBackState === "RETURNED" ? RETURN_PARCEL_LABEL[wayBackState] : "En camino";
}

/** Who pays the return shipping. */
export type WayBackPayer = "customer" | "shop";

/** The business days in which a distance sale can be revoked, counted from its delivery (LFPC 56). */
const LEGAL_BUSINESS_DAYS = 5;

/**
 * The last day on which a return can be requested, from the day of the delivery ("2026-11-21", Mexico City). Never
 * before the legal five business days are over, whatever the shop's setting (rule RETURN-2).
 */
export function lastReturnDay(deliveredOn: string, windowDays: number): string {
  const [shopsLastDay, legalLastDay] = [
    addDays(deliveredOn, windowDays),
    addBusinessDays(deliveredOn, LEGAL_BUSINESS_DAYS),
  ];
  return shopsLastDay > legalLastDay ? shopsLastDay : legalLastDay;
}

/** A requested return, and the rules of its shop. */
interface WayBackFacts {
  lines: readonly { reason: ReturnReason; wish: ReturnWish }[];
  /** Whether the order had an earlier exchange that was not declined or cancelled. */
  hadExchange: boolean;
  rules: { wayBack: WayBackPayer; firstExchangeFree: boolean };
}

/**
 * Who pays the return shipping (rule RETURN-4): the shop for its faults and, if it chose so, for an order's first
 * exchange.
 */
export function wayBackPayer({ lines, hadExchange, rules }: WayBackFacts): WayBackPayer {
  if (lines.some(({ reason }) => isShopAtFault(reason))) return "shop";
  const isFirstExchange = !hadExchange && lines.every(({ wish }) => wish === "EXCHANGE");
  return isFirstExchange && rules.firstExchangeFree ? "shop" : rules.wayBack;
}
