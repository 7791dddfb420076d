import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** A request to invoice an order that a global invoice declares: it is open, or has a problem that staff must solve. */
export interface UnfinishedOwnInvoiceRequest {
  id: number;
  orderId: string;
  reference: string;
  shopId: string;
  rfc: string;
  name: string;
  requestedAt: Date;
  globalId: string;
  globalFolio: string;
  /** The request's invoice or credit note, if the PAC refused it. */
  refusedDocumentId: string | null;
  /** What went wrong, and what staff do about it. Null while the jobs continue the request. */
  problem: string | null;
  /** What an open request waits for. Null if it has a problem. */
  waitsFor: "csd" | "note" | "invoice" | "cancellation" | "nextStep" | null;
}

/**
 * Requests `r` that ended with a problem which is not solved: staff have not closed it, the order has no invoice, and
 * there is no later request.
 */
export const HAS_UNSOLVED_PROBLEM = sql`
  r.problem IS NOT NULL AND r.closed_at IS NULL
  AND NOT EXISTS (SELECT FROM own_invoice_requests later WHERE later.order_id = r.order_id AND later.id > r.id)
  AND NOT EXISTS (SELECT FROM invoices i WHERE i.order_id = r.order_id AND i.kind = 'invoice'
    AND i.state IN ('stamping', 'stamped', 'cancelAsked'))`;

/** At most 200 unfinished requests: those with a problem first, then the open ones, each oldest first. */
export async function listUnfinishedOwnInvoiceRequests(
  db: Queryable,
  shops: "all" | readonly string[],
  now: Date = new Date(),
): Promise<UnfinishedOwnInvoiceRequest[]> {
  const { rows } = await sql<UnfinishedOwnInvoiceRequest>`
    SELECT r.id, r.order_id AS "orderId", o.reference::text AS reference, o.shop_id AS "shopId",
      r.receiver ->> 'rfc' AS rfc, r.receiver ->> 'name' AS name, r.requested_at AS "requestedAt",
      r.global_invoice_id AS "globalId", coalesce(g.series, '') || g.folio AS "globalFolio",
      CASE WHEN own.state = 'refused' THEN own.id WHEN note.state = 'refused' THEN note.id END AS "refusedDocumentId", r.problem,
      CASE WHEN r.ended_at IS NOT NULL THEN NULL
        WHEN note.state = 'stamping' THEN 'note'
        WHEN own.state = 'stamping' THEN 'invoice'
        WHEN g.state = 'cancelAsked' THEN 'cancellation'
        WHEN NOT issuer.is_demo AND issuer.certificate_ends_at <= ${now} THEN 'csd'
        ELSE 'nextStep' END AS "waitsFor"
    FROM own_invoice_requests r
    JOIN orders o ON o.id = r.order_id JOIN invoices g ON g.id = r.global_invoice_id
    LEFT JOIN invoice_issuers issuer ON issuer.shop_id = o.shop_id
    LEFT JOIN invoices note ON note.id = r.credit_note_id LEFT JOIN invoices own ON own.id = r.invoice_id
    WHERE (r.ended_at IS NULL OR ${HAS_UNSOLVED_PROBLEM})
      AND ${shops === "all" ? sql`true` : sql`o.shop_id = ANY (${shops}::uuid[])`}
    ORDER BY r.ended_at IS NULL, r.requested_at, r.id LIMIT 200`.execute(db);
  return rows;
}
