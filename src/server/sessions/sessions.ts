import { sql } from "kysely";
import { batchPerDb } from "../db/batch-per-db.ts";
import type { Db, Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import {
  ASSISTED_SESSION_MINUTES,
  FRESH_SIGN_IN_MINUTES,
  REPLACED_TOKEN_GRACE_SECONDS,
  MAX_SESSION_IDLE_DAYS,
  MAX_SESSION_DAYS,
  SESSION_USE_INTERVAL_MINUTES,
} from "./lifetimes.ts";
import { hashToken, newAssistedToken, newToken } from "./token.ts";

export interface OpenSession {
  token: string;
  expiresAt: Date;
  /** The staff member who assists. Null for the customer's own session. */
  assistedBy: string | null;
}

/** The customer whose token came with the request. */
export interface Caller {
  customerId: string;
  kind: "guest" | "registered";
  /** The session: the same for all its tokens. */
  familyId: string;
  assistedBy: string | null;
}

/** Opens a session: the customer's own, or an assisted one of a staff member. */
export async function openSession(
  db: Queryable,
  customerId: string,
  assistedBy: string | null = null,
): Promise<OpenSession> {
  const token = assistedBy === null ? newToken() : newAssistedToken();
  const [idleInterval, maxInterval] =
    assistedBy === null
      ? [sql`interval '1 day' * ${MAX_SESSION_IDLE_DAYS}::int`, sql`interval '1 day' * ${MAX_SESSION_DAYS}::int`]
      : [
          sql`interval '1 minute' * ${ASSISTED_SESSION_MINUTES}::int`,
          sql`interval '1 minute' * ${ASSISTED_SESSION_MINUTES}::int`,
        ];
  const { expires_at } = await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      customer_id: customerId,
      family_id: newId(),
      assisted_by: assistedBy,
      replaced_at: null,
      replaces: null,
      expires_at: sql<Date>`now() + ${idleInterval}`,
      ends_at: sql<Date>`now() + ${maxInterval}`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return { token, expiresAt: expires_at, assistedBy };
}

/**
 * The caller of this token, checked by the database's clock at every request: sessions are not cached in processes, so
 * a session that ended is invalid everywhere. Records the first use of a new token, and from time to time the use of
 * the session. If a token is used after its successor has been in use for a while, it was stolen or copied: its use
 * ends the whole session. Undefined for a forged, expired or reused token.
 */
export async function authenticateToken(db: Db, token: string): Promise<Caller | undefined> {
  const foundToken = await findToken(db, hashToken(token));
  if (!foundToken) return undefined;
  if (foundToken.isReused) {
    await endSession(db, foundToken);
    return undefined;
  }
  if (foundToken.replaces !== null && !(await recordFirstUse(db, token, foundToken))) return undefined;
  if (foundToken.isUseRecordDue) await recordSessionUse(db, hashToken(token));
  return foundToken;
}

/**
 * Exchanges a token for a new one. The old one stays valid until `REPLACED_TOKEN_GRACE_SECONDS` after the first use of
 * the new one, so that a lost response does not end the session. The session's maximum lifetime does not change.
 */
export async function exchangeToken(db: Db, token: string): Promise<(Caller & { session: OpenSession }) | undefined> {
  const caller = await authenticateToken(db, token);
  if (!caller) return undefined;
  return transact(db, async (tx) => {
    await lockSessionsOf(tx, caller.customerId);
    const successor = caller.assistedBy === null ? newToken() : newAssistedToken();
    const { rows } = await sql<{ expiresAt: Date }>`
      INSERT INTO sessions (token_hash, replaces, customer_id, family_id, assisted_by, ends_at, expires_at)
      SELECT ${hashToken(successor)}, token_hash, customer_id, family_id, assisted_by, ends_at,
        least(ends_at, now() + interval '1 day' * ${MAX_SESSION_IDLE_DAYS}::int)
      FROM sessions WHERE token_hash = ${hashToken(token)} AND expires_at > clock_timestamp()
      RETURNING expires_at AS "expiresAt"`.execute(tx);
    // The session was ended at the same time.
    if (!rows[0]) return undefined;
    return { ...caller, session: { token: successor, expiresAt: rows[0].expiresAt, assistedBy: caller.assistedBy } };
  });
}

/**
 * Records the first use of a new token. The old token is marked as replaced, and so are the other unused tokens that
 * were issued for it. If two tabs exchange a token concurrently, both first uses are within the grace period. False if
 * the session was ended concurrently.
 */
function recordFirstUse(db: Db, token: string, { customerId, familyId, replaces }: FoundToken): Promise<boolean> {
  return transact(db, async (tx) => {
    await lockSessionsOf(tx, customerId);
    await sql`UPDATE sessions SET replaced_at = coalesce(replaced_at, clock_timestamp())
      WHERE family_id = ${familyId} AND (token_hash = ${replaces} OR replaces = ${replaces})`.execute(tx);
    const { numAffectedRows } = await sql`UPDATE sessions SET replaced_at = NULL, replaces = NULL
      WHERE token_hash = ${hashToken(token)} AND replaces IS NOT NULL`.execute(tx);
    if (numAffectedRows === 1n) return true;
    // Another request used this token first, or the session has ended.
    const remainingRows = await tx
      .selectFrom("sessions")
      .select("family_id")
      .where("token_hash", "=", hashToken(token))
      .execute();
    return remainingRows.length > 0;
  });
}

/**
 * Whether the customer has just signed in. An exchange of tokens does not change `ends_at`, which shows when the
 * session began.
 */
export async function isFreshSession(db: Queryable, { familyId }: Pick<Caller, "familyId">): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sessions WHERE family_id = ${familyId} AND assisted_by IS NULL
      AND ends_at > now() + interval '1 day' * ${MAX_SESSION_DAYS}::int - interval '1 minute' * ${FRESH_SIGN_IN_MINUTES}::int
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

interface FoundToken extends Caller {
  /** Of a token that was not used yet: the hash of the old token that it replaces. */
  replaces: Buffer | null;
  /** The token was replaced, and the grace period is over. */
  isReused: boolean;
  /** The token's last recorded use is longer ago than `SESSION_USE_INTERVAL_MINUTES`. */
  isUseRecordDue: boolean;
}

/** Looks up the tokens of concurrent calls in one query, because under load almost every call has a token. */
const findToken = batchPerDb(async (db, tokenHashes: readonly Buffer[]) => {
  const { rows } = await sql<FoundToken & { tokenHash: Buffer }>`
    SELECT s.token_hash AS "tokenHash", s.customer_id AS "customerId", c.kind, s.family_id AS "familyId",
      s.assisted_by AS "assistedBy", s.replaces,
      coalesce(s.replaced_at < clock_timestamp() - interval '1 second' * ${REPLACED_TOKEN_GRACE_SECONDS}::int, false) AS "isReused",
      s.used_at < clock_timestamp() - interval '1 minute' * ${SESSION_USE_INTERVAL_MINUTES}::int AS "isUseRecordDue"
    FROM sessions s JOIN customers c ON c.id = s.customer_id
    WHERE s.token_hash = ANY (${tokenHashes}::bytea[]) AND s.expires_at > clock_timestamp()`.execute(db);
  const tokensByHash = new Map(rows.map(({ tokenHash, ...token }) => [tokenHash.toString("hex"), token]));
  return tokenHashes.map((hash): FoundToken | undefined => tokensByHash.get(hash.toString("hex")));
});

/**
 * Use postpones the idle expiry, never beyond the maximum lifetime. It is recorded at intervals, not at each request.
 */
async function recordSessionUse(db: Queryable, tokenHash: Buffer): Promise<void> {
  await sql`
    UPDATE sessions SET used_at = now(), expires_at = least(ends_at, now() + interval '1 day' * ${MAX_SESSION_IDLE_DAYS}::int)
    WHERE token_hash = ${tokenHash} AND replaced_at IS NULL`.execute(db);
}

/** Ends all tokens of one session, immediately and everywhere. */
export function endSession(db: Db, { customerId, familyId }: Pick<Caller, "customerId" | "familyId">): Promise<void> {
  return transact(db, async (tx) => {
    await lockSessionsOf(tx, customerId);
    await tx.deleteFrom("sessions").where("family_id", "=", familyId).execute();
  });
}

/** Ends a customer's sessions, all of them or all but one. */
export async function endSessionsOf(
  tx: Tx,
  customerId: string,
  { exceptFamilyId = null }: { exceptFamilyId?: string | null } = {},
): Promise<void> {
  await lockSessionsOf(tx, customerId);
  let deletion = tx.deleteFrom("sessions").where("customer_id", "=", customerId);
  if (exceptFamilyId !== null) deletion = deletion.where("family_id", "!=", exceptFamilyId);
  await deletion.execute();
}

/**
 * Serializes changes to one customer's sessions: a token created while a session is being ended would remain, because a
 * DELETE does not see rows committed after it began.
 */
async function lockSessionsOf(tx: Tx, customerId: string): Promise<void> {
  await tx.selectFrom("customers").select("id").where("id", "=", customerId).forNoKeyUpdate().execute();
}
