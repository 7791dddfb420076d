import type { ApplicablePromotion } from "./promotion.ts";
import { matchPromotions, runsAt, type PurchaseContext, type LineToMatch, type Promotion } from "./promotion-terms.ts";

/** The promotions of an order before an edit. */
export interface PromotionsBeforeEdit {
  /** The promotions that gave a discount. A staff discount has no id and is ignored. */
  promotions: readonly ApplicablePromotion[];
  /** The lines that they were computed for. A size that staff changed since is not among them. */
  lines: readonly { sizeId: string; productId: string }[];
  /** Promotions that apply in a cart with wholesale prices. */
  wholesalePromotionIds: ReadonlySet<string>;
  /** Promotions of which the order holds a limited use. */
  usedPromotionIds: ReadonlySet<string>;
}

export interface EditedOrderLine extends LineToMatch {
  /** When the line was added to the order; null if this edit adds it. */
  addedAt: Date | null;
}

/**
 * The promotions of an edited order (rule EDIT-4). A line that stays keeps its promotions on their old terms, even if
 * they have ended. If the order has wholesale prices now, it keeps only those that apply to wholesale. A new line gets
 * the promotions that run now. A promotion that runs now also applies to a line that stays if it ran when that line was
 * added. An edit takes no new use of a promotion whose uses are limited.
 */
export function editedPromotions(
  beforeEdit: PromotionsBeforeEdit,
  {
    runningPromotions,
    context,
    lines,
  }: { runningPromotions: readonly Promotion[]; context: PurchaseContext; lines: readonly EditedOrderLine[] },
): ApplicablePromotion[] {
  const usablePromotions = runningPromotions.filter(
    (promotion) => !isLimited(promotion) || beforeEdit.usedPromotionIds.has(promotion.id),
  );
  const matchById = new Map(
    matchPromotions(usablePromotions, context, lines).map((promotion) => [promotion.id, promotion]),
  );
  const earlierPromotions = beforeEdit.promotions.filter(
    ({ id }) => id !== null && (!context.isWholesale || beforeEdit.wholesalePromotionIds.has(id)),
  );
  const addedPromotions = [...matchById.values()].filter(
    ({ id }) => !beforeEdit.promotions.some((promotion) => promotion.id === id),
  );
  return [...earlierPromotions, ...addedPromotions]
    .map((promotion) => {
      const runningPromotion = usablePromotions.find(({ id }) => id === promotion.id);
      const matchingPromotion = matchById.get(promotion.id);
      const sizeIdsOf = (list: "sizeIds" | "giftSizeIds"): string[] =>
        lines
          .filter(
            (line) =>
              (earlierPromotions.includes(promotion) && wasIncluded(beforeEdit, promotion[list], line)) ||
              (runningPromotion !== undefined &&
                matchingPromotion?.[list].includes(line.sizeId) === true &&
                ranWhenAdded(runningPromotion, line)),
          )
          .map(({ sizeId }) => sizeId);
      return { ...promotion, sizeIds: sizeIdsOf("sizeIds"), giftSizeIds: sizeIdsOf("giftSizeIds") };
    })
    .filter(({ sizeIds }) => sizeIds.length > 0);
}

function isLimited({ needsCode, perCustomer, firstPurchaseOnly }: Promotion): boolean {
  return needsCode || perCustomer !== null || firstPurchaseOnly;
}

function ranWhenAdded(promotion: Promotion, { addedAt }: EditedOrderLine): boolean {
  return addedAt === null || runsAt(promotion, addedAt);
}

/** Whether these sizes included a line that stays. A line whose size was changed is matched by its product. */
function wasIncluded(beforeEdit: PromotionsBeforeEdit, sizeIds: readonly string[], line: EditedOrderLine): boolean {
  if (line.addedAt === null) return false;
  if (beforeEdit.lines.some(({ sizeId }) => sizeId === line.sizeId)) return sizeIds.includes(line.sizeId);
  return beforeEdit.lines.some(({ sizeId, productId }) => productId === line.productId && sizeIds.includes(sizeId));
}
