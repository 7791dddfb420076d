import { sql } from "kysely";
import type { TicketState } from "../../domain/ticket-state.ts";
import type { Queryable } from "../db/connect.ts";
import { readTicketCode } from "../../domain/ticket-code.ts";
import { findOrCreateTicketKeys } from "./ticket-keys.ts";
import { verifyTicket } from "./signed-ticket.ts";

/** A ticket as staff at the entrance see it. */
export interface TicketAtEntrance {
  id: string;
  productId: string;
  event: string;
  eventAt: Date | null;
  eventPlace: string | null;
  /** The seat: 'Boleto A-03', 'General'. */
  seat: string;
  number: number;
  /** How many tickets the order has for this seat. */
  pieces: number;
  holder: string;
  reference: number;
  state: TicketState;
  usedAt: Date | null;
  usedBy: string | null;
  /** The id of the scan that used it. */
  usedByScanId: string | null;
}

/**
 * The ticket of a scanned QR or a typed code. Undefined if no shop of this installation issued such a ticket: the code
 * is forged, mistyped or of another installation.
 */
export async function findTicket(db: Queryable, codeOrQrText: string): Promise<TicketAtEntrance | undefined> {
  const code = readTicketCode(codeOrQrText);
  if (code !== undefined) return selectTicket(db, sql`t.code = ${code}`);
  const keys = await findOrCreateTicketKeys(db);
  const ticketIds = verifyTicket(codeOrQrText, new Map(keys.map(({ id, publicKey }) => [id, publicKey])));
  return ticketIds && selectTicket(db, sql`t.id = ${ticketIds.ticketId} AND l.product_id = ${ticketIds.productId}`);
}

async function selectTicket(db: Queryable, condition: ReturnType<typeof sql>): Promise<TicketAtEntrance | undefined> {
  const { rows } = await sql<TicketAtEntrance>`
    SELECT t.id, l.product_id AS "productId", p.name AS event, p.event_at AS "eventAt", p.event_place AS "eventPlace",
      n.name AS seat, t.number, l.pieces, t.holder, o.reference, t.state, t.used_at AS "usedAt",
      t.used_by AS "usedBy", t.used_by_scan_id AS "usedByScanId"
    FROM tickets t
    JOIN order_lines l ON l.order_id = t.order_id AND l.size_id = t.size_id
    JOIN orders o ON o.id = t.order_id
    JOIN products p ON p.id = l.product_id
    JOIN sizes s ON s.id = t.size_id JOIN size_names n ON n.id = s.size_name_id
    WHERE ${condition}`.execute(db);
  return rows[0];
}
