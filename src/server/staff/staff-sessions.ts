import { sql } from "kysely";
import type { Grant } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { findMember, canDemoOwnerSignIn } from "./queries.ts";

/** A session of staff expires after this time without use. */
const MAX_STAFF_SESSION_IDLE_HOURS = 12;
/** A session of staff expires after this time, even if it is used. */
const MAX_STAFF_SESSION_DAYS = 7;
/** Time to enter the second factor after the password. */
const FACTOR_PENDING_MINUTES = 10;
/** The use of a session is recorded if its last recorded use is longer ago than this. */
const SESSION_USE_INTERVAL_MINUTES = 5;

/** The IP address and the browser of a sign-in, as the list of sessions shows them. */
export interface SignInDevice {
  ip: string;
  userAgent: string;
  /** The token of this browser's previous session, which ends when a new one opens. */
  previousToken?: string | undefined;
}

/** A signed-in member, their session and their permissions. */
export interface Staff {
  sessionId: string;
  memberId: string;
  name: string;
  email: string;
  grants: Grant[];
  hasFactor: boolean;
}

/**
 * Opens a session and returns its token. While the second factor is pending, the session is valid only for that step.
 */
export async function openStaffSession(
  tx: Tx,
  memberId: string,
  { ip, userAgent, previousToken }: SignInDevice,
  awaitsFactor: boolean,
): Promise<string> {
  if (previousToken) {
    await tx.deleteFrom("staff_sessions").where("token_hash", "=", hashToken(previousToken)).execute();
  }
  const token = newToken();
  const idleTime = awaitsFactor
    ? sql`interval '1 minute' * ${FACTOR_PENDING_MINUTES}::int`
    : sql`interval '1 hour' * ${MAX_STAFF_SESSION_IDLE_HOURS}::int`;
  const maxTime = awaitsFactor ? idleTime : sql`interval '1 day' * ${MAX_STAFF_SESSION_DAYS}::int`;
  await tx
    .insertInto("staff_sessions")
    .values({
      id: newId(),
      token_hash: hashToken(token),
      member_id: memberId,
      awaits_second_factor: awaitsFactor,
      ip,
      user_agent: userAgent.slice(0, 300),
      expires_at: sql<Date>`now() + ${idleTime}`,
      ends_at: sql<Date>`now() + ${maxTime}`,
    })
    .execute();
  return token;
}

/**
 * The member of this token, read at every request: sessions are not cached in processes, so a session that ended or
 * whose member was disabled is invalid everywhere immediately. A request that counts as use postpones the idle expiry,
 * never beyond the maximum lifetime.
 */
export async function authenticateStaff(
  app: App,
  token: string,
  { countsAsUse = true }: { countsAsUse?: boolean } = {},
): Promise<Staff | undefined> {
  const session = await findSession(app, token, false);
  if (!session) return undefined;
  const member = await findMember(app.genericPlanDb, session.memberId);
  if (!member) return undefined;
  if (session.isUseRecordDue && countsAsUse) {
    await sql`UPDATE staff_sessions SET used_at = now(),
      expires_at = least(ends_at, now() + interval '1 hour' * ${MAX_STAFF_SESSION_IDLE_HOURS}::int) WHERE id = ${session.id}`.execute(
      app.genericPlanDb,
    );
  }
  const { name, email, grants, hasFactor } = member;
  return { sessionId: session.id, memberId: member.id, name, email, grants, hasFactor };
}

/** The session of this token if its second factor is pending. */
export async function findPendingSession(
  app: App,
  token: string,
): Promise<{ id: string; memberId: string } | undefined> {
  return findSession(app, token, true);
}

async function findSession(app: App, token: string, awaitsFactor: boolean) {
  const { rows } = await sql<{ id: string; memberId: string; isUseRecordDue: boolean }>`
    SELECT s.id, s.member_id AS "memberId",
      s.used_at < clock_timestamp() - interval '1 minute' * ${SESSION_USE_INTERVAL_MINUTES}::int AS "isUseRecordDue"
    FROM staff_sessions s JOIN staff_members m ON m.id = s.member_id
    WHERE s.token_hash = ${hashToken(token)} AND s.awaits_second_factor = ${awaitsFactor} AND s.expires_at > clock_timestamp()
      AND m.disabled_at IS NULL AND (${canDemoOwnerSignIn(app)} OR NOT m.is_demo)`.execute(app.genericPlanDb);
  return rows[0];
}

/** A member's open sessions, most recently used first. */
export async function listStaffSessions(db: Queryable, memberId: string) {
  return db
    .selectFrom("staff_sessions")
    .select(["id", "ip", "user_agent as userAgent", "created_at as createdAt", "used_at as usedAt"])
    .where("member_id", "=", memberId)
    .where("awaits_second_factor", "=", false)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("used_at", "desc")
    .orderBy("id")
    .execute();
}

/** Ends one session of this member. False if it is not theirs or does not exist. */
export async function endStaffSession(db: Queryable, memberId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("staff_sessions")
    .where("id", "=", sessionId)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends a member's sessions, all of them or all but one. The caller holds the member's lock (`lockMember`). Otherwise a
 * concurrently opened session would remain.
 */
export async function endStaffSessionsOf(
  tx: Tx,
  memberId: string,
  { exceptSessionId }: { exceptSessionId?: string } = {},
): Promise<void> {
  let deletion = tx.deleteFrom("staff_sessions").where("member_id", "=", memberId);
  if (exceptSessionId !== undefined) deletion = deletion.where("id", "!=", exceptSessionId);
  await deletion.execute();
}
