import type { AppliedPromotion } from "./promotion.ts";
import {
  matchPromotions,
  runsAt,
  type PurchaseContext,
  type PromotableLine,
  type Promotion,
} from "./promotion-terms.ts";

/** The promotions of an order before an edit. */
export interface PlacedPromotions {
  /** Those that took something off. A discount of staff has no id and is not looked at. */
  promotions: readonly AppliedPromotion[];
  /** The lines that they were computed for. A changed size is in the order, and not among these. */
  lines: readonly { sizeId: string; productId: string }[];
  /** Promotions that apply in a cart with wholesale prices. */
  withWholesaleIds: ReadonlySet<string>;
  /** Promotions of which the order holds a limited use. */
  usedIds: ReadonlySet<string>;
}

export interface EditedLine extends PromotableLine {
  /** When the line was added to the order; null if this edit adds it. */
  addedAt: Date | null;
}

/**
 * The promotions of an edited order (rule EDIT-4). Each line has those of the moment when it was added to the order: a
 * line that stays keeps its promotions on the terms on which they were given, also if they have ended since, and a new
 * line has those that run now. One that runs now also counts a line that stays if it ran when that line was added. An
 * edit takes no new use of a promotion whose uses are limited.
 */
export function editedPromotions(
  placed: PlacedPromotions,
  {
    running,
    context,
    lines,
  }: { running: readonly Promotion[]; context: PurchaseContext; lines: readonly EditedLine[] },
): AppliedPromotion[] {
  const usable = running.filter((promotion) => !isLimited(promotion) || placed.usedIds.has(promotion.id));
  const matched = new Map(matchPromotions(usable, context, lines).map((promotion) => [promotion.id, promotion]));
  const earlier = placed.promotions.filter(
    ({ id }) => id !== null && (!context.isWholesale || placed.withWholesaleIds.has(id)),
  );
  const added = [...matched.values()].filter(({ id }) => !placed.promotions.some((one) => one.id === id));
  return [...earlier, ...added]
    .map((terms) => {
      const promotion = usable.find(({ id }) => id === terms.id);
      const now = matched.get(terms.id);
      const sizesOf = (list: "sizeIds" | "giftSizeIds"): string[] =>
        lines
          .filter(
            (line) =>
              (earlier.includes(terms) && isKept(placed, terms[list], line)) ||
              (promotion !== undefined && now?.[list].includes(line.sizeId) === true && ranFor(promotion, line)),
          )
          .map(({ sizeId }) => sizeId);
      return { ...terms, sizeIds: sizesOf("sizeIds"), giftSizeIds: sizesOf("giftSizeIds") };
    })
    .filter(({ sizeIds }) => sizeIds.length > 0);
}

function isLimited({ needsCode, perCustomer, firstPurchaseOnly }: Promotion): boolean {
  return needsCode || perCustomer !== null || firstPurchaseOnly;
}

function ranFor(promotion: Promotion, { addedAt }: EditedLine): boolean {
  return addedAt === null || runsAt(promotion, addedAt);
}

/** Whether a line that stays was in these sizes. A line whose size was changed is in them with its product. */
function isKept(placed: PlacedPromotions, sizeIds: readonly string[], line: EditedLine): boolean {
  if (line.addedAt === null) return false;
  if (placed.lines.some(({ sizeId }) => sizeId === line.sizeId)) return sizeIds.includes(line.sizeId);
  return placed.lines.some(({ sizeId, productId }) => productId === line.productId && sizeIds.includes(sizeId));
}
