import { sql } from "kysely";
import { UNDO_SECONDS, type ScanResult } from "../../domain/scan-result.ts";
import { isEventDay } from "../../domain/event-day.ts";
import type { TicketState } from "../../domain/ticket-state.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { findTicket, type TicketAtEntrance } from "../tickets/find-ticket.ts";
import type { ScannerDevice } from "./device-keys.ts";
import { OPEN_DAYS } from "./ticket-list.ts";

/** One showing of a ticket at one phone. */
export interface StoredScan {
  /** Made by the phone: told again, because its answer was lost, it is the same scan. */
  id: string;
  /** The text of the QR, or the code typed off the paper. */
  ticket: string;
  /** Staff let its holder in although it is for another day. */
  isAnyDay?: boolean;
  /** What the phone judged by itself, without a network; null: it asks and waits. */
  offline: { shown: ScanResult; scannedAt: Date; undoneAt: Date | null } | null;
}

export interface ScanRecord {
  /** What the server found when it first learned of this scan. */
  answer: ScanResult;
  /** As it is now. */
  ticket: TicketAtEntrance | null;
}

/**
 * Takes a scan down and says what the ticket was worth: of all devices' scans the one that the server learns of first is
 * the entry (decision 20), whatever time later ones bring. A phone that judged by itself has let somebody in or not: what
 * it showed is kept beside the answer, and where they differ staff are told (conflicts.ts). Only who was let in uses up a
 * ticket. Told twice, a scan counts once; what the phone says the second time of its own showing is what counts.
 */
export async function recordScan(app: App, device: ScannerDevice, scan: StoredScan): Promise<ScanRecord> {
  const seen = await findTicket(app.genericPlans, scan.ticket);
  const answer = await transact(app.genericPlans, async (tx): Promise<ScanResult> => {
    // One scan after the other for each ticket: under its row the order in which the server learns of them is decided.
    const ticket = seen ? await lockTicket(tx, seen.id) : null;
    const known = await findScan(tx, scan.id);
    if (known) return told(tx, device, scan, ticket, known);
    const verdict = judge(device, seen, ticket, scan);
    // The same id at once with another ticket: one of them is a repetition that is none.
    if (!(await insertScan(tx, device, scan, { verdict, ticketId: ticket?.id ?? null }))) return "unknown";
    const letIn = scan.offline === null ? verdict === "valid" : isIn(scan.offline);
    if (ticket && letIn && ENTERED.has(verdict)) await enter(tx, device, ticket.id, scan.id);
    return verdict;
  });
  return { answer, ticket: (seen && (await findTicket(app.genericPlans, scan.ticket))) ?? null };
}

/** Whoever was let in with one of these came in with that ticket, rightly or not. */
const ENTERED: ReadonlySet<ScanResult> = new Set(["valid", "void", "other_day"]);

interface LockedTicket {
  id: string;
  state: TicketState;
  usedScan: string | null;
}

