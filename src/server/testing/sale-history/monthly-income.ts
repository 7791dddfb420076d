import { sql } from "kysely";
import { isRefusal } from "../../../domain/refusal.ts";
import { parseXml } from "../../cfdi/parse-xml.ts";
import type { Db } from "../../db/connect.ts";
import { childOf, type XmlElement } from "../../cfdi/xml.ts";
import type { SaleHistory } from "./sale-history.ts";

/**
 * The income of each month of a history in centavos, computed in two ways that do not use the shop's own sums.
 * `declared` is computed from the XML of the documents that are valid at SAT, `kept` from the payments. An order's
 * income is at most its total.
 */
export async function readMonthlyIncome(history: SaleHistory): Promise<{ declared: number[]; kept: number[] }> {
  const { db } = history.server.app;
  const ids = history.orders.map(({ id }) => id);
  const { rows: documents } = await sql<{ xml: string; month: string }>`
    WITH RECURSIVE final AS (
      SELECT id AS order_id, id FROM orders WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT f.order_id, o.joined_into_id FROM final f JOIN orders o ON o.id = f.id
      WHERE o.joined_into_id IS NOT NULL)
    SELECT s.xml, coalesce(to_char(i.period_from, 'YYYY-MM'), (
        SELECT to_char(min(income.first_paid_at), 'YYYY-MM') FROM final f JOIN order_income income ON income.order_id = f.id
        WHERE f.order_id = i.order_id)) AS month
    FROM sandbox_pac_stamps s JOIN invoices i ON i.uuid = s.uuid
    WHERE s.state <> 'cancelled'
      AND (i.order_id = ANY (${ids}::uuid[]) OR to_char(i.period_from, 'YYYY-MM') = ANY (${history.months}::text[]))`.execute(
    db,
  );
  const { rows: sales } = await sql<{ month: string; cents: number }>`
    WITH RECURSIVE family AS (
      SELECT id AS final_id, id FROM orders WHERE id = ANY (${ids}::uuid[]) AND joined_into_id IS NULL
      UNION ALL SELECT f.final_id, o.id FROM family f JOIN orders o ON o.joined_into_id = f.id)
    SELECT to_char(min(p.paid_at), 'YYYY-MM') AS month,
      least(max(o.grand_total_cents), sum(p.cents - p.refunded_cents))::bigint AS cents
    FROM family f JOIN orders o ON o.id = f.final_id JOIN payments p ON p.order_id = f.id GROUP BY o.id`.execute(db);
  const sumOf = (month: string, rows: { month: string; cents: number }[]) =>
    rows.filter((row) => row.month === month).reduce((sum, { cents }) => sum + cents, 0);
  const declaredAmounts = documents.map(({ xml, month }) => ({ month, cents: declaredCentsOf(xml) }));
  return {
    declared: history.months.map((month) => sumOf(month, declaredAmounts)),
    kept: history.months.map((month) => sumOf(month, sales)),
  };
}

/**
 * Invoices and deposits of which credit notes, or the application of the deposit, subtracted more than they charged, by
 * VAT treatment.
 */
export async function listOverCreditedInvoices(db: Db): Promise<{ id: string; treatment: string }[]> {
  const { rows } = await sql<{ id: string; treatment: string }>`
    WITH credited AS (
      SELECT coalesce(n.relates_to_id, n.deposit_id) AS id, t->>'treatment' AS treatment, t->>'rateBps' AS rate,
        sum((t->>'baseCents')::bigint + (t->>'taxCents')::bigint) AS cents
      FROM invoices n, jsonb_array_elements(n.taxes) t
      WHERE n.kind IN ('creditNote', 'depositApplied') AND n.state NOT IN ('refused', 'cancelled') GROUP BY 1, 2, 3)
    SELECT c.id, c.treatment FROM credited c JOIN invoices i ON i.id = c.id
    WHERE i.kind <> 'global' AND c.cents > coalesce((
      SELECT (t->>'baseCents')::bigint + (t->>'taxCents')::bigint FROM jsonb_array_elements(i.taxes) t
      WHERE t->>'treatment' = c.treatment AND t->>'rateBps' = c.rate), 0)`.execute(db);
  return rows;
}

/**
 * The income that a document declares. A PPD invoice declares nothing, and its complements declare what was paid. An
 * Egreso subtracts.
 */
function declaredCentsOf(xml: string): number {
  const document = parseXml(xml);
  if (isRefusal(document)) throw new Error(document.refused);
  const { TipoDeComprobante: type, MetodoPago: plan, Total: total } = document.attributes;
  if (type === "P") return toCents(childOf(paymentOf(document), "pago20:DoctoRelacionado")?.attributes.ImpPagado);
  if (type === "E") return -toCents(total);
  return plan === "PPD" ? 0 : toCents(total);
}

function paymentOf(document: XmlElement): XmlElement | undefined {
  return childOf(childOf(childOf(document, "cfdi:Complemento"), "pago20:Pagos"), "pago20:Pago");
}

function toCents(amount = "0"): number {
  return Math.round(Number(amount) * 100);
}
