import type { Weekday } from "../../../domain/mexico-time.ts";
import { readMexicoTime, formatMexicoTime } from "../../../domain/mexico-time.ts";
import { toPesos, type Cents } from "../../../domain/money.ts";
import type { PromotionRule } from "../../../domain/promotion.ts";
import type { Promotion, PromotionScope } from "../../../domain/promotion-terms.ts";
import { readPesos } from "../../../domain/read-pesos.ts";
import { isRefusal, refuse, type Refusal } from "../../../domain/refusal.ts";
import type { RefusalName } from "../../../domain/refusal-text.ts";
import type { PromotionDraft } from "../../../server/promotions/save-promotion.ts";
import type { FormFields } from "../guard.ts";

/** The kinds of rule that the form offers. `second` is a bundle that discounts the cheapest piece in part. */
export const RULE_KINDS = ["percent", "amount", "bundle", "second", "freeShipping", "gift"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export const COUPON_KINDS = ["none", "one", "many"] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** The form's checkboxes: what the promotion applies to, and its conditions. */
export const CHECKBOX_NAMES = [
  "combines",
  "withWholesale",
  "withPresale",
  "withTickets",
  "withOffers",
  "firstPurchaseOnly",
] as const;
export type CheckboxName = (typeof CHECKBOX_NAMES)[number];

/** The form's fields as text, typed or of a stored promotion. */
export interface PromotionInput extends PromotionScope, Record<CheckboxName, boolean> {
  name: string;
  kind: RuleKind;
  percent: string;
  amount: string;
  /** Pieces in a bundle: 3 in "3×2". */
  group: string;
  /** Pieces of a bundle that are paid: 2 in "3×2". */
  paid: string;
  /** One piece of this many is discounted. */
  secondOf: string;
  secondPercent: string;
  giftId: string;
  /** The minimum sum of the pieces in scope, in pesos. Empty: none. */
  minimumSum: string;
  isWholeShop: boolean;
  /** Empty for all shops. */
  shopId: string;
  startsAt: string;
  endsAt: string;
  weekdays: Weekday[];
  priority: string;
  coupon: CouponKind;
  couponCode: string;
  /** How often the code may be used. Empty: without limit. */
  maxUses: string;
  /** How many random codes to create. */
  count: string;
  prefix: string;
  /** Maximum uses by one customer. */
  perCustomer: string;
  /** Empty for everybody. */
  customerTag: string;
  terms: string;
}

/** The part of the form that shows an error. */
export type PromotionField =
  | "name"
  | "rule"
  | "minimumSum"
  | "scope"
  | "gift"
  | "startsAt"
  | "endsAt"
  | "priority"
  | "couponCode"
  | "maxUses"
  | "count"
  | "perCustomer";
export type PromotionErrors = Partial<Record<PromotionField, RefusalName>>;

/** The maximum number of entries in one list of the scope. */
export const MAX_SCOPE_IDS = 199;

export const EMPTY_INPUT: PromotionInput = {
  name: "",
  kind: "percent",
  percent: "",
  amount: "",
  group: "3",
  paid: "2",
  secondOf: "2",
  secondPercent: "50",
  giftId: "",
  minimumSum: "",
  isWholeShop: true,
  productIds: [],
  styleCodes: [],
  categoryIds: [],
  brandIds: [],
  shopId: "",
  startsAt: "",
  endsAt: "",
  weekdays: [],
  priority: "0",
  combines: false,
  withWholesale: false,
  withPresale: false,
  withTickets: false,
  withOffers: true,
  firstPurchaseOnly: false,
  coupon: "none",
  couponCode: "",
  maxUses: "",
  count: "100",
  prefix: "",
  perCustomer: "",
  customerTag: "",
  terms: "",
};

export function readPromotionInput(form: FormFields): PromotionInput {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value =>
    values.find((value) => value === form.text(name)) ?? values[0]!;
  const uniqueValues = (name: string): string[] => [...new Set(form.all(name))].filter(Boolean);
  const texts = Object.fromEntries(
    ["name", "percent", "amount", "group", "paid", "secondOf", "secondPercent", "giftId", "minimumSum", "shopId"]
      .concat([
        "startsAt",
        "endsAt",
        "priority",
        "couponCode",
        "maxUses",
        "count",
        "prefix",
        "perCustomer",
        "customerTag",
      ])
      .map((name) => [name, form.text(name)]),
  );
  return {
    ...EMPTY_INPUT,
    ...texts,
    ...Object.fromEntries(CHECKBOX_NAMES.map((name) => [name, form.text(name) !== ""])),
    kind: oneOf("kind", RULE_KINDS),
    coupon: oneOf("couponKind", COUPON_KINDS),
    isWholeShop: form.text("scope") !== "chosen",
    productIds: uniqueValues("product"),
    styleCodes: uniqueValues("style"),
    categoryIds: uniqueValues("category"),
    brandIds: uniqueValues("brand"),
    weekdays: uniqueValues("weekday")
      .filter((day) => /^[0-6]$/.test(day))
      .map((day) => Number(day) as Weekday),
    terms: form.multilineText("terms", 2_000),
  };
}

/** The draft to save, or the errors by field. If `parsesCodes` is false, the fields of the codes are ignored. */
export function parsePromotion(
  input: PromotionInput,
  { parsesCodes }: { parsesCodes: boolean } = { parsesCodes: true },
): { draft: PromotionDraft } | { errors: PromotionErrors } {
  const errors: PromotionErrors = {};
  const addError = (field: PromotionField, name: RefusalName): void => void (errors[field] ??= name);
  const rule = parseRule(input);
  if (isRefusal(rule)) addError("rule", rule.refused);
  const fromCents = input.minimumSum === "" ? 0 : readPesos(input.minimumSum);
  if (fromCents === null) addError("minimumSum", "promotion_amount_wrong");
  const scope = scopeOf(input);
  const lists = Object.values(scope);
  if (!input.isWholeShop && lists.every((ids) => ids.length === 0)) addError("scope", "promotion_scope_empty");
  if (lists.some((ids) => ids.length > MAX_SCOPE_IDS)) addError("scope", "promotion_scope_many");
  if (input.kind === "gift" && input.giftId === "") addError("gift", "promotion_gift_missing");
  const [startsAt, endsAt] = [readOptionalTime(input.startsAt), readOptionalTime(input.endsAt)];
  if (startsAt === undefined) addError("startsAt", "promotion_dates_wrong");
  if (endsAt === undefined) addError("endsAt", "promotion_dates_wrong");
  const priority = /^-?\d{1,3}$/.test(input.priority) ? Number(input.priority) : Number.NaN;
  if (!(Math.abs(priority) <= 100)) addError("priority", "promotion_priority_wrong");
  const perCustomer = readOptionalCount(input.perCustomer);
  if (perCustomer === undefined) addError("perCustomer", "promotion_limit_wrong");
  const code = parsesCodes ? parseCode(input, addError) : null;
  if (Object.keys(errors).length > 0) return { errors };
  return {
    draft: {
      name: input.name,
      terms: input.terms,
      rule: rule as PromotionRule,
      fromCents: fromCents!,
      scope,
      giftProductId: input.kind === "gift" ? input.giftId : null,
      shopId: input.shopId || null,
      startsAt: startsAt!,
      endsAt: endsAt!,
      weekdays: input.weekdays,
      priority,
      perCustomer: perCustomer!,
      customerTag: input.customerTag || null,
      ...(Object.fromEntries(CHECKBOX_NAMES.map((name) => [name, input[name]])) as Record<CheckboxName, boolean>),
      code,
    },
  };
}

function scopeOf({ isWholeShop, productIds, styleCodes, categoryIds, brandIds }: PromotionInput): PromotionScope {
  if (isWholeShop) return { productIds: [], styleCodes: [], categoryIds: [], brandIds: [] };
  return { productIds, styleCodes, categoryIds, brandIds };
}

type FormRefusal = Refusal<"promotion_rate_wrong" | "promotion_amount_wrong" | "promotion_bundle_wrong">;

/** Parses the figures of a rule. `checkRule` validates them. */
function parseRule(input: PromotionInput): PromotionRule | FormRefusal {
  const readInteger = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN);
  switch (input.kind) {
    case "percent": {
      const bps = readRateBps(input.percent);
      return bps === null ? refuse("promotion_rate_wrong") : { kind: "percent", bps };
    }
    case "amount": {
      const cents = readPesos(input.amount);
      return cents === null ? refuse("promotion_amount_wrong") : { kind: "amount", cents };
    }
    case "bundle": {
      const group = readInteger(input.group);
      return { kind: "bundle", group, discounted: group - readInteger(input.paid), bps: 10_000 };
    }
    case "second": {
      const bps = readRateBps(input.secondPercent);
      if (bps === null) return refuse("promotion_rate_wrong");
      return { kind: "bundle", group: readInteger(input.secondOf), discounted: 1, bps };
    }
    case "freeShipping":
    case "gift":
      return { kind: input.kind };
  }
}

