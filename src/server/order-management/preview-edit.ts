import { CHARGE_LABEL } from "../../domain/invoice-lines.ts";
import { shownLineName } from "../../domain/cart-line.ts";
import type { Cents } from "../../domain/money.ts";
import { unitPriceCents } from "../../domain/price.ts";
import { discountsBySize, type Quote } from "../../domain/quote.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { findStaffDiscount } from "../../domain/staff-discount.ts";
import type { App } from "../app.ts";
import { orderFigures } from "../orders/order-figures.ts";
import { findOrder } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { planEdit, type EditInput, type EditPlan, type PlannedLine, type PlanRefusal } from "./plan-edit.ts";

/** A line before and after an edit; 0 pieces if it is not in the order. */
export interface PreviewedLine {
  sizeId: string;
  /** As the customer reads it. */
  name: string;
  picture: { key: string; webp: number[] } | null;
  before: number;
  after: number;
  /** The most pieces it may have: those of the order and those for sale. */
  maxPieces: number;
  unitCents: Cents;
  /** Of the whole line, after discounts. */
  beforeCents: Cents;
  afterCents: Cents;
}

export interface EditPreview {
  /** To be sent with the edit: it is refused if the order changed since. */
  version: string;
  lines: PreviewedLine[];
  /** Labelled amounts before and after, the total last. Amounts that are 0 in both are left out. */
  figures: { label: string; beforeCents: Cents; afterCents: Cents }[];
  beforeCents: Cents;
  afterCents: Cents;
  pieces: number;
  wholesale: { before: boolean; after: boolean };
  /** Codes whose use the order gives back. */
  returnedCodes: string[];
  /** Nothing changes. */
  isEmpty: boolean;
  /** The discount of staff that the order has before the edit. */
  staffDiscount: ReturnType<typeof findStaffDiscount>;
}

/** What an edit would do, for staff before they save (rule EDIT-6). Nothing is locked, and nothing is written. */
export async function previewEdit(
  app: App,
  shop: Shop,
  orderId: string,
  input: EditInput,
): Promise<EditPreview | PlanRefusal> {
  const plan = await planEdit(app.genericPlanDb, shop, orderId, input);
  if (isRefusal(plan)) return plan;
  const stored = await findOrder(app.genericPlanDb, shop.id, orderId);
  if (!stored) return refuse("order_not_found");
  const { order, figures } = plan;
  return {
    version: order.version,
    lines: linesOf(plan, new Map(stored.lines.map((line) => [line.size_id, line.picture]))),
    figures: sideBySide(orderFigures(stored), figuresOf(figures.charged)),
    beforeCents: order.grandTotalCents,
    afterCents: figures.charged.grandTotalCents,
    pieces: figures.charged.pieces,
    wholesale: { before: order.isWholesale, after: figures.charged.wholesale },
    returnedCodes: plan.returnedUses.flatMap(({ code }) => code ?? []),
    isEmpty: plan.isEmpty,
    staffDiscount: findStaffDiscount(order.inputs.promotions ?? []),
  };
}

function linesOf(plan: EditPlan, pictures: ReadonlyMap<string, PreviewedLine["picture"]>): PreviewedLine[] {
  const { order, figures, sizes } = plan;
  const discounts = discountsBySize(figures.summary.discounts);
  const after = new Map(plan.lines.map((line) => [line.sizeId, line]));
  const existing = order.lines.map(({ row, prices }): PreviewedLine => {
    const line = after.get(row.size_id);
    return {
      sizeId: row.size_id,
      name: shownLineName(row.name, row.is_digital),
      picture: pictures.get(row.size_id) ?? null,
      before: row.pieces,
      after: line?.pieces ?? 0,
      maxPieces: row.pieces + (sizes.get(row.size_id)?.isForSale ? sizes.get(row.size_id)!.available : 0),
      unitCents: unitPriceCents(prices, figures.charged.wholesale),
      beforeCents: row.unit_price_cents * row.pieces - row.discount_cents,
      afterCents: line ? centsOf(line, figures.charged, discounts) : 0,
    };
  });
  const added = plan.lines.filter((line) => line.stored === null);
  return [
    ...existing,
    ...added.map((line) => ({
      sizeId: line.sizeId,
      name: shownLineName(line.name, line.isDigital),
      picture: line.size.picture,
      before: 0,
      after: line.pieces,
      maxPieces: line.available,
      unitCents: unitPriceCents(line.prices, figures.charged.wholesale),
      beforeCents: 0,
      afterCents: centsOf(line, figures.charged, discounts),
    })),
  ];
}

function centsOf(line: PlannedLine, { wholesale }: Quote, discounts: ReadonlyMap<string, Cents>): Cents {
  return unitPriceCents(line.prices, wholesale) * line.pieces - (discounts.get(line.sizeId) ?? 0);
}

/** As `orderFigures` names them. */
function figuresOf(charged: Quote): [label: string, cents: Cents][] {
  return [
    ["Subtotal", charged.subtotalCents],
    ...charged.discounts.map(({ label, cents }): [string, Cents] => [label, -cents]),
    [CHARGE_LABEL.shipping, charged.shippingCents],
    [CHARGE_LABEL.extraShipping, charged.extraShippingCents],
    [CHARGE_LABEL.insurance, charged.insuranceCents],
    [CHARGE_LABEL.packaging, charged.packagingCents],
    [CHARGE_LABEL.onlineFee, charged.onlineFeeCents],
    ["Total", charged.grandTotalCents],
  ];
}

/** Both columns by label. What is gone comes after the subtotal. */
function sideBySide(before: [string, Cents][], after: [string, Cents][]): EditPreview["figures"] {
  const [old, now] = [sumByLabel(before), sumByLabel(after)];
  const [first, ...rest] = now.keys();
  const gone = [...old.keys()].filter((label) => !now.has(label));
  return [first!, ...gone, ...rest]
    .map((label) => ({ label, beforeCents: old.get(label) ?? 0, afterCents: now.get(label) ?? 0 }))
    .filter(({ label, beforeCents, afterCents }) => label === "Total" || beforeCents !== 0 || afterCents !== 0);
}

/** Two promotions may have the same label. */
function sumByLabel(amounts: [string, Cents][]): Map<string, Cents> {
  const sums = new Map<string, Cents>();
  for (const [label, cents] of amounts) sums.set(label, (sums.get(label) ?? 0) + cents);
  return sums;
}
