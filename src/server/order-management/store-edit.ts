import { sql } from "kysely";
import type { LineChange } from "../../domain/edit-order.ts";
import { paymentDeadline } from "../../domain/payment-window.ts";
import { unitPriceCents } from "../../domain/price.ts";
import { discountsBySize } from "../../domain/quote.ts";
import { toDiscountRows, toFigureColumns, toLineRow } from "../checkout/order-columns.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { closeCheckoutOf } from "../order-money/queries.ts";
import type { Shop } from "../shops/shop.ts";
import type { EditPlan, PlannedLine } from "./plan-edit.ts";

interface EditInfo {
  editId: string;
  by: Actor;
  /** The reason that staff typed, or empty. */
  reason: string;
}

/** Stores an edit of an order whose row and changed sizes are locked. */
export async function storeEdit(tx: Tx, shop: Shop, plan: EditPlan, { editId, by, reason }: EditInfo): Promise<void> {
  const { order, changes, figures } = plan;
  await tx
    .insertInto("order_edits")
    .values({
      id: editId,
      order_id: order.id,
      number: order.editCount + 1,
      actor: by.name,
      reason,
      inputs: JSON.stringify(plan.inputs),
      changes: JSON.stringify(changes),
      grand_total_before_cents: order.grandTotalCents,
      grand_total_after_cents: figures.chargedQuote.grandTotalCents,
    })
    .execute();
  await movePieces(tx, plan, { editId, actor: by.name });
  await storeLines(tx, plan);
  await storeFigures(tx, shop, plan);
  const eventReason = [describeChanges(changes), reason].filter(Boolean).join(". ");
  await tx
    .insertInto("order_events")
    .values({
      order_id: order.id,
      from_status: order.status,
      to_status: order.status,
      actor: by.name,
      reason: eventReason,
      change: "lines",
    })
    .execute();
  await logChange(tx, by, {
    action: "order-edit",
    object: { kind: "order", id: order.id },
    before: { totalCents: order.grandTotalCents, lines: describeLines(order.lines.map(({ row }) => row)) },
    after: {
      totalCents: figures.chargedQuote.grandTotalCents,
      lines: describeLines(plan.lines),
      ...(reason && { reason }),
    },
  });
  // The open payment page has the old lines and the old total.
  await closeCheckoutOf(tx, order.id);
  await enqueueOrderEmail(tx, order.id, "mail_order_edited", { editId });
  await releaseUses(tx, plan);
}

