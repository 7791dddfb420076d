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
  /** Null for a staff discount. */
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

export interface PromotionResult {
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
  isExclusive: boolean;
}

/**
 * What promotions take off a cart (rules PROMO-1 to PROMO-6). The order of lines and promotions does not matter: the
 * highest priority applies first, then the one that alone would give the largest discount, then the lowest id. A
 * piece's price never falls below zero.
 */
export function applyPromotions(
  lines: readonly DiscountableLine[],
  promotions: readonly ApplicablePromotion[],
): PromotionResult {
  const initialRuns: readonly Run[] = lines
    .map(({ sizeId, pieces, unitCents }) => ({ sizeId, pieces, cents: unitCents, isUsed: false, isExclusive: false }))
    .toSorted((a, b) => compareText(a.sizeId, b.sizeId));
  const sortedPromotions = promotions
    .map((promotion) => ({ promotion, soleDiscountCents: computeSoleDiscountCents(promotion, initialRuns) }))
    .toSorted(
      (a, b) =>
        b.promotion.priority - a.promotion.priority ||
        b.soleDiscountCents - a.soleDiscountCents ||
        compareText(a.promotion.id ?? "", b.promotion.id ?? ""),
    );
  let runs: readonly Run[] = initialRuns;
  const discounts: Discount[] = [];
  for (const { promotion, soleDiscountCents } of sortedPromotions) {
    if (soleDiscountCents === 0) continue;
    const applyResult = applyPromotion(promotion, runs);
    if (applyResult.cents === 0) continue;
    runs = applyResult.runs;
    const { id, label, code } = promotion;
    discounts.push({
      promotionId: id,
      label,
      code,
      cents: applyResult.cents,
      shippingCents: 0,
      lines: applyResult.centsBySize,
    });
  }
  const freeShipping = sortedPromotions.find(
    ({ promotion }) =>
      promotion.rule.kind === "freeShipping" && sumOf(runsInScope(promotion, runs)) >= Math.max(1, promotion.fromCents),
  );
  return { discounts, freeShipping: freeShipping?.promotion ?? null };
}

/**
 * What a promotion would take off a cart if it were the only one, in centavos: the same as
 * `cents` of the result of `applyPromotion`.
 */
function computeSoleDiscountCents(promotion: ApplicablePromotion, runs: readonly Run[]): Cents {
  const { rule, fromCents } = promotion;
  if (rule.kind === "freeShipping") return 0;
  const usableRuns = runsInScope(promotion, runs).filter(({ cents }) => cents > 0);
  const usableCents = sumOf(usableRuns);
  if (usableCents === 0 || usableCents < fromCents) return 0;
  switch (rule.kind) {
    case "percent":
      return usableRuns.reduce((sum, { pieces, cents }) => sum + pieces * shareOf(cents, rule.bps), 0);
    case "amount":
      return Math.min(rule.cents, usableCents);
    case "bundle":
      return discountOfBundle(rule, usableRuns);
    case "gift":
      return applyPromotion(promotion, runs).cents;
  }
}

