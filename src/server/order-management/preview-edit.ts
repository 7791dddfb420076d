import { CHARGE_LABEL } from "../../domain/invoice-lines.ts";
import { shownLineName } from "../../domain/cart-line.ts";
import type { Cents } from "../../domain/money.ts";
import { unitPriceCents } from "../../domain/price.ts";
import { discountsBySize, type Quote } from "../../domain/quote.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { findStaffDiscount } from "../../domain/staff-discount.ts";
import type { App } from "../app.ts";
import { listOrderFigures } from "../orders/order-figures.ts";
import { findOrder } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { planEdit, type EditInput, type EditPlan, type PlannedLine, type PlanRefusal } from "./plan-edit.ts";

/** A line before and after an edit. It has 0 pieces before if the edit adds it, and 0 after if the edit removes it. */
export interface PreviewedLine {
  sizeId: string;
  /** The name as the customer sees it. */
  name: string;
  picture: { key: string; webp: number[] } | null;
  piecesBefore: number;
  piecesAfter: number;
  /** The highest number of pieces: those in the order and those for sale. */
  maxPieces: number;
  /** The price of a piece after the edit. */
  unitCents: Cents;
  /** Both amounts are of the whole line, after discounts. */
  beforeCents: Cents;
  afterCents: Cents;
}

export interface EditPreview {
  /** Staff send it with the edit, which is refused if the order has changed since. */
  version: string;
  lines: PreviewedLine[];
  /** Labelled amounts before and after, the total last. Amounts that are 0 in both are left out. */
  amounts: { label: string; beforeCents: Cents; afterCents: Cents }[];
  totalBeforeCents: Cents;
  totalAfterCents: Cents;
  /** Pieces of the order after the edit. */
  pieces: number;
  wholesale: { before: boolean; after: boolean };
  /** Coupon codes whose use the edit releases. */
  releasedCodes: string[];
  /** Whether the edit changes nothing. */
  isEmpty: boolean;
  /** The staff discount that the order has before the edit. */
  staffDiscount: ReturnType<typeof findStaffDiscount>;
}

/** Computes what staff see of an edit before they save it (rule EDIT-6). Locks and writes nothing. */
export async function previewEdit(
  app: App,
  shop: Shop,
  orderId: string,
  input: EditInput,
): Promise<EditPreview | PlanRefusal> {
  const plan = await planEdit(app.genericPlanDb, shop, orderId, input);
  if (isRefusal(plan)) return plan;
  const storedOrder = await findOrder(app.genericPlanDb, shop.id, orderId);
  if (!storedOrder) return refuse("order_not_found");
  const { order, figures } = plan;
  return {
    version: order.version,
    lines: linesOf(plan, new Map(storedOrder.lines.map((line) => [line.size_id, line.picture]))),
    amounts: mergeAmounts(listOrderFigures(storedOrder), amountsOf(figures.chargedQuote)),
    totalBeforeCents: order.grandTotalCents,
    totalAfterCents: figures.chargedQuote.grandTotalCents,
    pieces: figures.chargedQuote.pieces,
    wholesale: { before: order.isWholesale, after: figures.chargedQuote.isWholesale },
    releasedCodes: plan.releasedUses.flatMap(({ code }) => code ?? []),
    isEmpty: plan.isEmpty,
    staffDiscount: findStaffDiscount(order.inputs.promotions ?? []),
  };
}

function linesOf(plan: EditPlan, pictures: ReadonlyMap<string, PreviewedLine["picture"]>): PreviewedLine[] {
  const { order, figures, sizes } = plan;
  const discounts = discountsBySize(figures.summary.productDiscounts);
  const linesAfter = new Map(plan.lines.map((line) => [line.sizeId, line]));
  const existingLines = order.lines.map(({ row, prices }): PreviewedLine => {
    const line = linesAfter.get(row.size_id);
    return {
      sizeId: row.size_id,
      name: shownLineName(row.name, row.is_digital),
      picture: pictures.get(row.size_id) ?? null,
      piecesBefore: row.pieces,
      piecesAfter: line?.pieces ?? 0,
      maxPieces: row.pieces + (sizes.get(row.size_id)?.isForSale ? sizes.get(row.size_id)!.available : 0),
      unitCents: unitPriceCents(prices, figures.chargedQuote.isWholesale),
      beforeCents: row.unit_price_cents * row.pieces - row.discount_cents,
      afterCents: line ? centsOf(line, figures.chargedQuote, discounts) : 0,
    };
  });
  const addedLines = plan.lines.filter((line) => line.storedLine === null);
  return [
    ...existingLines,
    ...addedLines.map((line) => ({
      sizeId: line.sizeId,
      name: shownLineName(line.name, line.isDigital),
      picture: line.size.picture,
      piecesBefore: 0,
      piecesAfter: line.pieces,
      maxPieces: line.available,
      unitCents: unitPriceCents(line.prices, figures.chargedQuote.isWholesale),
      beforeCents: 0,
      afterCents: centsOf(line, figures.chargedQuote, discounts),
    })),
  ];
}

function centsOf(line: PlannedLine, { isWholesale }: Quote, discounts: ReadonlyMap<string, Cents>): Cents {
  return unitPriceCents(line.prices, isWholesale) * line.pieces - (discounts.get(line.sizeId) ?? 0);
}

/** The labelled amounts after the edit, with the same labels as in `listOrderFigures`. */
function amountsOf(chargedQuote: Quote): [label: string, cents: Cents][] {
  return [
    ["Subtotal", chargedQuote.subtotalCents],
    ...chargedQuote.discounts.map(({ label, cents }): [string, Cents] => [label, -cents]),
    [CHARGE_LABEL.shipping, chargedQuote.shippingCents],
    [CHARGE_LABEL.extraShipping, chargedQuote.extraShippingCents],
    [CHARGE_LABEL.insurance, chargedQuote.insuranceCents],
    [CHARGE_LABEL.packaging, chargedQuote.packagingCents],
    [CHARGE_LABEL.onlineFee, chargedQuote.onlineFeeCents],
    ["Total", chargedQuote.grandTotalCents],
  ];
}

/** Merges the amounts before and after by label. Amounts that the edit removes come after the subtotal. */
function mergeAmounts(before: [string, Cents][], after: [string, Cents][]): EditPreview["amounts"] {
  const [sumsBefore, sumsAfter] = [sumByLabel(before), sumByLabel(after)];
  const [subtotalLabel, ...otherLabels] = sumsAfter.keys();
  const removedLabels = [...sumsBefore.keys()].filter((label) => !sumsAfter.has(label));
  return [subtotalLabel!, ...removedLabels, ...otherLabels]
    .map((label) => ({ label, beforeCents: sumsBefore.get(label) ?? 0, afterCents: sumsAfter.get(label) ?? 0 }))
    .filter(({ label, beforeCents, afterCents }) => label === "Total" || beforeCents !== 0 || afterCents !== 0);
}

/** The sum per label, because two promotions may have the same label. */
function sumByLabel(amounts: [string, Cents][]): Map<string, Cents> {
  const sums = new Map<string, Cents>();
  for (const [label, cents] of amounts) sums.set(label, (sums.get(label) ?? 0) + cents);
  return sums;
}
