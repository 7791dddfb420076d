import { paymentDeadline, type PaymentMethod } from "../../domain/payment-window.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { acceptsPaymentMethod, type Shop } from "../shops/shop.ts";
import type { ReturnLine, ReturnRow } from "./queries.ts";

/**
 * Charges what the new sizes of an exchange cost more, in a separate order (rule RETURN-13). That order is paid,
 * expires, and is invoiced and reported like every order. It has no parcel and no reserved pieces: the return has them.
 * The caller must have locked the order of the return.
 */
export async function chargeDifference(tx: Tx, shop: Shop, row: ReturnRow, actor: string): Promise<void> {
  const lines = toDifferenceLines(row);
  if (lines.length === 0) return;
  const { method, isBranch, ...customerColumns } = await readCustomerAndMethod(tx, shop, row.orderId);
  const sum = (perPiece: (line: DifferenceLine) => number) =>
    lines.reduce((total, line) => total + line.pieces * perPiece(line), 0);
  const totalCents = sum(({ unitCents }) => unitCents);
  const [id, now, status] = [newId(), new Date(), "WAITING_PAYMENT"] as const;
  const { reference } = await tx
    .insertInto("orders")
    .values({
      ...customerColumns,
      id,
      return_id: row.id,
      key_hash: hashToken(newToken()),
      status,
      payment_method: method,
      pieces: sum(() => 1),
      is_wholesale: false,
      subtotal_cents: totalCents,
      packaging_cents: 0,
      packaging_price_cents: 0,
      shipping_cents: 0,
      extra_shipping_cents: 0,
      insurance_cents: 0,
      total_cents: totalCents,
      online_fee_cents: 0,
      grand_total_cents: totalCents,
      head_office_total_cents: isBranch ? sum(({ headOfficeUnitCents }) => headOfficeUnitCents) : null,
      payment_due_at: paymentDeadline({ status, paymentMethod: method }, shop.settings.payments.windows, now),
      created_at: now,
    })
    .returning("reference")
    .executeTakeFirstOrThrow();
  const insertedLines = await insertLines(tx, id, lines, isBranch);
  const inputs = {
    lines: insertedLines,
    wholesale: { allowed: false, fromPieces: 1 },
    paymentMethod: method,
    carrier: null,
    insuranceRateBps: null,
    onlineFee: null,
    packagingCents: 0,
    promotions: [],
  };
  await tx
    .insertInto("order_snapshots")
    .values({ order_id: id, reference, customer_id: customerColumns.customer_id, inputs: JSON.stringify(inputs) })
    .execute();
  await tx
    .insertInto("order_events")
    .values({
      order_id: id,
      from_status: "NEW",
      to_status: status,
      actor,
      reason: `Diferencia del cambio ${row.number}`,
      at: now,
    })
    .execute();
}

/** An order line that charges what the pieces of a new size cost more. */
interface DifferenceLine {
  sizeId: string;
  name: string;
  pieces: number;
  /** Per piece. */
  unitCents: number;
  /** What a branch owes the head office, per piece. */
  headOfficeUnitCents: number;
}

/** One line for each new size. If its pieces have different surcharges, the line charges their sum as one piece. */
function toDifferenceLines({ lines, number }: ReturnRow): DifferenceLine[] {
  const surchargedLines = lines.filter(({ surchargeCents }) => surchargeCents > 0);
  return [...Map.groupBy(surchargedLines, ({ newSizeId }) => newSizeId!).entries()].map(([sizeId, sizeLines]) => {
    const [firstLine] = sizeLines as [ReturnLine];
    const haveSameSurcharge = sizeLines.every(
      (line) =>
        line.surchargeCents === firstLine.surchargeCents &&
        line.headOfficeSurchargeCents === firstLine.headOfficeSurchargeCents,
    );
    const sum = (numberOf: (line: ReturnLine) => number) =>
      sizeLines.reduce((total, line) => total + numberOf(line), 0);
    return {
      sizeId,
      name: `Diferencia del cambio ${number}: ${firstLine.newName!.replace(/ T: (?=[^:]*$)/, ", talla ")}`,
      pieces: haveSameSurcharge ? sum(({ pieces }) => pieces) : 1,
      unitCents: haveSameSurcharge
        ? firstLine.surchargeCents
        : sum(({ pieces, surchargeCents }) => pieces * surchargeCents),
      headOfficeUnitCents: haveSameSurcharge
        ? firstLine.headOfficeSurchargeCents
        : sum(({ pieces, headOfficeSurchargeCents }) => pieces * headOfficeSurchargeCents),
    };
  });
}

/**
 * The customer of the order whose pieces are exchanged, and its payment method. If the shop no longer offers that
 * method, it is the other one.
 */
async function readCustomerAndMethod(tx: Tx, shop: Shop, orderId: string) {
  const { payment_method, head_office_total_cents, ...customerColumns } = await tx
    .selectFrom("orders")
    .select([
      "shop_id",
      "customer_id",
      "customer_name",
      "customer_last_name",
      "customer_phone",
      "customer_email",
      "payment_method",
      "head_office_total_cents",
    ])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const otherMethod: PaymentMethod = payment_method === "MP" ? "TB" : "MP";
  const method = acceptsPaymentMethod(shop, payment_method) ? payment_method : otherMethod;
  return { ...customerColumns, method, isBranch: head_office_total_cents !== null };
}

async function insertLines(tx: Tx, orderId: string, lines: readonly DifferenceLine[], isBranch: boolean) {
  const sizeRows = await tx
    .selectFrom("sizes as s")
    .leftJoin("product_brands as b", (join) => join.onRef("b.product_id", "=", "s.product_id").on("b.position", "=", 0))
    .leftJoin("product_pictures as i", (join) =>
      join.onRef("i.product_id", "=", "s.product_id").on("i.position", "=", 0),
    )
    .select(["s.id", "s.product_id as productId", "b.brand_id as brandId", "i.picture_key as picture"])
    .where(
      "s.id",
      "in",
      lines.map(({ sizeId }) => sizeId),
    )
    .execute();
  const rows = lines.map((line) => ({ ...line, ...sizeRows.find(({ id }) => id === line.sizeId)! }));
  await tx
    .insertInto("order_lines")
    .values(
      rows.map(({ sizeId, productId, brandId, picture, name, pieces, unitCents, headOfficeUnitCents }, position) => ({
        order_id: orderId,
        position,
        size_id: sizeId,
        product_id: productId,
        brand_id: brandId,
        name,
        // Nothing is sent and no piece is reserved.
        is_digital: true,
        pieces,
        held: 0,
        price_cents: isBranch ? headOfficeUnitCents : unitCents,
        branch_price_cents: isBranch ? unitCents : null,
        unit_price_cents: unitCents,
        picture,
      })),
    )
    .execute();
  return rows.map(({ sizeId, productId, pieces, unitCents, headOfficeUnitCents }) => ({
    sizeId,
    productId,
    pieces,
    isDigital: true,
    prices: {
      priceCents: isBranch ? headOfficeUnitCents : unitCents,
      wholesalePriceCents: null,
      branchPriceCents: isBranch ? unitCents : null,
      branchWholesalePriceCents: null,
    },
  }));
}