export async function lockTicket(tx: Tx, id: string): Promise<LockedTicket> {
  return tx
    .selectFrom("tickets")
    .select(["id", "state", "used_scan as usedScan"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

interface KnownScan {
  deviceId: string;
  ticketId: string | null;
  answer: ScanResult;
  shown: ScanResult;
  undoneAt: Date | null;
}

async function findScan(tx: Tx, id: string): Promise<KnownScan | undefined> {
  return tx
    .selectFrom("ticket_scans")
    .select(["device_id as deviceId", "ticket_id as ticketId", "answer", "shown", "undone_at as undoneAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

function judge(
  device: ScannerDevice,
  seen: TicketAtEntrance | undefined,
  locked: LockedTicket | null,
  { isAnyDay, offline }: Pick<StoredScan, "isAnyDay" | "offline">,
): ScanResult {
  if (!seen || !locked) return "unknown";
  if (device.productId === null ? isEventOver(seen.eventAt) : seen.productId !== device.productId) return "other_event";
  if (locked.state !== "VALID") return locked.state === "USED" ? "used" : "void";
  // A scan told later is judged by when it was made.
  return isAnyDay || isEventDay(seen.eventAt, offline?.scannedAt ?? new Date()) ? "valid" : "other_day";
}

/** The door to all events is not the door to last week's: who kept his ticket keeps a memory. */
function isEventOver(at: Date | null): boolean {
  return at !== null && at.getTime() < Date.now() - OPEN_DAYS * 86_400_000;
}

function isIn({ shown, scannedAt, undoneAt }: NonNullable<StoredScan["offline"]>): boolean {
  return shown === "valid" && !isUndone(scannedAt, undoneAt);
}

/** Both times are the phone's own. */
function isUndone(scannedAt: Date, undoneAt: Date | null): boolean {
  if (undoneAt === null) return false;
  const waited = undoneAt.getTime() - scannedAt.getTime();
  return waited >= 0 && waited <= UNDO_SECONDS * 1_000;
}

/** A scan told again. It may say more than the first time: what the phone showed when no answer came, or an undo. */
async function told(
  tx: Tx,
  device: ScannerDevice,
  { id, offline }: StoredScan,
  ticket: LockedTicket | null,
  known: KnownScan,
): Promise<ScanResult> {
  // An id is one ticket's: with another one it is no repetition, and lets nobody in.
  if (known.ticketId !== (ticket?.id ?? null)) return "unknown";
  if (offline === null) return known.answer;
  if (offline.shown !== known.shown) {
    await tx.updateTable("ticket_scans").set({ shown: offline.shown }).where("id", "=", id).execute();
  }
  if (!ticket || known.undoneAt !== null) return known.answer;
  if (isUndone(offline.scannedAt, offline.undoneAt)) await takeBack(tx, id, ticket);
  else if (offline.shown !== "valid") await letGo(tx, id, ticket);
  else if (ticket.usedScan === null && known.answer !== "other_event") await enter(tx, device, ticket.id, id);
  return known.answer;
}

/** The times that a phone says are held to what can be: not before it took its first list, not after now. */
async function insertScan(
  tx: Tx,
  device: ScannerDevice,
  { id, isAnyDay = false, offline }: StoredScan,
  { verdict, ticketId }: { verdict: ScanResult; ticketId: string | null },
): Promise<boolean> {
  const scannedAt = offline?.scannedAt ?? null;
  const undone = offline !== null && isUndone(offline.scannedAt, offline.undoneAt);
  const { numAffectedRows } = await sql`
    WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
    INSERT INTO ticket_scans (id, device_id, ticket_id, answer, shown, is_any_day, scanned_at, recorded_at,
      undone_at)
    SELECT ${id}::uuid, d.id, ${ticketId}::uuid, ${verdict}, ${offline?.shown ?? verdict}, ${isAnyDay}::boolean,
      least(greatest(${scannedAt}::timestamptz, coalesce(d.opened_at, d.created_at)), clock.now), clock.now,
      CASE WHEN ${undone}::boolean THEN clock.now END
    FROM scanner_devices d, clock WHERE d.id = ${device.id}
    ON CONFLICT (id) DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** The ticket's entry. A void one stays void: only who came in with it is kept, should its order be paid after all. */
async function enter(tx: Tx, device: Pick<ScannerDevice, "name">, ticketId: string, scanId: string): Promise<void> {
  await sql`
    UPDATE tickets SET state = CASE state WHEN 'VOID' THEN 'VOID' ELSE 'USED' END,
      used_at = clock_timestamp(), used_by = ${device.name}, used_scan = ${scanId}
    WHERE id = ${ticketId} AND used_at IS NULL`.execute(tx);
}

/** Marks a scan as a mistake, and frees the ticket it used. */
export async function takeBack(tx: Tx, scanId: string, ticket: LockedTicket): Promise<void> {
  await sql`UPDATE ticket_scans SET undone_at = clock_timestamp() WHERE id = ${scanId}`.execute(tx);
  await letGo(tx, scanId, ticket);
}

/** Where this scan was the entry it is no more: the next one that let somebody in with the ticket is, or nobody is in. */
async function letGo(tx: Tx, scanId: string, ticket: LockedTicket): Promise<void> {
  if (ticket.usedScan !== scanId) return;
  await sql`
    UPDATE tickets SET used_at = NULL, used_by = NULL, used_scan = NULL,
      state = CASE state WHEN 'VOID' THEN 'VOID' ELSE 'VALID' END WHERE id = ${ticket.id}`.execute(tx);
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT s.id, d.name FROM ticket_scans s JOIN scanner_devices d ON d.id = s.device_id
    WHERE s.ticket_id = ${ticket.id} AND s.shown = 'valid' AND s.undone_at IS NULL AND s.answer <> 'other_event'
      AND s.id <> ${scanId} ORDER BY s.number LIMIT 1`.execute(tx);
  if (rows[0]) await enter(tx, rows[0], ticket.id, rows[0].id);
}
