import { sql } from "kysely";
import { invoiceAmounts, type InvoiceAmounts } from "../../domain/invoice-amounts.ts";
import { linesOfOrder, type InvoiceLine } from "../../domain/invoice-lines.ts";
import { shownLineName } from "../../domain/cart-line.ts";
import type { PaymentPlan } from "../../domain/invoice-enums.ts";
import type { Refusal } from "../../domain/refusal.ts";
import { CHARGE_SAT_KEYS, resolveSatKeys, type ChosenSatKeys } from "../../domain/sat-keys.ts";
import type { Queryable } from "../db/connect.ts";
import { chargesOf } from "../orders/order-figures.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { InvoiceIssuer } from "./issuers.ts";
import { findOrderIncome } from "./order-income.ts";
import { loadSaleVat } from "./sale-vat.ts";

/**
 * The amounts of an order's invoice: each line at the price charged less its discounts, and each charge as a line of
 * its own. Money refunded before the invoice becomes a discount over all lines, so that the total is what the shop
 * keeps. A PPD invoice is for the whole order. VAT is that of the day of the order (rule VAT-2).
 */
export async function computeOrderAmounts(
  db: Queryable,
  issuer: InvoiceIssuer,
  order: OrderRow,
  paymentPlan: PaymentPlan = "PUE",
): Promise<InvoiceAmounts | Refusal<"nothing_to_invoice">> {
  const productIds = order.lines.map((line) => line.product_id);
  const chosenKeys = await loadChosenSatKeys(db, productIds);
  const vat = await loadSaleVat(db, issuer, productIds);
  const lines: InvoiceLine[] = order.lines.map((line) => ({
    description: shownLineName(line.name, line.is_digital),
    identification: null,
    keys: resolveSatKeys(...(chosenKeys.get(line.product_id) ?? []), issuer.keys),
    pieces: line.pieces,
    unitPriceCents: line.unit_price_cents,
    discountCents: line.discount_cents,
    vat: vat.ofProduct(line.product_id, order.created_at),
  }));
  const { keptCents } = await findOrderIncome(db, order.id);
  const discountCents = paymentPlan === "PPD" ? 0 : order.grand_total_cents - keptCents;
  const sale = { lines, charges: chargesOf(order), chargesVat: vat.general(order.created_at), discountCents };
  return invoiceAmounts(linesOfOrder(sale, CHARGE_SAT_KEYS));
}

/** Per product: its own keys, then those of its categories, nearest first. */
async function loadChosenSatKeys(db: Queryable, productIds: readonly string[]): Promise<Map<string, ChosenSatKeys[]>> {
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
    const levelKeys = { productKey: productKey ?? undefined, unitKey: unitKey ?? undefined };
    keys.set(productId, [...(keys.get(productId) ?? []), levelKeys]);
  }
  return keys;
}
