import { sql } from "kysely";
import type { Db, Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { ASSISTED_MINUTES, FRESH_MINUTES, GRACE_SECONDS, IDLE_DAYS, LONGEST_DAYS, TOUCH_MINUTES } from "./lifetimes.ts";
import { hashToken, newAssistedToken, newToken } from "./token.ts";

export interface OpenSession {
  token: string;
  expiresAt: Date;
  /** The member of staff behind it; null for the customer himself. */
  assistedBy: string | null;
}

/** Whose token came with a call. */
export interface Caller {
  customerId: string;
  kind: "guest" | "registered";
  /** The session, through all its tokens. */
  familyId: string;
  assistedBy: string | null;
}

/** A new session: of the customer himself, or of a member of staff in his name. */
export async function openSession(
  db: Queryable,
  customerId: string,
  assistedBy: string | null = null,
): Promise<OpenSession> {
  const token = assistedBy === null ? newToken() : newAssistedToken();
  const [idle, longest] =
    assistedBy === null
      ? [sql`interval '1 day' * ${IDLE_DAYS}::int`, sql`interval '1 day' * ${LONGEST_DAYS}::int`]
      : [sql`interval '1 minute' * ${ASSISTED_MINUTES}::int`, sql`interval '1 minute' * ${ASSISTED_MINUTES}::int`];
  const { expires_at } = await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      customer_id: customerId,
      family_id: newId(),
      assisted_by: assistedBy,
      replaced_at: null,
      replaces: null,
      expires_at: sql<Date>`now() + ${idle}`,
      ends_at: sql<Date>`now() + ${longest}`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return { token, expiresAt: expires_at, assistedBy };
}

/**
 * Who calls with this token, judged by the database's clock at every call: no process remembers a session, so one that
 * was ended anywhere is dead everywhere. A token whose successor has been in use for a while was stolen or copied: its
 * use ends the whole session. Undefined for a forged, an ended or such a token.
 */
export async function findCallerOfToken(db: Db, token: string): Promise<Caller | undefined> {
  const found = await findToken(db, hashToken(token));
  if (!found) return undefined;
  if (found.isReused) {
    await endSession(db, found);
    return undefined;
  }
  if (found.replaces !== null && !(await beginUse(db, token, found))) return undefined;
  if (found.isStale) await touchSession(db, hashToken(token));
  return found;
}

/**
 * A new token for the old one. The old one stays good until the new one is first used, so that an answer lost on the way
 * costs nobody their session. The longest life of the session stays what it was.
 */
export async function exchangeToken(db: Db, token: string): Promise<(Caller & { session: OpenSession }) | undefined> {
  const old = await findCallerOfToken(db, token);
  if (!old) return undefined;
  return transact(db, async (tx) => {
    await lockSessionsOf(tx, old.customerId);
    const next = old.assistedBy === null ? newToken() : newAssistedToken();
    const { rows } = await sql<{ expiresAt: Date }>`
      INSERT INTO sessions (token_hash, replaces, customer_id, family_id, assisted_by, ends_at, expires_at)
      SELECT ${hashToken(next)}, token_hash, customer_id, family_id, assisted_by, ends_at,
        least(ends_at, now() + interval '1 day' * ${IDLE_DAYS}::int)
      FROM sessions WHERE token_hash = ${hashToken(token)} AND expires_at > clock_timestamp()
      RETURNING expires_at AS "expiresAt"`.execute(tx);
    // Somebody ended the session meanwhile.
    if (!rows[0]) return undefined;
    return { ...old, session: { token: next, expiresAt: rows[0].expiresAt, assistedBy: old.assistedBy } };
  });
}

/**
 * The first use of a token that another was exchanged for: from now on the old one is replaced, and so is every other
 * token made from it that nobody has used. Of two tabs that exchanged a token at once both begin theirs within the grace.
 * False where the session was ended meanwhile.
 */
function beginUse(db: Db, token: string, { customerId, familyId, replaces }: FoundToken): Promise<boolean> {
  return transact(db, async (tx) => {
    await lockSessionsOf(tx, customerId);
    await sql`UPDATE sessions SET replaced_at = coalesce(replaced_at, clock_timestamp())
      WHERE family_id = ${familyId} AND (token_hash = ${replaces} OR replaces = ${replaces})`.execute(tx);
    const { numAffectedRows } = await sql`UPDATE sessions SET replaced_at = NULL, replaces = NULL
      WHERE token_hash = ${hashToken(token)} AND replaces IS NOT NULL`.execute(tx);
    if (numAffectedRows === 1n) return true;
    // Another request with this token began its use first, or the session is over.
    const left = await tx
      .selectFrom("sessions")
      .select("family_id")
      .where("token_hash", "=", hashToken(token))
      .execute();
    return left.length > 0;
  });
}

/** Whether the customer has just signed in: an exchange of tokens keeps the longest end, which tells when it began. */
export async function isFreshSession(db: Queryable, { familyId }: Pick<Caller, "familyId">): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sessions WHERE family_id = ${familyId} AND assisted_by IS NULL
      AND ends_at > now() + interval '1 day' * ${LONGEST_DAYS}::int - interval '1 minute' * ${FRESH_MINUTES}::int
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

interface FoundToken extends Caller {
  /** Of a token that was not used yet: the hash of the one it was exchanged for. */
  replaces: Buffer | null;
  isReused: boolean;
  isStale: boolean;
}

async function findToken(db: Queryable, tokenHash: Buffer): Promise<FoundToken | undefined> {
  const { rows } = await sql<FoundToken>`
    SELECT s.customer_id AS "customerId", c.kind, s.family_id AS "familyId", s.assisted_by AS "assistedBy", s.replaces,
      coalesce(s.replaced_at < clock_timestamp() - interval '1 second' * ${GRACE_SECONDS}::int, false) AS "isReused",
      s.used_at < clock_timestamp() - interval '1 minute' * ${TOUCH_MINUTES}::int AS "isStale"
    FROM sessions s JOIN customers c ON c.id = s.customer_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > clock_timestamp()`.execute(db);
  return rows[0];
}

/** Use moves the idle end, never past the longest life; written once in a while, not at each call. */
async function touchSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await sql`
    UPDATE sessions SET used_at = now(), expires_at = least(ends_at, now() + interval '1 day' * ${IDLE_DAYS}::int)
    WHERE token_hash = ${tokenHash} AND replaced_at IS NULL`.execute(db);
}

/** All tokens of one session, at once and everywhere. */
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
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  await lockSessionsOf(tx, customerId);
  let ended = tx.deleteFrom("sessions").where("customer_id", "=", customerId);
  if (except !== null) ended = ended.where("family_id", "!=", except);
  await ended.execute();
}

/**
 * One after the other for each customer: a token made while a session is being ended would outlive it, since a DELETE
 * does not see what was committed after it began.
 */
async function lockSessionsOf(tx: Tx, customerId: string): Promise<void> {
  await tx.selectFrom("customers").select("id").where("id", "=", customerId).forNoKeyUpdate().execute();
}
