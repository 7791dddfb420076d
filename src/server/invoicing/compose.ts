import { sql } from "kysely";
import { invoiceAmounts, type Amounts } from "../../domain/invoice-amounts.ts";
import { linesOfOrder, type InvoiceLine } from "../../domain/invoice-lines.ts";
import { shownLineName } from "../../domain/cart-line.ts";
import type { Refusal } from "../../domain/refusal.ts";
import { CHARGE_SAT_KEYS, resolveSatKeys, type ChosenSatKeys } from "../../domain/sat-keys.ts";
import type { Queryable } from "../db/connect.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { InvoiceIssuer } from "./issuers.ts";

/**
 * The amounts of an order's invoice: each line at the price charged, and each charge as a line of its own. Money
 * refunded before the invoice becomes a discount over all lines, so that the total is what the shop retains.
 */
export async function amountsOfOrder(
  db: Queryable,
  issuer: InvoiceIssuer,
  order: OrderRow,
): Promise<Amounts | Refusal<"nothing_to_invoice">> {
  const chosen = await satKeysOf(
    db,
    order.lines.map((line) => line.product_id),
  );
  const lines: InvoiceLine[] = order.lines.map((line) => ({
    description: shownLineName(line.name, line.is_digital),
    identification: null,
    keys: resolveSatKeys(...(chosen.get(line.product_id) ?? []), issuer.keys),
    pieces: line.pieces,
    unitPriceCents: line.unit_price_cents,
    discountCents: 0,
  }));
  const charges = {
    shipping: order.shipping_cents,
    extraShipping: order.extra_shipping_cents,
    insurance: order.insurance_cents,
    packaging: order.packaging_cents,
    onlineFee: order.online_fee_cents,
  };
  const discountCents = order.grand_total_cents - keptCents(order);
  return invoiceAmounts(linesOfOrder({ lines, charges, discountCents }, CHARGE_SAT_KEYS), issuer.vatRateBps);
}

/**
 * The money of the order that the shop retains, at most the order's total. An overpayment is not a sale: it is owed
 * back.
 */
export function keptCents(order: OrderRow): number {
  const retained = order.payments
    .filter(({ state }) => state === "APPROVED")
    .reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
  return Math.min(order.grand_total_cents, retained);
}

/** Per product: its own keys, then those of its categories, nearest first. */
async function satKeysOf(db: Queryable, productIds: readonly string[]): Promise<Map<string, ChosenSatKeys[]>> {
  const { rows } = await sql<{ product_id: string; product_key: string | null; unit_key: string | null }>`
    WITH RECURSIVE ancestors AS (
      SELECT pc.product_id, c.id, c.parent_id, c.sat_product_key, c.sat_unit_key, 1 AS distance
      FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = ANY (${productIds})
      UNION ALL
      SELECT a.product_id, c.id, c.parent_id, c.sat_product_key, c.sat_unit_key, a.distance + 1
      FROM ancestors a JOIN categories c ON c.id = a.parent_id)
    SELECT id AS product_id, sat_product_key AS product_key, sat_unit_key AS unit_key, 0 AS distance, id
    FROM products WHERE id = ANY (${productIds})
    UNION ALL
    SELECT product_id, sat_product_key, sat_unit_key, distance, id FROM ancestors
    ORDER BY distance, id`.execute(db);
  const keys = new Map<string, ChosenSatKeys[]>();
  for (const { product_id: productId, product_key: productKey, unit_key: unitKey } of rows) {
    const chosen = { productKey: productKey ?? undefined, unitKey: unitKey ?? undefined };
    keys.set(productId, [...(keys.get(productId) ?? []), chosen]);
  }
  return keys;
}
