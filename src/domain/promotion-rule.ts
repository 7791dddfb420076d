import { formatMoney, type Cents } from "./money.ts";
import type { PromotionRule } from "./promotion.ts";
import { readPesos } from "./read-pesos.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** A rule and the minimum sum from which it applies. */
export interface RuleAndMinimum {
  rule: PromotionRule;
  fromCents: Cents;
}

export type RuleRefusal = Refusal<"promotion_rate_wrong" | "promotion_bundle_wrong" | "promotion_amount_wrong">;

/** The most pieces in a group. */
const MAX_GROUP_PIECES = 20;

/** Why a rule is invalid. Undefined if it is valid. */
export function checkRule({ rule, fromCents }: RuleAndMinimum): RuleRefusal | undefined {
  if (!isValidAmount(fromCents) && fromCents !== 0) return refuse("promotion_amount_wrong");
  switch (rule.kind) {
    case "percent":
      return isValidRate(rule.bps) ? undefined : refuse("promotion_rate_wrong");
    case "amount":
      return isValidAmount(rule.cents) ? undefined : refuse("promotion_amount_wrong");
    case "bundle":
      if (!isValidRate(rule.bps)) return refuse("promotion_rate_wrong");
      return isValidBundle(rule) ? undefined : refuse("promotion_bundle_wrong");
    case "freeShipping":
    case "gift":
      return undefined;
  }
}

function isValidRate(bps: number): boolean {
  return Number.isSafeInteger(bps) && bps >= 1 && bps <= 10_000;
}

function isValidAmount(cents: Cents): boolean {
  return Number.isSafeInteger(cents) && cents > 0 && cents <= 1_000_000_00;
}

function isValidBundle({ group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>): boolean {
  if (!Number.isSafeInteger(group) || !Number.isSafeInteger(discounted)) return false;
  return group >= 2 && group <= MAX_GROUP_PIECES && discounted >= 1 && discounted < group && bps >= 1;
}

/**
 * Parses a rule from a command line: "percent:10", "amount:100", "3x2", "second:50", "free-shipping:999", "gift". Null
 * for any other text.
 */
export function readRule(typed: string): RuleAndMinimum | null {
  const text = typed.trim().toLowerCase();
  if (text === "gift") return { rule: { kind: "gift" }, fromCents: 0 };
  const [, group, paidPieces] = /^(\d{1,3})[x×](\d{1,3})$/.exec(text) ?? [];
  if (group !== undefined) {
    return {
      rule: { kind: "bundle", group: Number(group), discounted: Number(group) - Number(paidPieces), bps: 10_000 },
      fromCents: 0,
    };
  }
  const [, kind, figure = ""] = /^([a-z-]+):(.+)$/.exec(text) ?? [];
  // Hundredths of a peso or of a percent, which are typed in the same format.
  const hundredths = readPesos(figure.replace(/\s*%$/, ""));
  if (hundredths === null) return null;
  switch (kind) {
    case "percent":
      return { rule: { kind: "percent", bps: hundredths }, fromCents: 0 };
    case "amount":
      return { rule: { kind: "amount", cents: hundredths }, fromCents: 0 };
    case "second":
      return { rule: { kind: "bundle", group: 2, discounted: 1, bps: hundredths }, fromCents: 0 };
    case "free-shipping":
      return { rule: { kind: "freeShipping" }, fromCents: hundredths };
    default:
      return null;
  }
}

/** "3×2", "10 % de descuento", "2ª pieza con 50 % de descuento", "Envío gratis desde $999.00". */
export function ruleText({ rule, fromCents }: RuleAndMinimum): string {
  const from = fromCents > 0 ? ` desde ${formatMoney(fromCents)}` : "";
  switch (rule.kind) {
    case "percent":
      return `${rule.bps / 100} % de descuento${from}`;
    case "amount":
      return `${formatMoney(rule.cents)} de descuento${from}`;
    case "bundle":
      return bundleText(rule) + from;
    case "freeShipping":
      return `Envío gratis${from}`;
    case "gift":
      return `Regalo${from}`;
  }
}

function bundleText({ group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>): string {
  if (bps === 10_000) return `${group}×${group - discounted}`;
  const percent = `${bps / 100} %`;
  if (group === 2) return `2ª pieza con ${percent} de descuento`;
  return discounted === 1
    ? `${percent} en la más barata de cada ${group}`
    : `${percent} en las ${discounted} más baratas de cada ${group}`;
}

/** The short text for a product card: "3×2", "-10 %", "2ª a mitad de precio", with the minimum sum if there is one. */
export function shortRuleText({ rule, fromCents }: RuleAndMinimum): string {
  const from = fromCents > 0 ? ` desde ${formatMoney(fromCents)}` : "";
  return shortText(rule) + from;
}

function shortText(rule: PromotionRule): string {
  switch (rule.kind) {
    case "percent":
      return `-${rule.bps / 100}\u00A0%`;
    case "amount":
      return formatMoney(-rule.cents);
    case "bundle":
      return shortBundleText(rule);
    case "freeShipping":
      return "Envío gratis";
    case "gift":
      return "Con regalo";
  }
}

function shortBundleText(rule: Extract<PromotionRule, { kind: "bundle" }>): string {
  if (rule.bps === 10_000) return bundleText(rule);
  const discountText = rule.bps === 5_000 ? "a mitad de precio" : `con -${rule.bps / 100}\u00A0%`;
  const piecesText = rule.discounted === 1 ? `${rule.group}ª` : `${rule.discounted} de cada ${rule.group}`;
  return `${piecesText} ${discountText}`;
}
