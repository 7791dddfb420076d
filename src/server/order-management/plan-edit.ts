import { sql } from "kysely";
import {
  checkEditable,
  checkEditedDiscount,
  editedFigures,
  editLines,
  outOfStockLines,
  type EditedFigures,
  type LineChange,
  type LineEdit,
  type LinesRefusal,
  type NotEditableRefusal,
  type OutOfStockLine,
} from "../../domain/edit-order.ts";
import { editedPromotions, type EditedOrderLine } from "../../domain/edited-promotions.ts";
import type { Prices } from "../../domain/price.ts";
import type { ApplicablePromotion } from "../../domain/promotion.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import {
  findStaffDiscount,
  staffPromotionOf,
  type StaffDiscount,
  type StaffDiscountRefusal,
} from "../../domain/staff-discount.ts";
import { toLineInputs, type OrderInputs } from "../checkout/order-inputs.ts";
import { listUsedPromotions } from "../checkout/order-columns.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { findPromotionCustomer } from "../promotions/find-promotion-customer.ts";
import { wholesaleRuleOf, type Shop } from "../shops/shop.ts";
import { findEditableOrder, type EditableLineRow, type EditableOrder } from "./editable-order.ts";
import { findSizesInEdit, type SizeInEdit } from "./sizes-in-edit.ts";

export interface EditInput {
  lines: readonly LineEdit[];
  /** The staff discount on the order: "keep" the current one, null for none, or a new one. */
  staffDiscount: "keep" | StaffDiscount | null;
  /** The highest discount that the member may give, in basis points of the subtotal. */
  limitBps: number;
}

/** A line of the order after an edit. */
export interface PlannedLine extends EditedOrderLine {
  name: string;
  pieces: number;
  prices: Prices;
  isForSale: boolean;
  available: number;
  /** The line as it is stored. Null if this edit adds it. */
  storedLine: EditableLineRow | null;
  size: SizeInEdit;
}

export interface EditPlan {
  order: EditableOrder;
  lines: PlannedLine[];
  changes: LineChange[];
  /** Changed lines for which too few pieces are for sale. The edit is then refused. */
  outOfStock: OutOfStockLine[];
  figures: EditedFigures;
  /** What the figures were computed from. The edit stores it as the order's new snapshot. */
  inputs: OrderInputs;
  /** Uses that the edit releases, because their promotion no longer discounts anything in the order. */
  releasedUses: { promotionId: string; code: string | null }[];
  /** All sizes of the order and of the edit, as they are sold now. */
  sizes: ReadonlyMap<string, SizeInEdit>;
  /** Nothing changes: neither lines nor discount. */
  isEmpty: boolean;
}

export type PlanRefusal = NotEditableRefusal | LinesRefusal | StaffDiscountRefusal | Refusal<"order_not_found">;

/** Computes the result of an edit. Staff see it before they save, and the edit stores the same result (rule EDIT-6). */
export async function planEdit(
  db: Queryable,
  shop: Shop,
  orderId: string,
  input: EditInput,
): Promise<EditPlan | PlanRefusal> {
  const order = await findEditableOrder(db, orderId);
  if (!order || order.shopId !== shop.id) return refuse("order_not_found");
  const refusal = checkEditable(order.facts);
  if (refusal) return refusal;
  if (input.lines.some(({ sizeId }) => !isId(sizeId))) return refuse("edit_not_sold");
  const sizes = await findSizesInEdit(db, shop, [
    ...order.lines.map(({ row }) => row.size_id),
    ...input.lines.map(({ sizeId }) => sizeId),
  ]);
  const existingLines = order.lines.map((line) => toExistingLine(line, sizes.get(line.row.size_id)!));
  const addableLines = new Map([...sizes].map(([id, size]) => [id, toAddableLine(size)]));
  const editedLines = editLines(existingLines, input.lines, {
    addable: addableLines,
    hasCarrier: order.inputs.carrier !== null,
  });
  if (isRefusal(editedLines)) return editedLines;
  const { lines, changes } = editedLines;

  const currentDiscount = findStaffDiscount(order.inputs.promotions ?? []);
  const discount =
    input.staffDiscount === "keep"
      ? currentDiscount && { ...currentDiscount, limitBps: input.limitBps }
      : input.staffDiscount;
  const withWholesaleIds = await listPromotionIdsWithWholesale(db, order.inputs.promotions ?? []);
  const tags = (await findPromotionCustomer(db, shop, order.customerId))?.tags ?? [];
  const figures = editedFigures(lines, editTermsOf(shop, order), (isWholesale) => [
    ...promotionsOf(shop, order, { lines, isWholesale, withWholesaleIds, tags }),
    ...(discount ? [staffPromotionOf(discount, lines.map(({ sizeId }) => sizeId))] : []), // prettier-ignore
  ]);
  if (discount) {
    const discountRefusal = checkEditedDiscount(discount, {
      isUnchanged: input.staffDiscount === "keep",
      subtotalCents: figures.chargedQuote.subtotalCents,
      subtotalBeforeCents: order.subtotalCents,
    });
    if (discountRefusal) return discountRefusal;
  }
  const inputs = toInputsAfterEdit(shop, order, { lines, figures });
  const promotionIdsAfterEdit = new Set(inputs.promotions?.map(({ id }) => id));
  return {
    order,
    lines,
    changes,
    outOfStock: outOfStockLines(lines, changes),
    figures,
    inputs,
    sizes,
    releasedUses: order.uses.filter(({ promotionId }) => !promotionIdsAfterEdit.has(promotionId)),
    isEmpty: changes.length === 0 && isSameDiscount(currentDiscount, discount),
  };
}

