import { sql } from "kysely";
import {
  checkEditable,
  checkEditedDiscount,
  editedFigures,
  editLines,
  shortLines,
  type EditedFigures,
  type LineChange,
  type LineEdit,
  type LinesRefusal,
  type NotEditable,
  type ShortLine,
} from "../../domain/edit-order.ts";
import { editedPromotions, type EditedLine } from "../../domain/edited-promotions.ts";
import type { Prices } from "../../domain/price.ts";
import type { AppliedPromotion } from "../../domain/promotion.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import {
  findStaffDiscount,
  toPromotion,
  type StaffDiscount,
  type StaffDiscountRefusal,
} from "../../domain/staff-discount.ts";
import { lineInputs, type OrderInputs } from "../checkout/order-inputs.ts";
import { usedPromotions } from "../checkout/order-columns.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { findPromotionCustomer } from "../promotions/find-promotion-customer.ts";
import { wholesaleRule, type Shop } from "../shops/shop.ts";
import { findEditableOrder, type EditableLineRow, type EditableOrder } from "./editable-order.ts";
import { listEditedSizes, type EditedSize } from "./edited-sizes.ts";

export interface EditInput {
  lines: readonly LineEdit[];
  /** The discount of staff on the order: the one that it has, none, or another one. */
  staffDiscount: "keep" | StaffDiscount | null;
  /** The most that the member may take off, in basis points. */
  limitBps: number;
}

/** A line of the order after an edit. */
export interface PlannedLine extends EditedLine {
  name: string;
  pieces: number;
  prices: Prices;
  isSold: boolean;
  available: number;
  /** The line as it is stored; null if this edit adds it. */
  kept: EditableLineRow | null;
  size: EditedSize;
}

export interface EditPlan {
  order: EditableOrder;
  lines: PlannedLine[];
  changes: LineChange[];
  /** Changed lines for which too few pieces are for sale. The edit is then refused. */
  short: ShortLine[];
  figures: EditedFigures;
  /** What the figures were computed from, for the next snapshot. */
  inputs: OrderInputs;
  /** Limited uses that the order gives back, because their promotion takes nothing off any more. */
  returnedUses: { promotionId: string; code: string | null }[];
  /** All sizes of the order and of the edit, as they are sold now. */
  sizes: ReadonlyMap<string, EditedSize>;
  /** Nothing changes: neither lines nor discount. */
  isEmpty: boolean;
}

export type PlanRefusal = NotEditable | LinesRefusal | StaffDiscountRefusal | Refusal<"order_not_found">;

/** What an edit would do. Staff see it before they save, and the edit stores the same (rule EDIT-6). */
export async function planEdit(
  db: Queryable,
  shop: Shop,
  orderId: string,
  input: EditInput,
): Promise<EditPlan | PlanRefusal> {
  const order = await findEditableOrder(db, orderId);
  if (!order || order.shopId !== shop.id) return refuse("order_not_found");
  const refused = checkEditable(order.facts);
  if (refused) return refused;
  if (input.lines.some(({ sizeId }) => !isId(sizeId))) return refuse("edit_not_sold");
  const sizes = await listEditedSizes(db, shop, [
    ...order.lines.map(({ row }) => row.size_id),
    ...input.lines.map(({ sizeId }) => sizeId),
  ]);
  const current = order.lines.map((line) => keptLine(line, sizes.get(line.row.size_id)!));
  const offered = new Map([...sizes].map(([id, size]) => [id, addedLine(size)]));
  const edited = editLines(current, input.lines, { offered, hasCarrier: order.inputs.carrier !== null });
  if (isRefusal(edited)) return edited;
  const { lines, changes } = edited;

  const given = findStaffDiscount(order.inputs.promotions ?? []);
  const discount =
    input.staffDiscount === "keep" ? given && { ...given, limitBps: input.limitBps } : input.staffDiscount;
  const wholesaleIds = await listWithWholesale(db, order.inputs.promotions ?? []);
  const tags = (await findPromotionCustomer(db, shop, order.customerId))?.tags ?? [];
  const figures = editedFigures(lines, termsOf(shop, order), (isWholesale) => [
    ...promotionsOf(shop, order, { lines, isWholesale, wholesaleIds, tags }),
    ...(discount ? [toPromotion(discount, lines.map(({ sizeId }) => sizeId))] : []), // prettier-ignore
  ]);
  if (discount) {
    const tooHigh = checkEditedDiscount(discount, {
      kept: input.staffDiscount === "keep",
      subtotalCents: figures.charged.subtotalCents,
      subtotalBeforeCents: order.subtotalCents,
    });
    if (tooHigh) return tooHigh;
  }
  const inputs = inputsAfter(shop, order, { lines, figures });
  const used = new Set(inputs.promotions?.map(({ id }) => id));
  return {
    order,
    lines,
    changes,
    short: shortLines(lines, changes),
    figures,
    inputs,
    sizes,
    returnedUses: order.uses.filter(({ promotionId }) => !used.has(promotionId)),
    isEmpty: changes.length === 0 && isSameDiscount(given, discount),
  };
}

