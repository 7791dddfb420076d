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
  /** One piece of the gift is free, if the cart has it in addition to the pieces that earn it. */
  | { kind: "gift" };

/**
 * A promotion that can apply to a cart: all its conditions are met, except that `fromCents` depends on the earlier
 * discounts. `sizeIds` are the sizes in its scope.
 */
export interface ApplicablePromotion {
  /** Null for a discount of staff. */
  id: string | null;
  /** As the customer reads it. */
  label: string;
  /** The code that the customer entered. */
  code: string | null;
  rule: PromotionRule;
  /** The minimum sum of its pieces after earlier discounts, in centavos; 0 if there is none. */
  fromCents: Cents;
  /** The promotion with the higher priority applies first. */
  priority: number;
  /** Set by the head office for all shops, so a branch owes it the discounted price (rule PROMO-10). */
  ofHeadOffice: boolean;
  /** May be added to other promotions that combine. If false, each piece has only this promotion. */
  combines: boolean;
  /** The sizes that it applies to. For a gift, the sizes that earn it. */
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
  /** In the order in which they were applied, without those that take off nothing and without free shipping. */
  discounts: Discount[];
  /** The promotion that makes the shipping free, or null. */
  freeShipping: ApplicablePromotion | null;
}

/** Pieces of one line with the same remaining price. Runs are immutable and stay in the order of their size ids. */
interface Run {
  sizeId: string;
  pieces: number;
  /** The remaining price of one piece. */
  cents: Cents;
  /** Whether a promotion used these pieces. */
  isUsed: boolean;
  /** Whether that promotion does not combine with others. */
  isClosed: boolean;
}

/**
 * What promotions take off a cart (rules PROMO-1 to PROMO-6). The order of lines and promotions does not matter: the
 * highest priority applies first, then the one that alone would give the largest discount, then the lowest id. A
 * piece's price never falls below zero.
 */
