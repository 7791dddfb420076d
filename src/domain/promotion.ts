import type { Cents } from "./money.ts";
import { spreadCents } from "./spread-cents.ts";

/** What a promotion takes off. Rates in basis points (1 % = 100), 1 to 10,000. */
export type PromotionRule =
  | { kind: "percent"; bps: number }
  /** Once per cart, over all pieces of the promotion. */
  | { kind: "amount"; cents: Cents }
  /** Of each `group` pieces, the cheapest `discounted` pieces. 3×2 is `{ group: 3, discounted: 1, bps: 10_000 }`. */
  | { kind: "bundle"; group: number; discounted: number; bps: number }
  | { kind: "freeShipping" }
  /** One piece of the gift, if it is in the cart beside the pieces that earn it. */
  | { kind: "gift" };

/** A promotion that applies to a cart, with its conditions decided: which sizes it is for. */
export interface AppliedPromotion {
  /** Null for a discount of staff. */
  id: string | null;
  /** As the customer reads it. */
  label: string;
  /** The code that the customer entered. */
  code: string | null;
  rule: PromotionRule;
  /** The least sum of its pieces after earlier discounts, in centavos; 0 if there is none. */
  fromCents: Cents;
  /** The higher one applies first. */
  priority: number;
  /** Set by the head office for all shops, so a branch owes it the discounted price (rule PROMO-10). */
  ofHeadOffice: boolean;
  /** May be added to other promotions that combine. If false, each piece has this promotion alone. */
  combines: boolean;
  /** The pieces that it is for, or, of a gift, that earn it. */
  sizeIds: readonly string[];
  /** The sizes of the gift. Empty for other rules. */
  giftSizeIds: readonly string[];
}

export interface DiscountableLine {
  sizeId: string;
  pieces: number;
  unitCents: Cents;
}

/** What a promotion takes off, and of which lines. */
export interface Discount {
  promotionId: string | null;
  label: string;
  code: string | null;
  /** All that it takes off, in centavos, shipping included. */
  cents: Cents;
  /** What it takes off the shipping. */
  shippingCents: Cents;
  /** Centavos by size. */
  lines: Record<string, Cents>;
}

export interface Discounts {
  /** In the order in which they were applied; only those that take something off. Without free shipping. */
  discounts: Discount[];
  /** The promotion that pays the shipping, or null. */
  freeShipping: AppliedPromotion | null;
}

/** Pieces of one line that have the same price left. Runs are never changed, and stay in the order of their lines. */
interface Run {
  sizeId: string;
  pieces: number;
  /** What is left of the price of one piece. */
  cents: Cents;
  /** A promotion used these pieces. */
  isUsed: boolean;
  /** It does not combine with others. */
  isClosed: boolean;
}

/**
 * What promotions take off a cart (rules PROMO-1 to PROMO-6). The order of lines and promotions does not matter: the
 * higher priority goes first, then what would take off more alone, then the id. A piece's price never falls below zero.
 */
export function applyPromotions(
  lines: readonly DiscountableLine[],
  promotions: readonly AppliedPromotion[],
): Discounts {
  const untouched: readonly Run[] = lines
    .map(({ sizeId, pieces, unitCents }) => ({ sizeId, pieces, cents: unitCents, isUsed: false, isClosed: false }))
    .toSorted((one, other) => compareText(one.sizeId, other.sizeId));
  const ordered = promotions
    .map((promotion) => ({ promotion, alone: worthAlone(promotion, untouched) }))
    .toSorted(
      (one, other) =>
        other.promotion.priority - one.promotion.priority ||
        other.alone - one.alone ||
        compareText(one.promotion.id ?? "", other.promotion.id ?? ""),
    );
  let runs: readonly Run[] = untouched;
  const discounts: Discount[] = [];
  for (const { promotion, alone } of ordered) {
    if (alone === 0) continue;
    const applied = applyOne(promotion, runs);
    if (applied.cents === 0) continue;
    runs = applied.runs;
    const { id, label, code } = promotion;
    discounts.push({ promotionId: id, label, code, cents: applied.cents, shippingCents: 0, lines: applied.lines });
  }
  const freeShipping = ordered.find(
    ({ promotion }) =>
      promotion.rule.kind === "freeShipping" && sumOf(ofPromotion(promotion, runs)) >= Math.max(1, promotion.fromCents),
  );
  return { discounts, freeShipping: freeShipping?.promotion ?? null };
}

