import type { Cents } from "./money.ts";
import { readPriceChange } from "./price-change.ts";
import type { ApplicablePromotion, PromotionRule } from "./promotion.ts";
import { checkRule, type RuleRefusal } from "./promotion-rule.ts";
import { refuse, type Refusal } from "./refusal.ts";
import type { Grant } from "./staff-permissions.ts";

/** A discount that a member of staff gives on one order. */
export interface StaffDiscount {
  rule: Extract<PromotionRule, { kind: "percent" | "amount" }>;
  /** Why the member gives it. The customer reads this text. */
  reason: string;
  /** The most that the member may give, in basis points of the sum of the products before discounts. */
  limitBps: number;
}

/** The most that the sales role may take off an order. Only the owner may give more (rule PROMO-12). */
export const SALES_DISCOUNT_LIMIT_BPS = 2_000;
const MAX_REASON_LENGTH = 60;
const LABEL_PREFIX = "Descuento: ";

/** The most that a member of staff may take off an order in this shop; 0 if nothing. */
export function staffDiscountLimitBps(grants: readonly Grant[], shopId: string): number {
  const grantsHere = grants.filter((grant) => grant.shopId === null || grant.shopId === shopId);
  const roles = new Set(grantsHere.map(({ role }) => role));
  if (roles.has("owner")) return 10_000;
  return roles.has("sales") ? SALES_DISCOUNT_LIMIT_BPS : 0;
}

export type StaffDiscountRefusal = RuleRefusal | Refusal<"discount_reason_missing" | "discount_too_high">;

/** Why the discount cannot be given on products of this sum. Undefined if it can. */
export function checkStaffDiscount(
  { rule, reason, limitBps }: StaffDiscount,
  subtotalCents: Cents,
): StaffDiscountRefusal | undefined {
  const ruleRefusal = checkRule({ rule, fromCents: 0 });
  if (ruleRefusal) return ruleRefusal;
  if (reason.trim() === "" || reason.length > MAX_REASON_LENGTH) return refuse("discount_reason_missing");
  const isWithinLimit =
    rule.kind === "percent" ? rule.bps <= limitBps : rule.cents * 10_000 <= subtotalCents * limitBps;
  return isWithinLimit ? undefined : refuse("discount_too_high");
}

/**
 * "10%" or an amount in pesos, as staff type it, with or without a sign. Null if nothing is typed, undefined for any
 * other text.
 */
export function readStaffDiscount(
  { typed, reason }: { typed: string; reason: string },
  limitBps: number,
): StaffDiscount | null | undefined {
  if (typed.trim() === "") return null;
  const change = readPriceChange(typed);
  if (!change) return undefined;
  const rule =
    change.kind === "percent"
      ? { kind: "percent" as const, bps: Math.abs(change.bps) }
      : { kind: "amount" as const, cents: Math.abs(change.cents) };
  return { rule, reason, limitBps };
}

/** A discount as staff type it: "12.5%" or "150.5". */
export function formatStaffDiscount({ rule }: Pick<StaffDiscount, "rule">): string {
  return rule.kind === "percent" ? `${rule.bps / 100}%` : String(rule.cents / 100);
}

/** The discount as the last promotion of a cart. It applies to the remaining price of all pieces. */
export function staffPromotionOf({ rule, reason }: StaffDiscount, sizeIds: readonly string[]): ApplicablePromotion {
  return {
    id: null,
    label: `${LABEL_PREFIX}${reason.trim()}`,
    code: null,
    rule,
    fromCents: 0,
    priority: Number.MIN_SAFE_INTEGER,
    ofHeadOffice: false,
    combines: true,
    sizeIds,
    giftSizeIds: [],
  };
}

/** The staff discount among the promotions of an order. Null if there is none. */
export function findStaffDiscount(
  promotions: readonly ApplicablePromotion[],
): Pick<StaffDiscount, "rule" | "reason"> | null {
  const staffPromotion = promotions.find(({ id }) => id === null);
  if (staffPromotion?.rule.kind !== "percent" && staffPromotion?.rule.kind !== "amount") return null;
  return { rule: staffPromotion.rule, reason: staffPromotion.label.slice(LABEL_PREFIX.length) };
}