/** Of pieces sorted from the highest to the lowest price, the last `discounted` of each whole group are discounted. */
function discountOfBundle(
  { group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>,
  usableRuns: Run[],
): Cents {
  const pieces = usableRuns.reduce((sum, run) => sum + run.pieces, 0);
  const end = pieces - (pieces % group);
  const countDiscountedBefore = (index: number): number => {
    const indexInGroup = Math.min(index, end) % group;
    return Math.floor(Math.min(index, end) / group) * discounted + Math.max(0, indexInGroup - (group - discounted));
  };
  let index = 0;
  let discount = 0;
  for (const run of usableRuns.toSorted(byPriceDescending)) {
    discount += (countDiscountedBefore(index + run.pieces) - countDiscountedBefore(index)) * shareOf(run.cents, bps);
    index += run.pieces;
  }
  return discount;
}

function byPriceDescending(a: Run, b: Run): number {
  return b.cents - a.cents || compareText(a.sizeId, b.sizeId);
}

interface ApplyResult {
  runs: readonly Run[];
  cents: Cents;
  /** Centavos by size. */
  centsBySize: Record<string, Cents>;
}

function applyPromotion(promotion: ApplicablePromotion, runs: readonly Run[]): ApplyResult {
  // A staff discount (rule PROMO-12) applies to all pieces.
  const isAvailable = (run: Run): boolean =>
    promotion.id === null || (promotion.combines ? !run.isExclusive : !run.isUsed);
  const usableRuns = runsInScope(promotion, runs).filter((run) => run.cents > 0 && isAvailable(run));
  const usableCents = sumOf(usableRuns);
  const replacements =
    usableCents === 0 || usableCents < promotion.fromCents
      ? null
      : replaceRuns(promotion, usableRuns, promotion.giftSizeIds.length > 0 ? runs.filter(isAvailable) : []);
  if (replacements === null) return { runs, cents: 0, centsBySize: {} };
  const runsAfter: Run[] = [];
  const centsBySize: Record<string, Cents> = {};
  let cents = 0;
  for (const run of runs) {
    const replacement = replacements.get(run);
    if (!replacement) {
      append(runsAfter, run);
      continue;
    }
    const runDiscountCents = run.pieces * run.cents - sumOf(replacement);
    if (runDiscountCents > 0) centsBySize[run.sizeId] = (centsBySize[run.sizeId] ?? 0) + runDiscountCents;
    cents += runDiscountCents;
    for (const newRun of replacement)
      append(runsAfter, newRun.isUsed && !promotion.combines ? { ...newRun, isExclusive: true } : newRun);
  }
  return { runs: runsAfter, cents, centsBySize };
}

/** Adds a run. If it equals the last run except for the pieces, its pieces are added to that run. */
function append(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  const isSame =
    last?.sizeId === run.sizeId &&
    last.cents === run.cents &&
    last.isUsed === run.isUsed &&
    last.isExclusive === run.isExclusive;
  if (isSame) runs[runs.length - 1] = { ...last, pieces: last.pieces + run.pieces };
  else runs.push(run);
}

/** The runs that the promotion changes, each with the runs that replace it. Null if it takes off nothing. */
function replaceRuns(
  { rule, giftSizeIds, fromCents }: ApplicablePromotion,
  usableRuns: Run[],
  availableRuns: Run[],
): Map<Run, Run[]> | null {
  switch (rule.kind) {
    case "percent":
      return new Map(
        usableRuns.map((run) => [run, [{ ...run, cents: run.cents - shareOf(run.cents, rule.bps), isUsed: true }]]),
      );
    case "amount":
      return spreadDiscount(Math.min(rule.cents, sumOf(usableRuns)), usableRuns);
    case "bundle":
      return applyBundle(rule, usableRuns);
    case "gift":
      return applyGift(new Set(giftSizeIds), usableRuns, availableRuns, fromCents);
    case "freeShipping":
      return null;
  }
}

/** Spreads a discount over runs in proportion to their remaining price. */
function spreadDiscount(cents: Cents, runs: readonly Run[]): Map<Run, Run[]> {
  const shares = spreadCents(
    cents,
    runs.map(({ pieces, cents: pieceCents }) => pieces * pieceCents),
  );
  return new Map(runs.map((run, index) => [run, lowerPrices(run, shares[index]!)]));
}

/** Subtracts a discount from all pieces of a run together. Their new prices differ by at most one centavo. */
function lowerPrices(run: Run, discountCents: Cents): Run[] {
  const centsPerPiece = Math.floor(discountCents / run.pieces);
  const remainderCents = discountCents - centsPerPiece * run.pieces;
  const loweredRun = { ...run, pieces: run.pieces - remainderCents, cents: run.cents - centsPerPiece, isUsed: true };
  return remainderCents === 0
    ? [loweredRun]
    : [loweredRun, { ...loweredRun, pieces: remainderCents, cents: run.cents - centsPerPiece - 1 }];
}

/**
 * Groups the pieces from the highest to the lowest price. In each whole group the cheapest pieces are discounted. Their
 * discount is spread over the group, so that no line of an invoice is zero. Pieces outside a whole group are not used.
 */
function applyBundle(
  { group, discounted, bps }: Extract<PromotionRule, { kind: "bundle" }>,
  usableRuns: readonly Run[],
): Map<Run, Run[]> | null {
  const queue = usableRuns.toSorted(byPriceDescending).map((run) => ({ run, piecesLeft: run.pieces }));
  const pieces = queue.reduce((sum, { piecesLeft }) => sum + piecesLeft, 0);
  if (pieces < group) return null;
  const replacements = new Map<Run, Run[]>();
  const addReplacement = (run: Run, newRuns: Run[]): void =>
    void replacements.set(run, [...(replacements.get(run) ?? []), ...newRuns]);
  for (let groupsLeft = Math.floor(pieces / group); groupsLeft > 0;) {
    const first = queue[0]!;
    const wholeGroups = Math.floor(first.piecesLeft / group);
    if (wholeGroups > 0) {
      const discountCents = shareOf(first.run.cents, bps) * discounted;
      for (const newRun of lowerPrices({ ...first.run, pieces: group }, discountCents))
        addReplacement(first.run, [{ ...newRun, pieces: newRun.pieces * wholeGroups }]);
      first.piecesLeft -= wholeGroups * group;
      groupsLeft -= wholeGroups;
    } else {
      const parts = takePieces(queue, group);
      const discountCents = cheapestPiecesOf(parts, discounted).reduce(
        (sum, { cents, pieces: count }) => sum + shareOf(cents, bps) * count,
        0,
      );
      const runs = parts.map(({ run, pieces: count }) => ({ ...run, pieces: count }));
      const loweredRuns = spreadDiscount(discountCents, runs);
      parts.forEach(({ run }, index) => addReplacement(run, loweredRuns.get(runs[index]!)!));
      groupsLeft--;
    }
    while (queue[0]?.piecesLeft === 0) queue.shift();
  }
  for (const { run, piecesLeft } of queue)
    if (replacements.has(run) && piecesLeft > 0) addReplacement(run, [{ ...run, pieces: piecesLeft }]);
  return replacements;
}

/** Takes the next pieces, from one run or several. Reduces `piecesLeft` of their entries in the queue. */
function takePieces(queue: { run: Run; piecesLeft: number }[], wantedPieces: number): { run: Run; pieces: number }[] {
  const takenParts: { run: Run; pieces: number }[] = [];
  let missingPieces = wantedPieces;
  for (const entry of queue) {
    const pieces = Math.min(entry.piecesLeft, missingPieces);
    if (pieces > 0) takenParts.push({ run: entry.run, pieces });
    entry.piecesLeft -= pieces;
    missingPieces -= pieces;
    if (missingPieces === 0) break;
  }
  return takenParts;
}

/** The last `wantedPieces` of parts that are sorted from the highest to the lowest price. */
function cheapestPiecesOf(
  parts: readonly { run: Run; pieces: number }[],
  wantedPieces: number,
): { cents: Cents; pieces: number }[] {
  const cheapestParts: { cents: Cents; pieces: number }[] = [];
  let missingPieces = wantedPieces;
  for (const { run, pieces } of parts.toReversed()) {
    const count = Math.min(pieces, missingPieces);
    if (count > 0) cheapestParts.push({ cents: run.cents, pieces: count });
    missingPieces -= count;
  }
  return cheapestParts;
}

/** The cheapest piece of the gift is free if the other pieces earn it. */
function applyGift(
  giftSizeIds: ReadonlySet<string>,
  usableRuns: readonly Run[],
  availableRuns: readonly Run[],
  fromCents: Cents,
): Map<Run, Run[]> | null {
  const gift = availableRuns
    .filter(({ sizeId, cents }) => giftSizeIds.has(sizeId) && cents > 0)
    .toSorted((a, b) => a.cents - b.cents || compareText(a.sizeId, b.sizeId))[0];
  if (!gift) return null;
  const otherPiecesCents = sumOf(usableRuns) - (usableRuns.includes(gift) ? gift.cents : 0);
  if (otherPiecesCents < Math.max(1, fromCents)) return null;
  const parts = [
    { ...gift, pieces: 1, cents: 0, isUsed: true },
    { ...gift, pieces: gift.pieces - 1 },
  ];
  return new Map([[gift, parts.filter(({ pieces }) => pieces > 0)]]);
}

/** A share of one piece's price, rounded half up to the centavo (rule MONEY-2). Exact: prices are below 2^32. */
function shareOf(cents: Cents, bps: number): Cents {
  return Math.floor((cents * bps + 5_000) / 10_000);
}

function runsInScope({ sizeIds }: ApplicablePromotion, runs: readonly Run[]): Run[] {
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