export function applyPromotions(
  lines: readonly DiscountableLine[],
  promotions: readonly ApplicablePromotion[],
): Discounts {
  const initialRuns: readonly Run[] = lines
    .map(({ sizeId, pieces, unitCents }) => ({ sizeId, pieces, cents: unitCents, isUsed: false, isClosed: false }))
    .toSorted((a, b) => compareText(a.sizeId, b.sizeId));
  const ordered = promotions
    .map((promotion) => ({ promotion, centsAlone: discountAlone(promotion, initialRuns) }))
    .toSorted(
      (a, b) =>
        b.promotion.priority - a.promotion.priority ||
        b.centsAlone - a.centsAlone ||
        compareText(a.promotion.id ?? "", b.promotion.id ?? ""),
    );
  let runs: readonly Run[] = initialRuns;
  const discounts: Discount[] = [];
  for (const { promotion, centsAlone } of ordered) {
    if (centsAlone === 0) continue;
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

/**
 * What a promotion would take off a cart if it were the only one, in centavos: the sum of `applyOne`, without its
 * lines.
 */
function discountAlone(promotion: ApplicablePromotion, runs: readonly Run[]): Cents {
  const { rule, fromCents } = promotion;
  if (rule.kind === "freeShipping") return 0;
  const usable = ofPromotion(promotion, runs).filter(({ cents }) => cents > 0);
  const usableCents = sumOf(usable);
  if (usableCents === 0 || usableCents < fromCents) return 0;
  switch (rule.kind) {
    case "percent":
      return usable.reduce((sum, { pieces, cents }) => sum + pieces * shareOf(cents, rule.bps), 0);
    case "amount":
      return Math.min(rule.cents, usableCents);
    case "bundle":
      return discountOfBundle(rule, usable);
    case "gift":
      return applyOne(promotion, runs).cents;
  }
}

/** Of pieces sorted from the highest to the lowest price, the last `discounted` of each whole group are discounted. */
function discountOfBundle(
  { group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>,
  usable: Run[],
): Cents {
  const pieces = usable.reduce((sum, run) => sum + run.pieces, 0);
  const end = pieces - (pieces % group);
  const discountedBefore = (index: number): number => {
    const inGroup = Math.min(index, end) % group;
    return Math.floor(Math.min(index, end) / group) * discounted + Math.max(0, inGroup - (group - discounted));
  };
  let index = 0;
  let discount = 0;
  for (const run of usable.toSorted(byPriceDescending)) {
    discount += (discountedBefore(index + run.pieces) - discountedBefore(index)) * shareOf(run.cents, bps);
    index += run.pieces;
  }
  return discount;
}

function byPriceDescending(a: Run, b: Run): number {
  return b.cents - a.cents || compareText(a.sizeId, b.sizeId);
}

interface Applied {
  runs: readonly Run[];
  cents: Cents;
  /** Centavos by size. */
  lines: Record<string, Cents>;
}

function applyOne(promotion: ApplicablePromotion, runs: readonly Run[]): Applied {
  // A staff discount (rule PROMO-12) applies to all pieces.
  const isAvailable = (run: Run): boolean =>
    promotion.id === null || (promotion.combines ? !run.isClosed : !run.isUsed);
  const usable = ofPromotion(promotion, runs).filter((run) => run.cents > 0 && isAvailable(run));
  const usableCents = sumOf(usable);
  const replaced =
    usableCents === 0 || usableCents < promotion.fromCents
      ? null
      : replaceRuns(promotion, usable, promotion.giftSizeIds.length > 0 ? runs.filter(isAvailable) : []);
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

/** Adds a run. If it equals the last run except for the pieces, its pieces are added to that run. */
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

/** The runs that the promotion changes, each with the runs that replace it. Null if it takes off nothing. */
function replaceRuns(
  { rule, giftSizeIds, fromCents }: ApplicablePromotion,
  usable: Run[],
  available: Run[],
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
      return giveAway(new Set(giftSizeIds), usable, available, fromCents);
    case "freeShipping":
      return null;
  }
}

/** Spreads a discount over runs in proportion to their remaining price. */
function takeOff(cents: Cents, runs: readonly Run[]): Map<Run, Run[]> {
  const shares = spreadCents(
    cents,
    runs.map(({ pieces, cents: each }) => pieces * each),
  );
  return new Map(runs.map((run, index) => [run, lower(run, shares[index]!)]));
}

/** Takes `off` off all pieces of a run together. Their new prices differ by at most one centavo. */
function lower(run: Run, off: Cents): Run[] {
  const each = Math.floor(off / run.pieces);
  const remainder = off - each * run.pieces;
  const rest = { ...run, pieces: run.pieces - remainder, cents: run.cents - each, isUsed: true };
  return remainder === 0 ? [rest] : [rest, { ...rest, pieces: remainder, cents: run.cents - each - 1 }];
}

/**
 * Groups the pieces from the highest to the lowest price. In each whole group the cheapest pieces are discounted. Their
 * discount is spread over the group, so that no line of an invoice is zero. Pieces outside a whole group are not used.
 */
function bundle(
  { group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>,
  usable: readonly Run[],
): Map<Run, Run[]> | null {
  const queue = usable.toSorted(byPriceDescending).map((run) => ({ run, left: run.pieces }));
  const pieces = queue.reduce((sum, { left }) => sum + left, 0);
  if (pieces < group) return null;
  const replaced = new Map<Run, Run[]>();
  const addParts = (run: Run, parts: Run[]): void => void replaced.set(run, [...(replaced.get(run) ?? []), ...parts]);
  for (let groupsLeft = Math.floor(pieces / group); groupsLeft > 0;) {
    const first = queue[0]!;
    const wholeGroups = Math.floor(first.left / group);
    if (wholeGroups > 0) {
      const off = shareOf(first.run.cents, bps) * discounted;
      for (const part of lower({ ...first.run, pieces: group }, off))
        addParts(first.run, [{ ...part, pieces: part.pieces * wholeGroups }]);
      first.left -= wholeGroups * group;
      groupsLeft -= wholeGroups;
    } else {
      const parts = takePieces(queue, group);
      const off = cheapest(parts, discounted).reduce(
        (sum, { cents, pieces: count }) => sum + shareOf(cents, bps) * count,
        0,
      );
      const runs = parts.map(({ run, pieces: count }) => ({ ...run, pieces: count }));
      const lowered = takeOff(off, runs);
      parts.forEach(({ run }, index) => addParts(run, lowered.get(runs[index]!)!));
      groupsLeft--;
    }
    while (queue[0]?.left === 0) queue.shift();
  }
  for (const { run, left } of queue) if (replaced.has(run) && left > 0) addParts(run, [{ ...run, pieces: left }]);
  return replaced;
}

/** The next pieces of the queue, from one run or several. */
function takePieces(queue: { run: Run; left: number }[], wantedPieces: number): { run: Run; pieces: number }[] {
  const taken: { run: Run; pieces: number }[] = [];
  let missingPieces = wantedPieces;
  for (const entry of queue) {
    const pieces = Math.min(entry.left, missingPieces);
    if (pieces > 0) taken.push({ run: entry.run, pieces });
    entry.left -= pieces;
    missingPieces -= pieces;
    if (missingPieces === 0) break;
  }
  return taken;
}

/** The last `wantedPieces` of parts that are sorted from the highest to the lowest price. */
function cheapest(
  parts: readonly { run: Run; pieces: number }[],
  wantedPieces: number,
): { cents: Cents; pieces: number }[] {
  const chosen: { cents: Cents; pieces: number }[] = [];
  let missingPieces = wantedPieces;
  for (const { run, pieces } of parts.toReversed()) {
    const count = Math.min(pieces, missingPieces);
    if (count > 0) chosen.push({ cents: run.cents, pieces: count });
    missingPieces -= count;
  }
  return chosen;
}

/** The cheapest piece of the gift is free if the other pieces earn it. */
function giveAway(
  gifts: ReadonlySet<string>,
  usable: readonly Run[],
  available: readonly Run[],
  fromCents: Cents,
): Map<Run, Run[]> | null {
  const gift = available
    .filter(({ sizeId, cents }) => gifts.has(sizeId) && cents > 0)
    .toSorted((a, b) => a.cents - b.cents || compareText(a.sizeId, b.sizeId))[0];
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

function ofPromotion({ sizeIds }: ApplicablePromotion, runs: readonly Run[]): Run[] {
  return runs.filter(({ sizeId }) => sizeIds.includes(sizeId));
}

function sumOf(runs: readonly { pieces: number; cents: Cents }[]): Cents {
  let sum = 0;
  for (const { pieces, cents } of runs) sum += pieces * cents;
  return sum;
}

/** Compares by code units, which is independent of the locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
