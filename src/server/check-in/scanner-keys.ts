import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { bearerToken } from "../api/caller.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** A phone that scans tickets, identified by its key. */
export interface Scanner {
  id: string;
  name: string;
  /** The event whose tickets it scans. Null means all events. */
  productId: string | null;
  expiresAt: Date;
}

/** Distinguishes a scanner's key from a session's token. */
const PREFIX = "door_";

/** Offline scans are accepted for this long after the key expires, because people entered with them. */
const GRACE_HOURS = 24;

/**
 * Creates a phone's key (decision 20): 256 random bits, shown once and stored as a hash. It expires after `hours`.
 * Other phones and staff see `name` as the place of an entry.
 */
export async function makeScannerKey(
  app: App,
  { name, productId, hours }: { name: string | null; productId: string | null; hours: number },
  by: Actor,
): Promise<(Scanner & { key: string }) | Refusal<"product_not_found">> {
  if (productId !== null && !(await isEvent(app.db, productId))) return refuse("product_not_found");
  const key = PREFIX + newToken();
  const scanner = await transact(app.db, async (tx) => {
    const inserted = await insertScanner(tx, { name, productId, hours }, hashToken(key));
    const after = { name: inserted.name, expiresAt: inserted.expiresAt };
    await logChange(tx, by, { action: "door-open", object: { kind: "door", id: inserted.id }, after });
    return inserted;
  });
  return { ...scanner, key };
}

async function insertScanner(
  tx: Tx,
  { name, productId, hours }: { name: string | null; productId: string | null; hours: number },
  keyHash: Buffer,
): Promise<Scanner> {
  const { rows } = await sql<Scanner>`
    INSERT INTO scanner_devices (id, key_hash, name, product_id, expires_at)
    SELECT ${newId()}, ${keyHash}, coalesce(${name}::text, 'Puerta ' || (SELECT count(*) + 1 FROM scanner_devices)),
      ${productId}::uuid, now() + interval '1 minute' * ${Math.round(hours * 60)}::int
    RETURNING id, name, product_id AS "productId", expires_at AS "expiresAt"`.execute(tx);
  return rows[0]!;
}

/** Whether the product is a digital one, which admits to an event. */
async function isEvent(db: Queryable, productId: string): Promise<boolean> {
  if (!isId(productId)) return false;
  const product = await db
    .selectFrom("products")
    .select("id")
    .where("id", "=", productId)
    .where("is_digital", "=", true)
    .executeTakeFirst();
  return product !== undefined;
}

/**
 * The scanner whose key came with the call. The key is checked on every call, so a revoked key stops working everywhere
 * immediately. With `allowsExpiredKey` a key that expired less than a day ago is accepted, too, for offline scans that
 * a phone still has to send.
 */
export async function scannerOfCall(
  app: App,
  request: Request,
  { allowsExpiredKey = false } = {},
): Promise<Scanner | Refusal<"door_closed">> {
  const key = bearerToken(request);
  if (!key?.startsWith(PREFIX)) return refuse("door_closed");
  const { rows } = await sql<Scanner>`
    SELECT id, name, product_id AS "productId", expires_at AS "expiresAt" FROM scanner_devices
    WHERE key_hash = ${hashToken(key)} AND revoked_at IS NULL
      AND expires_at > clock_timestamp() - interval '1 hour' * ${allowsExpiredKey ? GRACE_HOURS : 0}::int`.execute(
    app.genericPlanDb,
  );
  return rows[0] ?? refuse("door_closed");
}

export interface ListedScanner extends Scanner {
  event: string | null;
  state: "open" | "ended" | "revoked";
  /** People who entered with this scanner. */
  entered: number;
}

/** The scanner of every key that was created, newest first. The key itself is never returned. */
export async function listScanners(db: Queryable): Promise<ListedScanner[]> {
  const { rows } = await sql<ListedScanner>`
    SELECT d.id, d.name, d.product_id AS "productId", d.expires_at AS "expiresAt", p.name AS event,
      CASE WHEN d.revoked_at IS NOT NULL THEN 'revoked' WHEN d.expires_at <= now() THEN 'ended' ELSE 'open' END AS state,
      (SELECT count(*) FROM ticket_scans s WHERE s.device_id = d.id AND s.shown = 'valid' AND s.undone_at IS NULL) AS entered
    FROM scanner_devices d LEFT JOIN products p ON p.id = d.product_id ORDER BY d.created_at DESC, d.id DESC`.execute(
    db,
  );
  return rows;
}

/** Revokes a phone's key immediately. Returns false if there is no such key, or if it was revoked before. */
export async function revokeScannerKey(app: App, id: string, by: Actor): Promise<boolean> {
  if (!isId(id)) return false;
  return transact(app.db, async (tx) => {
    const revoked = await tx
      .updateTable("scanner_devices")
      .set({ revoked_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returning("name")
      .executeTakeFirst();
    if (revoked) await logChange(tx, by, { action: "door-close", object: { kind: "door", id }, after: revoked });
    return revoked !== undefined;
  });
}