type Given = ReturnType<typeof findStaffDiscount>;

function isSameDiscount(given: Given, discount: Given): boolean {
  const parts = (one: Given) =>
    one && [one.rule.kind, one.rule.kind === "percent" ? one.rule.bps : one.rule.cents, one.reason.trim()];
  return JSON.stringify(parts(given)) === JSON.stringify(parts(discount));
}

/** A line that stays has the prices at which it came into the order (rule EDIT-3). */
function keptLine(line: EditableLineRow, size: EditedSize): PlannedLine {
  const { row, prices, cameAt } = line;
  return {
    ...size,
    name: row.name,
    isDigital: row.is_digital,
    isOffer: row.former_price_cents !== null,
    pieces: row.pieces,
    prices,
    cameAt,
    kept: line,
    size,
  };
}

function addedLine(size: EditedSize): PlannedLine {
  return { ...size, pieces: 0, cameAt: null, kept: null, size };
}

/** The terms of the order when it was placed. Without a snapshot of its rule, wholesale is as the shop has it now. */
function termsOf(shop: Shop, order: EditableOrder): Parameters<typeof editedFigures>[1] {
  const { maxPieces, pieceCents } = order;
  const piecesFee = maxPieces === null || pieceCents === null ? null : { maxPieces, pieceCents };
  return {
    wholesale: order.inputs.wholesale ?? wholesaleRule(shop),
    isBranch: order.isBranch,
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
    wholesaleIds,
    tags,
  }: { lines: PlannedLine[]; isWholesale: boolean; wholesaleIds: Set<string>; tags: readonly string[] },
): AppliedPromotion[] {
  const coupon = order.uses.find(({ code }) => code !== null);
  return editedPromotions(
    {
      promotions: (order.inputs.promotions ?? []).filter(({ id }) => id !== null),
      lines: order.inputs.lines,
      withWholesaleIds: wholesaleIds,
      usedIds: new Set(order.uses.map(({ promotionId }) => promotionId)),
    },
    {
      running: shop.promotions,
      occasion: {
        now: order.readAt,
        shopId: shop.id,
        isWholesale,
        isPresale: false,
        coupon: coupon ? { promotionId: coupon.promotionId, code: coupon.code! } : null,
        // Only promotions whose use the order holds count: it was its customer's first purchase when it was placed.
        customer: { isFirstPurchase: true, tags },
      },
      lines,
    },
  );
}

async function listWithWholesale(db: Queryable, promotions: readonly AppliedPromotion[]): Promise<Set<string>> {
  const ids = promotions.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM promotions WHERE id = ANY (${ids}::uuid[]) AND with_wholesale`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function inputsAfter(
  shop: Shop,
  order: EditableOrder,
  { lines, figures }: { lines: readonly PlannedLine[]; figures: EditedFigures },
): OrderInputs {
  const { carrier, insured } = figures.terms;
  return {
    lines: lines.map((line) => ({
      ...lineInputs(line),
      ...((line.cameAt === null || line.cameAt > order.createdAt) && {
        addedAt: (line.cameAt ?? order.readAt).toISOString(),
      }),
    })),
    wholesale: order.inputs.wholesale ?? wholesaleRule(shop),
    paymentMethod: order.paymentMethod,
    carrier: carrier && {
      id: order.carrierId,
      priceCents: carrier.priceCents,
      maxPieces: carrier.piecesFee?.maxPieces ?? null,
      pieceCents: carrier.piecesFee?.pieceCents ?? null,
    },
    insuranceRateBps: insured ? order.insuranceRateBps : null,
    onlineFee: figures.terms.onlineFee,
    packagingCents: order.packagingCents,
    promotions: usedPromotions(figures.summary, [figures.charged, figures.headOffice]),
  };
}
