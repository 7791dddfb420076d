import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { bearerToken } from "../api/caller.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** A phone at the door, as its key opens it. */
export interface ScannerDevice {
  id: string;
  name: string;
  /** The event at whose door it stands; null: at all of them. */
  productId: string | null;
  expiresAt: Date;
}

/** Tells a door's key from a session's token at a glance. */
const PREFIX = "door_";

/** Scans made without a network are taken for this long after the key's end: people were let in with them. */
const LATE_HOURS = 24;

/**
 * Makes a phone's key (decision 20): 256 random bits, told once and kept as a hash. It ends by itself after `hours`.
 * `name` is what other doors and staff read where this one let somebody in.
 */
export async function makeScannerKey(
  app: App,
  { name, productId, hours }: { name: string | null; productId: string | null; hours: number },
  by: Actor,
): Promise<(ScannerDevice & { key: string }) | Refusal<"product_not_found">> {
  if (productId !== null && !(await isEvent(app.db, productId))) return refuse("product_not_found");
  const key = PREFIX + newToken();
  const device = await transact(app.db, async (tx) => {
    const made = await insertDevice(tx, { name, productId, hours }, hashToken(key));
    const after = { name: made.name, expiresAt: made.expiresAt };
    await logChange(tx, by, { act: "door-open", object: { kind: "door", id: made.id }, after });
    return made;
  });
  return { ...device, key };
}

async function insertDevice(
  tx: Tx,
  { name, productId, hours }: { name: string | null; productId: string | null; hours: number },
  keyHash: Buffer,
): Promise<ScannerDevice> {
  const { rows } = await sql<ScannerDevice>`
    INSERT INTO scanner_devices (id, key_hash, name, product_id, expires_at)
    SELECT ${newId()}, ${keyHash}, coalesce(${name}::text, 'Puerta ' || (SELECT count(*) + 1 FROM scanner_devices)),
      ${productId}::uuid, now() + interval '1 minute' * ${Math.round(hours * 60)}::int
    RETURNING id, name, product_id AS "productId", expires_at AS "expiresAt"`.execute(tx);
  return rows[0]!;
}

async function isEvent(db: Queryable, productId: string): Promise<boolean> {
  if (!isId(productId)) return false;
  const found = await db
    .selectFrom("products")
    .select("id")
    .where("id", "=", productId)
    .where("is_digital", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whose key came with the call, asked anew each time: one that was revoked is dead everywhere at once. `late` also takes
 * one that ended by itself a while ago: for what a phone still has to tell.
 */
export async function scannerOfCall(
  app: App,
  request: Request,
  { late = false } = {},
): Promise<ScannerDevice | Refusal<"door_closed">> {
  const key = bearerToken(request);
  if (!key?.startsWith(PREFIX)) return refuse("door_closed");
  const { rows } = await sql<ScannerDevice>`
    SELECT id, name, product_id AS "productId", expires_at AS "expiresAt" FROM scanner_devices
    WHERE key_hash = ${hashToken(key)} AND revoked_at IS NULL
      AND expires_at > clock_timestamp() - interval '1 hour' * ${late ? LATE_HOURS : 0}::int`.execute(app.genericPlans);
  return rows[0] ?? refuse("door_closed");
}

export interface ListedScanner extends ScannerDevice {
  event: string | null;
  state: "open" | "ended" | "revoked";
  /** People it let in. */
  entered: number;
}

/** Every phone's key that was made, newest first; never the key itself. */
export async function listScannerDevices(db: Queryable): Promise<ListedScanner[]> {
  const { rows } = await sql<ListedScanner>`
    SELECT d.id, d.name, d.product_id AS "productId", d.expires_at AS "expiresAt", p.name AS event,
      CASE WHEN d.revoked_at IS NOT NULL THEN 'revoked' WHEN d.expires_at <= now() THEN 'ended' ELSE 'open' END AS state,
      (SELECT count(*) FROM ticket_scans s WHERE s.device_id = d.id AND s.shown = 'valid' AND s.undone_at IS NULL) AS entered
    FROM scanner_devices d LEFT JOIN products p ON p.id = d.product_id ORDER BY d.created_at DESC, d.id DESC`.execute(
    db,
  );
  return rows;
}

/** Ends a phone's key at once; false where there is none such that is still open. */
export async function revokeScannerKey(app: App, id: string, by: Actor): Promise<boolean> {
  if (!isId(id)) return false;
  return transact(app.db, async (tx) => {
    const closed = await tx
      .updateTable("scanner_devices")
      .set({ revoked_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returning("name")
      .executeTakeFirst();
    if (closed) await logChange(tx, by, { act: "door-close", object: { kind: "door", id }, after: closed });
    return closed !== undefined;
  });
}
