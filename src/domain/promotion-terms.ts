import type { Cents } from "./money.ts";
import { WEEKDAY_LABEL, mexicoWeekday, type Weekday } from "./mexico-time.ts";
import type { ApplicablePromotion, PromotionRule } from "./promotion.ts";

/** What a promotion applies to. A product is in scope if a list names it. Four empty lists mean the whole shop. */
export interface PromotionScope {
  productIds: readonly string[];
  styleCodes: readonly string[];
  /** With their subcategories. */
  categoryIds: readonly string[];
  brandIds: readonly string[];
}

/** A promotion as staff set it. */
export interface Promotion {
  id: string;
  name: string;
  rule: PromotionRule;
  /**
   * The minimum sum of the pieces in scope, in centavos; 0 if there is none. Stored under this name with each order.
   */
  fromCents: Cents;
  scope: PromotionScope;
  /** The product that is given away; null for other rules. */
  giftProductId: string | null;
  /** The only shop where it applies. Null: all shops, branches included. */
  shopId: string | null;
  startsAt: Date;
  endsAt: Date | null;
  /** In Mexico City; empty for every day. */
  weekdays: readonly Weekday[];
  priority: number;
  combines: boolean;
  /** Whether it applies in a cart with wholesale prices, to presale products, to tickets, to products on offer. */
  withWholesale: boolean;
  withPresale: boolean;
  withTickets: boolean;
  withOffers: boolean;
  /** Only for a customer without an earlier order. */
  firstPurchaseOnly: boolean;
  /** Only for customers with this tag; null for everybody. */
  customerTag: string | null;
  /** Applies only with one of its codes. */
  needsCode: boolean;
  /** How often one customer may use it; null without limit. */
  perCustomer: number | null;
}

/** A line of a cart with the facts that decide which promotions apply to it. Without prices: see `DiscountableLine`. */
export interface LineToMatch {
  sizeId: string;
  productId: string;
  styleCode: string | null;
  categoryIds: readonly string[];
  brandIds: readonly string[];
  isDigital: boolean;
  isOffer: boolean;
}

/** The facts about a customer that promotions test. */
export interface PromotionCustomer {
  /** Whether the customer has no earlier order that counts. */
  isFirstPurchase: boolean;
  tags: readonly string[];
}

/** When, where and by whom a cart is bought. */
export interface PurchaseContext {
  now: Date;
  shopId: string;
  isWholesale: boolean;
  isPresale: boolean;
  /** The promotion of the code that the customer entered, and the code. */
  coupon: { promotionId: string; code: string } | null;
  /** Null if the customer is not known yet. Promotions for certain customers do not apply then. */
  customer: PromotionCustomer | null;
}

export type PromotionState = "planned" | "running" | "ended";

/** The state by the dates alone. A promotion for some weekdays is also `running` on the other days: see `runsAt`. */
export function promotionState(
  { startsAt, endsAt }: Pick<Promotion, "startsAt" | "endsAt">,
  now: Date,
): PromotionState {
  if (endsAt !== null && endsAt <= now) return "ended";
  return startsAt <= now ? "running" : "planned";
}

/** Whether a promotion applies at this moment: between its dates, and on one of its weekdays (rule PROMO-7). */
export function runsAt(promotion: Pick<Promotion, "startsAt" | "endsAt" | "weekdays">, now: Date): boolean {
  const isOnWeekday = promotion.weekdays.length === 0 || promotion.weekdays.includes(mexicoWeekday(now));
  return isOnWeekday && promotionState(promotion, now) === "running";
}

/** The promotions that apply to these lines now, each with its sizes (rules PROMO-7 to PROMO-9 and PROMO-13). */
export function matchPromotions(
  promotions: readonly Promotion[],
  context: PurchaseContext,
  lines: readonly LineToMatch[],
): ApplicablePromotion[] {
  return promotions.flatMap((promotion) => {
    if (!appliesIn(promotion, context)) return [];
    const linesInScope = lines.filter((line) => isInScope(promotion, line));
    return linesInScope.length === 0 ? [] : toApplicablePromotion(promotion, context, { linesInScope, lines });
  });
}

function appliesIn(promotion: Promotion, context: PurchaseContext): boolean {
  return (
    runsAt(promotion, context.now) &&
    (promotion.shopId === null || promotion.shopId === context.shopId) &&
    (!context.isWholesale || promotion.withWholesale) &&
    (!context.isPresale || promotion.withPresale) &&
    isForCustomer(promotion, context.customer) &&
    (!promotion.needsCode || promotion.id === context.coupon?.promotionId)
  );
}

function isForCustomer({ firstPurchaseOnly, customerTag }: Promotion, customer: PromotionCustomer | null): boolean {
  if (firstPurchaseOnly && !customer?.isFirstPurchase) return false;
  return customerTag === null || (customer?.tags.includes(customerTag) ?? false);
}

/** Whether a promotion depends on the customer, so that it applies only once they are known. */
export function dependsOnCustomer({ firstPurchaseOnly, customerTag }: Promotion): boolean {
  return firstPurchaseOnly || customerTag !== null;
}

function toApplicablePromotion(
  promotion: Promotion,
  { coupon }: PurchaseContext,
  { linesInScope, lines }: { linesInScope: readonly LineToMatch[]; lines: readonly LineToMatch[] },
): ApplicablePromotion {
  const { id, name, rule, fromCents, priority, combines, giftProductId } = promotion;
  return {
    id,
    label: name,
    code: promotion.needsCode ? (coupon?.code ?? null) : null,
    rule,
    fromCents,
    priority,
    combines,
    ofHeadOffice: promotion.shopId === null,
    sizeIds: linesInScope.map(({ sizeId }) => sizeId),
    giftSizeIds:
      giftProductId === null
        ? []
        : lines.filter(({ productId }) => productId === giftProductId).map(({ sizeId }) => sizeId),
  };
}

export function isInScope(
  { scope, withTickets, withOffers }: Pick<Promotion, "scope" | "withTickets" | "withOffers">,
  line: Omit<LineToMatch, "sizeId">,
): boolean {
  if ((line.isDigital && !withTickets) || (line.isOffer && !withOffers)) return false;
  const { productIds, styleCodes, categoryIds, brandIds } = scope;
  if (productIds.length + styleCodes.length + categoryIds.length + brandIds.length === 0) return true;
  return (
    productIds.includes(line.productId) ||
    (line.styleCode !== null && styleCodes.includes(line.styleCode)) ||
    line.categoryIds.some((id) => categoryIds.includes(id)) ||
    line.brandIds.some((id) => brandIds.includes(id))
  );
}

const LIST_FORMAT = new Intl.ListFormat("es-MX", { type: "conjunction" });

/** "lunes y martes"; empty for every day. */
export function weekdaysText(weekdays: readonly Weekday[]): string {
  return LIST_FORMAT.format(weekdays.toSorted((a, b) => a - b).map((day) => WEEKDAY_LABEL[day]));
}