/** Takes added pieces from stock and returns removed ones, with the stock movements of the edit. */
async function movePieces(
  tx: Tx,
  { order, changes }: EditPlan,
  { editId, actor }: { editId: string; actor: string },
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    WITH moved AS (
      SELECT * FROM unnest(${changes.map(({ sizeId }) => sizeId)}::uuid[], ${changes.map(({ before, after }) => before - after)}::int[])
        AS m (size_id, pieces)
    ), updated AS (
      UPDATE sizes s SET available = s.available + m.pieces FROM moved m WHERE s.id = m.size_id)
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id, order_edit_id)
    SELECT size_id, pieces, CASE WHEN pieces > 0 THEN 'return' ELSE 'sale' END,
      ${`Pedido ${order.reference}: cambio de productos`}, ${actor}, ${order.id}, ${editId}
    FROM moved ORDER BY size_id`.execute(tx);
}

async function storeLines(tx: Tx, { order, lines, figures }: EditPlan): Promise<void> {
  const { isWholesale } = figures.chargedQuote;
  const discounts = discountsBySize(figures.summary.productDiscounts);
  const updatedRows = lines.flatMap((line) =>
    line.storedLine ? [toUpdatedColumns(line, { wholesale: isWholesale, discounts })] : [],
  );
  await sql`
    DELETE FROM order_lines
    WHERE order_id = ${order.id} AND size_id <> ALL (${updatedRows.map(({ size_id }) => size_id)}::uuid[])
  `.execute(tx);
  await sql`
    UPDATE order_lines l SET pieces = e.pieces, held = e.pieces, unit_price_cents = e.unit_price_cents,
      discount_cents = e.discount_cents, former_price_cents = e.former_price_cents
    FROM jsonb_to_recordset(${JSON.stringify(updatedRows)}::jsonb)
      AS e (size_id uuid, pieces int, unit_price_cents int, discount_cents int, former_price_cents int)
    WHERE l.order_id = ${order.id} AND l.size_id = e.size_id`.execute(tx);
  const firstAddedPosition = Math.max(...order.lines.map(({ row }) => row.position)) + 1;
  const addedRows = lines
    .filter(({ storedLine }) => storedLine === null)
    .map(({ size, pieces }, index) =>
      toLineRow(
        { ...size, pieces, held: pieces },
        { orderId: order.id, position: firstAddedPosition + index, isWholesale, discounts },
      ),
    );
  if (addedRows.length > 0) await tx.insertInto("order_lines").values(addedRows).execute();
}

/** The new columns of a line that stays. Its former price is kept only while its unit price does not change. */
function toUpdatedColumns(
  line: PlannedLine,
  { wholesale: isWholesale, discounts }: { wholesale: boolean; discounts: ReadonlyMap<string, number> },
) {
  const rowBefore = line.storedLine!.row;
  const unitCents = unitPriceCents(line.prices, isWholesale);
  return {
    size_id: line.sizeId,
    pieces: line.pieces,
    unit_price_cents: unitCents,
    discount_cents: discounts.get(line.sizeId) ?? 0,
    former_price_cents: unitCents === rowBefore.unit_price_cents ? rowBefore.former_price_cents : null,
  };
}

async function storeFigures(tx: Tx, shop: Shop, { order, figures }: EditPlan): Promise<void> {
  const { chargedQuote, owedQuote, terms } = figures;
  const newDeadline = paymentDeadline(order, shop.settings.payments.windows, order.readAt);
  await tx
    .updateTable("orders")
    .set({
      ...toFigureColumns(chargedQuote),
      packaging_price_cents: terms.packagingCents,
      head_office_total_cents: owedQuote?.grandTotalCents ?? null,
      ...(terms.carrier === null && {
        carrier_id: null,
        carrier_name: null,
        carrier_description: null,
        insurance_rate_bps: null,
        included_pieces: null,
        extra_piece_cents: null,
      }),
      // The time to pay begins again for the new total, unless the old deadline is later (rule EDIT-7).
      ...(order.payBy !== null &&
        newDeadline !== null &&
        newDeadline > order.payBy && { payment_due_at: newDeadline, reminded_at: null }),
    })
    .where("id", "=", order.id)
    .execute();
  await tx.deleteFrom("order_discounts").where("order_id", "=", order.id).execute();
  const rows = toDiscountRows(order.id, chargedQuote, owedQuote);
  if (rows.length > 0) {
    await tx
      .insertInto("order_discounts")
      .values(rows.map((row) => ({ ...row, cents_by_size_id: JSON.stringify(row.cents_by_size_id) })))
      .execute();
  }
}

/** Releases the uses of promotions that no longer discount anything. The codes are locked last, as in the checkout. */
async function releaseUses(tx: Tx, { order, releasedUses }: EditPlan): Promise<void> {
  if (releasedUses.length === 0) return;
  await sql`
    DELETE FROM promotion_uses WHERE order_id = ${order.id}
      AND promotion_id = ANY (${releasedUses.map(({ promotionId }) => promotionId)}::uuid[])`.execute(tx);
  await sql`
    UPDATE promotion_codes SET uses = uses - 1
    WHERE code = ANY (${releasedUses.flatMap(({ code }) => (code === null ? [] : [code]))}::text[])`.execute(tx);
}

/** The maximum number of changes that the text in the order's history names. */
const MAX_NAMED_CHANGES = 6;

/** "Cambio de productos: se agregó 2 × Playera T: M; se quitó 1 × Gorra; Falda T: S: de 1 a 3". Without amounts. */
function describeChanges(changes: readonly LineChange[]): string {
  if (changes.length === 0) return "Cambio de descuento";
  const namedChanges = changes.slice(0, MAX_NAMED_CHANGES).map(({ name, before, after }) => {
    if (before === 0) return `se agregó ${after} × ${name}`;
    return after === 0 ? `se quitó ${before} × ${name}` : `${name}: de ${before} a ${after}`;
  });
  const unnamedCount = changes.length - namedChanges.length;
  return `Cambio de productos: ${[...namedChanges, ...(unnamedCount > 0 ? [`y ${unnamedCount} más`] : [])].join("; ")}`;
}

function describeLines(lines: readonly { name: string; pieces: number }[]): string {
  return lines.map(({ name, pieces }) => `${pieces} × ${name}`).join(", ");
}