/** Basis points of "12.5" or "12.5 %": hundredths of a percent are written like centavos. */
function readRateBps(text: string): number | null {
  return readPesos(text.replace(/\s*%$/, ""));
}

/** Null for an empty field, undefined for invalid input. */
function readOptionalTime(text: string): Date | null | undefined {
  return text === "" ? null : (readMexicoTime(text) ?? undefined);
}

function readOptionalCount(text: string): number | null | undefined {
  if (text === "") return null;
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

function parseCode(
  { coupon, couponCode, maxUses: typedMaxUses, count, prefix }: PromotionInput,
  addError: (field: PromotionField, name: RefusalName) => void,
): PromotionDraft["code"] {
  if (coupon === "none") return null;
  if (coupon === "many") {
    if (!/^\d{1,6}$/.test(count)) addError("count", "coupon_too_many");
    return { count: Number(count), prefix };
  }
  const maxUses = readOptionalCount(typedMaxUses);
  if (couponCode === "") addError("couponCode", "coupon_form_wrong");
  if (maxUses === undefined) addError("maxUses", "promotion_limit_wrong");
  return { code: couponCode, maxUses: maxUses ?? null };
}

/** The field that shows a refusal of a use case. */
export function fieldOf(refused: RefusalName, { coupon, minimumSum }: PromotionInput): PromotionField | undefined {
  switch (refused) {
    case "promotion_name_wrong":
      return "name";
    case "promotion_rate_wrong":
    case "promotion_bundle_wrong":
      return "rule";
    case "promotion_amount_wrong":
      return (readPesos(minimumSum) ?? 0) > 1_000_000_00 ? "minimumSum" : "rule";
    case "promotion_dates_wrong":
      return "endsAt";
    case "promotion_scope_unknown":
      return "scope";
    case "promotion_gift_missing":
      return "gift";
    case "promotion_limit_wrong":
      return coupon === "one" ? "maxUses" : "perCustomer";
    case "coupon_taken":
      return "couponCode";
    case "coupon_form_wrong":
      return coupon === "many" ? "count" : "couponCode";
    case "coupon_too_many":
      return "count";
    default:
      return undefined;
  }
}

const pesosText = (cents: Cents): string => String(toPesos(cents));

/** The form's input for a stored promotion, without its codes. */
export function inputOf(promotion: Omit<Promotion, "id"> & { terms: string }): PromotionInput {
  const { rule, scope, fromCents, giftProductId, shopId, startsAt, endsAt, weekdays, perCustomer } = promotion;
  const toTimeText = (instant: Date | null): string => (instant === null ? "" : formatMexicoTime(instant));
  return {
    ...EMPTY_INPUT,
    ...scope,
    ...toRuleInput(rule),
    ...Object.fromEntries(CHECKBOX_NAMES.map((name) => [name, promotion[name]])),
    name: promotion.name,
    terms: promotion.terms,
    giftId: giftProductId ?? "",
    minimumSum: fromCents === 0 ? "" : pesosText(fromCents),
    isWholeShop: Object.values(scope).every((ids) => ids.length === 0),
    shopId: shopId ?? "",
    startsAt: toTimeText(startsAt),
    endsAt: toTimeText(endsAt),
    weekdays: [...weekdays],
    priority: String(promotion.priority),
    customerTag: promotion.customerTag ?? "",
    perCustomer: perCustomer === null ? "" : String(perCustomer),
    coupon: promotion.needsCode ? "one" : "none",
  };
}

function toRuleInput(rule: PromotionRule): Partial<PromotionInput> {
  switch (rule.kind) {
    case "percent":
      return { kind: "percent", percent: String(rule.bps / 100) };
    case "amount":
      return { kind: "amount", amount: pesosText(rule.cents) };
    case "bundle":
      if (rule.bps === 10_000) {
        return { kind: "bundle", group: String(rule.group), paid: String(rule.group - rule.discounted) };
      }
      return { kind: "second", secondOf: String(rule.group), secondPercent: String(rule.bps / 100) };
    default:
      return { kind: rule.kind };
  }
}

/** A year of whole weeks, so that the day of the week stays. */
const YEAR_MS = 364 * 86_400_000;

/**
 * The same promotion in a later year (rule PROMO-21): its dates move by 364 days at least once, and until its end is in
 * the future. If it has no end, they move until its start is in the future.
 */
export function moveToLaterYear<DatedPromotion extends { startsAt: Date; endsAt: Date | null }>(
  promotion: DatedPromotion,
  now: Date,
): DatedPromotion {
  const end = promotion.endsAt ?? promotion.startsAt;
  const years = Math.max(1, Math.ceil((now.getTime() - end.getTime() + 1) / YEAR_MS));
  const move = (instant: Date): Date => new Date(instant.getTime() + years * YEAR_MS);
  return { ...promotion, startsAt: move(promotion.startsAt), endsAt: promotion.endsAt && move(promotion.endsAt) };
}
