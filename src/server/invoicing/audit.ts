import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of invoices. */
export const invoiceChecks: readonly AuditCheck[] = [
  {
    name: "invoices-match-their-stamps",
    invariant:
      "cada factura timbrada es de su pedido: el total de su XML es el que se guardó, y no más que lo que costó",
    sql: `
      SELECT i.id FROM invoices i LEFT JOIN orders o ON o.id = i.order_id
      WHERE i.uuid IS NOT NULL AND (
        (regexp_match(i.xml, ' Total="([0-9.]+)"'))[1]::numeric * 100 <> i.total_cents
        OR upper((regexp_match(i.xml, ' UUID="([0-9A-Fa-f-]{36})" FechaTimbrado'))[1]) <> upper(i.uuid::text)
        OR i.total_cents > o.grand_total_cents)`,
  },
  {
    name: "invoice-taxes-match-their-documents",
    invariant: "los impuestos guardados de cada factura son los de su documento",
    sql: `
      SELECT i.id FROM invoices i, regexp_match(i.sealed_xml, '<cfdi:Comprobante ([^>]*)>') root,
        regexp_match(i.sealed_xml, '</cfdi:Conceptos><cfdi:Impuestos TotalImpuestosTrasladados="([0-9.]+)"') tax
      WHERE coalesce(tax[1]::numeric, 0) * 100 <> sum_of_taxes(i.taxes, 'taxCents')
        OR (regexp_match(root[1], '(?:^| )SubTotal="([0-9.]+)"'))[1]::numeric * 100 <> i.subtotal_cents
        OR coalesce((regexp_match(root[1], '(?:^| )Descuento="([0-9.]+)"'))[1]::numeric, 0) * 100 <> i.discount_cents`,
  },
  {
    name: "income-is-declared",
    invariant: "de ningún pedido facturado la tienda se queda con más de lo que dicen sus documentos vigentes",
    sql: `
      SELECT i.order_id AS id FROM order_income i WHERE i.documented_at IS NOT NULL AND i.kept_cents > i.declared_cents
        AND NOT EXISTS (SELECT FROM payments_to_complement p WHERE p.order_id = i.order_id)
        AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = i.order_id AND r.ended_at IS NULL)`,
  },
  {
    name: "overstatement-only-after-refunds",
    invariant: "los documentos solo dicen de más lo que se devolvió o se perdió en una disputa después de hacerlos",
    sql: `
      WITH RECURSIVE joined_orders AS (
        SELECT id, id AS root_order_id FROM orders WHERE joined_into_id IS NULL
        UNION ALL SELECT o.id, f.root_order_id FROM orders o JOIN joined_orders f ON o.joined_into_id = f.id)
      SELECT i.order_id AS id FROM order_income i
      WHERE i.documented_at IS NOT NULL AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = i.order_id AND r.ended_at IS NULL)
        AND i.invoiced_cents + i.global_cents - i.kept_cents > (
        SELECT coalesce(sum(CASE WHEN p.is_dispute_lost THEN p.cents ELSE p.refunded_cents - coalesce((
          SELECT sum(r.cents) FROM payment_refunds r
          WHERE r.payment_id = p.id AND r.state = 'DONE' AND r.ended_at <= i.documented_at), 0) END), 0)
        FROM joined_orders f JOIN payments p ON p.order_id = f.id WHERE f.root_order_id = i.order_id)`,
  },
  {
    name: "complements-match-their-payments",
    invariant: "cada complemento de pago dice lo que se guardó de su pago y de la factura que paga",
    sql: `
      SELECT c.id FROM invoices c LEFT JOIN invoice_payments ip ON ip.complement_id = c.id
      LEFT JOIN invoices paid ON paid.id = ip.paid_invoice_id,
        regexp_match(c.sealed_xml, '<pago20:DoctoRelacionado ([^>]*)>') document
      WHERE c.kind = 'payment' AND (ip.complement_id IS NULL OR document IS NULL
        OR ip.is_live = (c.state IN ('refused', 'cancelled'))
        OR upper((regexp_match(document[1], 'IdDocumento="([^"]+)"'))[1]) <> upper(paid.uuid::text)
        OR (regexp_match(document[1], 'NumParcialidad="([0-9]+)"'))[1]::int <> ip.instalment
        OR (regexp_match(document[1], 'ImpSaldoAnt="([0-9.]+)"'))[1]::numeric * 100 <> ip.previous_balance_cents
        OR (regexp_match(document[1], 'ImpPagado="([0-9.]+)"'))[1]::numeric * 100 <> ip.paid_cents)`,
  },
  {
    name: "instalments-are-consecutive",
    invariant: "los pagos de cada factura en parcialidades van seguidos, y cada saldo es el que dejó el pago anterior",
    sql: `
      SELECT DISTINCT ip.paid_invoice_id AS id FROM invoices i JOIN (
        SELECT *, row_number() OVER w AS number,
          coalesce(sum(paid_cents) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS paid_before
        FROM invoice_payments WHERE is_live WINDOW w AS (PARTITION BY paid_invoice_id ORDER BY instalment)
      ) ip ON ip.paid_invoice_id = i.id
      WHERE ip.instalment <> ip.number OR ip.previous_balance_cents <> i.total_cents - ip.paid_before
        OR ip.paid_cents > ip.previous_balance_cents OR i.payment_plan <> 'PPD' OR i.state <> 'stamped'`,
  },
  {
    name: "deposits-applied-once",
    invariant: "cada anticipo se aplica una vez, completo, y solo con la factura de toda la venta vigente",
    sql: `
      SELECT a.id FROM invoices a JOIN invoices d ON d.id = a.deposit_id
      WHERE a.kind = 'depositApplied' AND a.state NOT IN ('refused', 'cancelled') AND (d.kind <> 'deposit'
        OR d.state <> 'stamped' OR NOT EXISTS (SELECT FROM invoices w WHERE w.deposit_id = d.id AND w.kind = 'invoice'
          AND w.state = 'stamped')
        OR a.total_cents <> d.total_cents - coalesce((SELECT sum(n.total_cents) FROM invoices n
          WHERE n.relates_to_id = d.id AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')), 0))`,
  },
  {
    name: "credit-notes-within-their-document",
    invariant: "las notas de crédito son de un documento vigente, y no suman más que él o que el pedido en su global",
    sql: `
      SELECT n.id FROM invoices n JOIN invoices i ON i.id = n.relates_to_id
      LEFT JOIN global_invoice_orders g ON g.invoice_id = i.id AND g.order_id = n.order_id
      WHERE n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled') AND (i.state <> 'stamped' OR (
        SELECT sum(other.total_cents) FROM invoices other WHERE other.relates_to_id = i.id
          AND other.order_id = n.order_id AND other.kind = 'creditNote' AND other.state NOT IN ('refused', 'cancelled')
        ) > CASE i.kind WHEN 'global' THEN coalesce(g.cents, 0) ELSE i.total_cents END)`,
  },
  {
    name: "invoiced-once",
    invariant:
      "ningún pedido tiene dos facturas vigentes, salvo mientras se cancela la sustituida o se corrige su global",
    sql: `
      SELECT order_id AS id FROM order_income WHERE invoiced_cents > 0 AND global_cents > 0
        AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = order_income.order_id AND r.ended_at IS NULL)
      UNION ALL SELECT i.order_id FROM invoices i JOIN orders o ON o.id = i.order_id
        WHERE i.kind = 'invoice' AND i.state IN ('stamping', 'stamped', 'cancelAsked', 'replaced')
        GROUP BY i.order_id, o.status
        HAVING o.status = 'JOINED' OR count(*) FILTER (WHERE i.state <> 'replaced') > 1
          OR count(*) FILTER (WHERE i.state = 'replaced') > 1
      UNION ALL SELECT i.id FROM invoices i WHERE i.state = 'replaced' AND NOT EXISTS (
        SELECT FROM invoices s WHERE s.relates_to_id = i.id AND s.kind = i.kind
          AND s.state IN ('stamping', 'stamped', 'cancelAsked'))`,
  },
  {
    name: "global-invoices-match-their-orders",
    invariant: "cada factura global es la suma de sus pedidos",
    sql: `
      SELECT i.id FROM invoices i WHERE i.kind = 'global'
        AND i.total_cents IS DISTINCT FROM (SELECT sum(g.cents) FROM global_invoice_orders g WHERE g.invoice_id = i.id)`,
  },
  {
    name: "orders-that-left-their-global",
    invariant: "todo pedido que salió de una factura global vigente tiene notas de crédito por su parte",
    sql: `
      SELECT g.order_id AS id FROM global_invoice_orders g JOIN invoices i ON i.id = g.invoice_id
      WHERE i.kind = 'global' AND i.state = 'stamped' AND NOT g.is_live AND g.cents IS DISTINCT FROM (
        SELECT sum(n.total_cents) FROM invoices n WHERE n.relates_to_id = i.id AND n.order_id = g.order_id
          AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled'))`,
  },
  {
    name: "cancellations-under-way",
    invariant: "toda cancelación pedida tiene su solicitud abierta, y ninguna otra la tiene",
    sql: `
      SELECT i.id FROM invoices i WHERE i.state = 'cancelAsked' AND NOT EXISTS (
        SELECT FROM invoice_cancellations c WHERE c.invoice_id = i.id AND c.ended_at IS NULL)
      UNION ALL SELECT i.id FROM invoices i JOIN invoice_cancellations c ON c.invoice_id = i.id AND c.ended_at IS NULL
        WHERE i.state NOT IN ('cancelAsked', 'replaced')`,
  },
];