type FoundDiscount = ReturnType<typeof findStaffDiscount>;

function isSameDiscount(before: FoundDiscount, after: FoundDiscount): boolean {
  const comparedFields = (discount: FoundDiscount) =>
    discount && [
      discount.rule.kind,
      discount.rule.kind === "percent" ? discount.rule.bps : discount.rule.cents,
      discount.reason.trim(),
    ];
  return JSON.stringify(comparedFields(before)) === JSON.stringify(comparedFields(after));
}

/** A line that stays has the prices at which it was added to the order (rule EDIT-3). */
function toExistingLine(line: EditableLineRow, size: SizeInEdit): PlannedLine {
  const { row, prices, addedAt } = line;
  return {
    ...size,
    name: row.name,
    isDigital: row.is_digital,
    isOffer: row.former_price_cents !== null,
    pieces: row.pieces,
    prices,
    addedAt,
    storedLine: line,
    size,
  };
}

function toAddableLine(size: SizeInEdit): PlannedLine {
  return { ...size, pieces: 0, addedAt: null, storedLine: null, size };
}

/**
 * The terms of the order when it was placed. An order whose snapshot has no wholesale rule gets the shop's current one.
 */
function editTermsOf(shop: Shop, order: EditableOrder): Parameters<typeof editedFigures>[1] {
  const { includedPieces, pieceCents } = order;
  const piecesFee = includedPieces === null || pieceCents === null ? null : { includedPieces, pieceCents };
  return {
    wholesale: order.inputs.wholesale ?? wholesaleRuleOf(shop),
    isBranch: order.isOfBranch,
    terms: {
      carrier:
        order.inputs.carrier === null
          ? null
          : { priceCents: order.shippingCents, insuranceRateBps: order.insuranceRateBps, piecesFee },
      insured: order.insuranceRateBps !== null,
      onlineFee: order.paymentMethod === "MP" ? { rateBps: order.feeRateBps, baseCents: order.feeBaseCents } : null,
      packagingCents: order.packagingCents,
    },
  };
}

function promotionsOf(
  shop: Shop,
  order: EditableOrder,
  {
    lines,
    isWholesale,
    withWholesaleIds,
    tags,
  }: { lines: PlannedLine[]; isWholesale: boolean; withWholesaleIds: Set<string>; tags: readonly string[] },
): ApplicablePromotion[] {
  const coupon = order.uses.find(({ code }) => code !== null);
  return editedPromotions(
    {
      promotions: (order.inputs.promotions ?? []).filter(({ id }) => id !== null),
      lines: order.inputs.lines,
      wholesalePromotionIds: withWholesaleIds,
      usedPromotionIds: new Set(order.uses.map(({ promotionId }) => promotionId)),
    },
    {
      runningPromotions: shop.promotions,
      context: {
        now: order.readAt,
        shopId: shop.id,
        isWholesale,
        isPresale: false,
        coupon: coupon ? { promotionId: coupon.promotionId, code: coupon.code! } : null,
        // A first-purchase promotion applies only if the order already used it: then the order was the customer's
        // first purchase.
        customer: { isFirstPurchase: true, tags },
      },
      lines,
    },
  );
}

async function listPromotionIdsWithWholesale(
  db: Queryable,
  promotions: readonly ApplicablePromotion[],
): Promise<Set<string>> {
  const ids = promotions.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM promotions WHERE id = ANY (${ids}::uuid[]) AND applies_to_wholesale`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function toInputsAfterEdit(
  shop: Shop,
  order: EditableOrder,
  { lines, figures }: { lines: readonly PlannedLine[]; figures: EditedFigures },
): OrderInputs {
  const { carrier, insured } = figures.terms;
  return {
    lines: lines.map(({ addedAt, ...line }) => ({
      ...toLineInputs(line),
      ...((addedAt === null || addedAt > order.createdAt) && {
        addedAt: (addedAt ?? order.readAt).toISOString(),
      }),
    })),
    wholesale: order.inputs.wholesale ?? wholesaleRuleOf(shop),
    paymentMethod: order.paymentMethod,
    carrier: carrier && {
      id: order.carrierId,
      priceCents: carrier.priceCents,
      maxPieces: carrier.piecesFee?.includedPieces ?? null,
      pieceCents: carrier.piecesFee?.pieceCents ?? null,
    },
    insuranceRateBps: insured ? order.insuranceRateBps : null,
    onlineFee: figures.terms.onlineFee,
    packagingCents: order.packagingCents,
    promotions: listUsedPromotions(figures.summary, [figures.chargedQuote, figures.owedQuote]),
  };
}
