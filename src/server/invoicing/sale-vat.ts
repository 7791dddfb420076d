import { sql } from "kysely";
import { linesOfOrder, vatPartsOf } from "../../domain/invoice-lines.ts";
import { CHARGE_SAT_KEYS, GLOBAL_SALE_KEYS } from "../../domain/sat-keys.ts";
import { generalVatOn, sumVatParts, vatOn, type Vat, type VatPart, type VatPeriod } from "../../domain/vat.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import type { Queryable } from "../db/connect.ts";
import { chargesOf, type ChargeColumns } from "../orders/order-figures.ts";
import type { InvoiceIssuer } from "./issuers.ts";
import { listGeneralRates } from "./vat-treatments.ts";

/** The VAT of an issuer's sales, by the day of the sale (rule VAT-2). */
export interface SaleVat {
  /** The VAT of charges, and of products without a treatment of their own or of a category. */
  general(soldAt: Date): Vat;
  /** The VAT of a product. */
  ofProduct(productId: string, soldAt: Date): Vat;
}

/** Loads the VAT rules of these products. The sale's day is the day of the order, in the issuer's time zone. */
export async function loadSaleVat(
  db: Queryable,
  { shopId, timeZone }: InvoiceIssuer,
  productIds: readonly string[],
): Promise<SaleVat> {
  const rates = await listGeneralRates(db, shopId);
  const levels = await loadVatLevels(db, productIds);
  const dayOf = (soldAt: Date): string => formatLocalTime(soldAt, timeZone).slice(0, 10);
  const general = (soldAt: Date): Vat => generalVatOn(dayOf(soldAt), rates);
  return {
    general,
    ofProduct: (productId, soldAt) => vatOn(dayOf(soldAt), levels.get(productId) ?? [], general(soldAt)),
  };
}

interface SoldOrderRow extends ChargeColumns {
  id: string;
  createdAt: Date;
  grandTotalCents: number;
  lines: { productId: string; pieces: number; unitPriceCents: number; discountCents: number }[];
}

/**
 * Splits what the shop keeps of each order by VAT treatment. Refunded money counts as a discount over all lines.
 * Each order has the treatments of its own day. The keys of the result are order ids.
 */
export async function splitSalesByVat(
  db: Queryable,
  issuer: InvoiceIssuer,
  sales: readonly { id: string; keptCents: number }[],
): Promise<Map<string, VatPart[]>> {
  const { rows } = await sql<SoldOrderRow>`
    SELECT o.id, o.created_at AS "createdAt", o.grand_total_cents AS "grandTotalCents",
      o.shipping_cents, o.extra_shipping_cents, o.shipping_discount_cents, o.insurance_cents, o.packaging_cents,
      o.online_fee_cents,
      (SELECT coalesce(json_agg(json_build_object('productId', l.product_id, 'pieces', l.pieces,
        'unitPriceCents', l.unit_price_cents, 'discountCents', l.discount_cents) ORDER BY l.size_id), '[]') FROM order_lines l WHERE l.order_id = o.id) AS lines
    FROM orders o WHERE o.id = ANY (${sales.map(({ id }) => id)}::uuid[])`.execute(db);
  const productIds = new Set(rows.flatMap(({ lines }) => lines.map(({ productId }) => productId)));
  const saleVat = await loadSaleVat(db, issuer, [...productIds]);
  const keptCentsById = new Map(sales.map((sale) => [sale.id, sale.keptCents]));
  return new Map(
    rows.map((order) => {
      const lines = order.lines.map(({ productId, pieces, unitPriceCents, discountCents }) => ({
        description: "",
        identification: null,
        keys: GLOBAL_SALE_KEYS,
        pieces,
        unitPriceCents,
        discountCents,
        vat: saleVat.ofProduct(productId, order.createdAt),
      }));
      const soldOrder = {
        lines,
        charges: chargesOf(order),
        chargesVat: saleVat.general(order.createdAt),
        discountCents: order.grandTotalCents - (keptCentsById.get(order.id) ?? 0),
      };
      return [order.id, sumVatParts(linesOfOrder(soldOrder, CHARGE_SAT_KEYS).flatMap(vatPartsOf))];
    }),
  );
}

/** Per product: its own treatments, then those of its categories, nearest first. */
async function loadVatLevels(db: Queryable, productIds: readonly string[]): Promise<Map<string, VatPeriod[][]>> {
  const { rows } = await sql<{ product_id: string; periods: VatPeriod[] }>`
    WITH RECURSIVE ancestors AS (
      SELECT pc.product_id, c.id, c.parent_id, 1 AS distance
      FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = ANY (${productIds})
      UNION ALL
      SELECT a.product_id, c.id, c.parent_id, a.distance + 1
      FROM ancestors a JOIN categories c ON c.id = a.parent_id),
    periods AS (
      SELECT product_id, category_id,
        json_agg(json_build_object('validFrom', valid_from::text, 'treatment', treatment)) AS periods
      FROM vat_treatments
      WHERE product_id = ANY (${productIds}) OR category_id IN (SELECT id FROM ancestors)
      GROUP BY product_id, category_id)
    SELECT p.product_id, p.periods, 0 AS distance, p.product_id AS id FROM periods p WHERE p.product_id IS NOT NULL
    UNION ALL
    SELECT a.product_id, p.periods, a.distance, a.id FROM ancestors a JOIN periods p ON p.category_id = a.id
    ORDER BY distance, id`.execute(db);
  const levels = new Map<string, VatPeriod[][]>();
  for (const { product_id: productId, periods } of rows) {
    levels.set(productId, [...(levels.get(productId) ?? []), periods]);
  }
  return levels;
}