/** What a promotion would take off a cart without others, in centavos. The same as `applyOne`, without the parts. */
function worthAlone(promotion: AppliedPromotion, runs: readonly Run[]): Cents {
  const { rule, fromCents } = promotion;
  if (rule.kind === "freeShipping") return 0;
  const usable = ofPromotion(promotion, runs);
  const usableCents = sumOf(usable);
  if (usableCents === 0 || usableCents < fromCents) return 0;
  switch (rule.kind) {
    case "percent":
      return usable.reduce((sum, { pieces, cents }) => sum + pieces * shareOf(cents, rule.bps), 0);
    case "amount":
      return Math.min(rule.cents, usableCents);
    case "bundle":
      return worthOfBundle(rule, usable);
    case "gift":
      return applyOne(promotion, runs).cents;
  }
}

/** In a row of pieces from dear to cheap, the last `discounted` of each whole group are discounted. */
function worthOfBundle({ group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>, usable: Run[]): Cents {
  const pieces = usable.reduce((sum, run) => sum + run.pieces, 0);
  const end = pieces - (pieces % group);
  const discountedBefore = (place: number): number => {
    const inGroup = Math.min(place, end) % group;
    return Math.floor(Math.min(place, end) / group) * discounted + Math.max(0, inGroup - (group - discounted));
  };
  let place = 0;
  let worth = 0;
  for (const run of usable.toSorted(dearFirst)) {
    worth += (discountedBefore(place + run.pieces) - discountedBefore(place)) * shareOf(run.cents, bps);
    place += run.pieces;
  }
  return worth;
}

function dearFirst(one: Run, other: Run): number {
  return other.cents - one.cents || compareText(one.sizeId, other.sizeId);
}

interface Applied {
  runs: readonly Run[];
  cents: Cents;
  /** Centavos by size. */
  lines: Record<string, Cents>;
}

function applyOne(promotion: AppliedPromotion, runs: readonly Run[]): Applied {
  // A discount of staff (rule PROMO-12) is of all pieces.
  const isFree = (run: Run): boolean => promotion.id === null || (promotion.combines ? !run.isClosed : !run.isUsed);
  const usable = ofPromotion(promotion, runs).filter((run) => run.cents > 0 && isFree(run));
  const usableCents = sumOf(usable);
  const replaced =
    usableCents === 0 || usableCents < promotion.fromCents
      ? null
      : replaceRuns(promotion, usable, promotion.giftSizeIds.length > 0 ? runs.filter(isFree) : []);
  if (replaced === null) return { runs, cents: 0, lines: {} };
  const after: Run[] = [];
  const lines: Record<string, Cents> = {};
  let cents = 0;
  for (const run of runs) {
    const parts = replaced.get(run);
    if (!parts) {
      append(after, run);
      continue;
    }
    const taken = run.pieces * run.cents - sumOf(parts);
    if (taken > 0) lines[run.sizeId] = (lines[run.sizeId] ?? 0) + taken;
    cents += taken;
    for (const part of parts) append(after, part.isUsed && !promotion.combines ? { ...part, isClosed: true } : part);
  }
  return { runs: after, cents, lines };
}

/** Adds a run, or its pieces to the run before if both are alike. */
function append(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  const isSame =
    last?.sizeId === run.sizeId &&
    last.cents === run.cents &&
    last.isUsed === run.isUsed &&
    last.isClosed === run.isClosed;
  if (isSame) runs[runs.length - 1] = { ...last, pieces: last.pieces + run.pieces };
  else runs.push(run);
}

/** The runs that the promotion changes, each with what becomes of it. Null if it takes nothing off. */
function replaceRuns(
  { rule, giftSizeIds, fromCents }: AppliedPromotion,
  usable: Run[],
  free: Run[],
): Map<Run, Run[]> | null {
  switch (rule.kind) {
    case "percent":
      return new Map(
        usable.map((run) => [run, [{ ...run, cents: run.cents - shareOf(run.cents, rule.bps), isUsed: true }]]),
      );
    case "amount":
      return takeOff(Math.min(rule.cents, sumOf(usable)), usable);
    case "bundle":
      return bundle(rule, usable);
    case "gift":
      return giveAway(new Set(giftSizeIds), usable, free, fromCents);
    case "freeShipping":
      return null;
  }
}

/** Spreads an amount over runs in proportion to what is left of their price. */
function takeOff(cents: Cents, runs: readonly Run[]): Map<Run, Run[]> {
  const shares = spreadCents(
    cents,
    runs.map(({ pieces, cents: each }) => pieces * each),
  );
  return new Map(runs.map((run, place) => [run, lower(run, shares[place]!)]));
}

/** A run whose pieces together cost `off` less: at most one centavo apart. */
function lower(run: Run, off: Cents): Run[] {
  const each = Math.floor(off / run.pieces);
  const more = off - each * run.pieces;
  const rest = { ...run, pieces: run.pieces - more, cents: run.cents - each, isUsed: true };
  return more === 0 ? [rest] : [rest, { ...rest, pieces: more, cents: run.cents - each - 1 }];
}

/**
 * Groups from the dearest piece to the cheapest. In each whole group the cheapest pieces are discounted; the amount is
 * spread over the group, so that no line of an invoice is for nothing. Pieces that fill no group are not used.
 */
function bundle(
  { group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>,
  usable: readonly Run[],
): Map<Run, Run[]> | null {
  const queue = usable.toSorted(dearFirst).map((run) => ({ run, left: run.pieces }));
  const pieces = queue.reduce((sum, { left }) => sum + left, 0);
  if (pieces < group) return null;
  const replaced = new Map<Run, Run[]>();
  const put = (run: Run, parts: Run[]): void => void replaced.set(run, [...(replaced.get(run) ?? []), ...parts]);
  for (let open = Math.floor(pieces / group); open > 0;) {
    const first = queue[0]!;
    const whole = Math.floor(first.left / group);
    if (whole > 0) {
      const off = shareOf(first.run.cents, bps) * discounted;
      for (const part of lower({ ...first.run, pieces: group }, off))
        put(first.run, [{ ...part, pieces: part.pieces * whole }]);
      first.left -= whole * group;
      open -= whole;
    } else {
      const parts = takePieces(queue, group);
      const off = cheapest(parts, discounted).reduce(
        (sum, { cents, pieces: some }) => sum + shareOf(cents, bps) * some,
        0,
      );
      const runs = parts.map(({ run, pieces: some }) => ({ ...run, pieces: some }));
      const lowered = takeOff(off, runs);
      parts.forEach(({ run }, place) => put(run, lowered.get(runs[place]!)!));
      open--;
    }
    while (queue[0]?.left === 0) queue.shift();
  }
  for (const { run, left } of queue) if (replaced.has(run) && left > 0) put(run, [{ ...run, pieces: left }]);
  return replaced;
}

/** The next pieces of the queue, from one run or several. */
function takePieces(queue: { run: Run; left: number }[], wanted: number): { run: Run; pieces: number }[] {
  const taken: { run: Run; pieces: number }[] = [];
  let missing = wanted;
  for (const entry of queue) {
    const pieces = Math.min(entry.left, missing);
    if (pieces > 0) taken.push({ run: entry.run, pieces });
    entry.left -= pieces;
    missing -= pieces;
    if (missing === 0) break;
  }
  return taken;
}

/** The last `wanted` pieces of parts that go from dear to cheap. */
function cheapest(parts: readonly { run: Run; pieces: number }[], wanted: number): { cents: Cents; pieces: number }[] {
  const chosen: { cents: Cents; pieces: number }[] = [];
  let missing = wanted;
  for (const { run, pieces } of parts.toReversed()) {
    const some = Math.min(pieces, missing);
    if (some > 0) chosen.push({ cents: run.cents, pieces: some });
    missing -= some;
  }
  return chosen;
}

/** The cheapest piece of the gift is free if the other pieces earn it. */
function giveAway(
  gifts: ReadonlySet<string>,
  usable: readonly Run[],
  free: readonly Run[],
  fromCents: Cents,
): Map<Run, Run[]> | null {
  const gift = free
    .filter(({ sizeId, cents }) => gifts.has(sizeId) && cents > 0)
    .toSorted((one, other) => one.cents - other.cents || compareText(one.sizeId, other.sizeId))[0];
  if (!gift) return null;
  const earned = sumOf(usable) - (usable.includes(gift) ? gift.cents : 0);
  if (earned < Math.max(1, fromCents)) return null;
  const parts = [
    { ...gift, pieces: 1, cents: 0, isUsed: true },
    { ...gift, pieces: gift.pieces - 1 },
  ];
  return new Map([[gift, parts.filter(({ pieces }) => pieces > 0)]]);
}

/** A rate of one piece's price, rounded half up to the centavo (rule MONEY-2). Exact: prices are below 2^32. */
function shareOf(cents: Cents, bps: number): Cents {
  return Math.floor((cents * bps + 5_000) / 10_000);
}

function ofPromotion({ sizeIds }: AppliedPromotion, runs: readonly Run[]): Run[] {
  return runs.filter(({ sizeId }) => sizeIds.includes(sizeId));
}

function sumOf(runs: readonly { pieces: number; cents: Cents }[]): Cents {
  let sum = 0;
  for (const { pieces, cents } of runs) sum += pieces * cents;
  return sum;
}

/** By code units: the same on every machine. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
