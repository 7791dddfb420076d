import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { checkOwnPassword } from "./change-member.ts";
import { enqueuePasskeyRemovedEmail } from "./mail-passkey-removed.ts";
import { replaceRecoveryCodes } from "./second-factor.ts";
import { findMember, lockMember, canDemoOwnerSignIn } from "./queries.ts";
import { withAttemptLimit, logSignIn } from "./sign-in.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import {
  endStaffSessionsOf,
  findPendingSession,
  openStaffSession,
  type SignInDevice,
  type Staff,
} from "./staff-sessions.ts";
import type { TooManyAttempts } from "../sessions/too-many-attempts.ts";

/** The site that requests a passkey. Its host is the passkey's RP ID. */
export interface RelyingParty {
  /** The origin that the response of the browser must name. */
  origin: string;
  name: string;
}

const CHALLENGE_MINUTES = 5;
/** COSE: EdDSA, ES256, RS256. Every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];
/** More than any member needs. */
const MAX_PASSKEYS = 10;

/** Loaded when passkeys are first used: 220 modules, which a process that uses no passkeys does not need. */
const loadWebAuthn = () => import("@simplewebauthn/server");

const rpIdOf = ({ origin }: RelyingParty): string => new URL(origin).hostname;

/** A member's passkeys, oldest first. */
export function listPasskeys(db: Queryable, memberId: string) {
  return db
    .selectFrom("staff_passkeys")
    .select(["id", "name", "transports", "rp_id as rpId", "created_at as createdAt", "used_at as usedAt"])
    .where("member_id", "=", memberId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/**
 * The options with which the browser creates a passkey of this name. Its private key never leaves the authenticator.
 */
export async function startPasskeyRegistration(app: App, staff: Staff, name: string, relyingParty: RelyingParty) {
  if (name.trim() === "") return refuse("passkey_name_missing");
  const ownPasskeys = await listPasskeys(app.genericPlanDb, staff.memberId);
  if (ownPasskeys.length >= MAX_PASSKEYS) return refuse("too_many_passkeys");
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: relyingParty.name,
    rpID: rpIdOf(relyingParty),
    userName: staff.email,
    userDisplayName: staff.name,
    userID: new TextEncoder().encode(staff.memberId),
    excludeCredentials: ownPasskeys.map(({ id }) => ({ id })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await saveChallenge(app.genericPlanDb, options.challenge, { purpose: "register", memberId: staff.memberId, name });
  return options;
}

/**
 * Verifies the browser's response to the challenge and stores the registered passkey. If the member had no second
 * factor, recovery codes are created, readable only now, and the member's other sessions end: they were opened with the
 * password alone.
 */
export async function savePasskey(
  app: App,
  staff: Staff,
  response: RegistrationResponseJSON,
  { relyingParty, by }: { relyingParty: RelyingParty; by: Actor },
): Promise<{ recoveryCodes: string[] | null } | Refusal<"passkey_refused" | "session_ended">> {
  const issuedChallenge = await consumeChallenge(app.genericPlanDb, readChallenge(response), "register");
  if (issuedChallenge?.memberId !== staff.memberId) return refuse("passkey_refused");
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await verifyRegistrationResponse({
    response,
    expectedChallenge: issuedChallenge.challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: rpIdOf(relyingParty),
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verification?.verified) return refuse("passkey_refused");
  const { id, publicKey, counter, transports } = verification.registrationInfo.credential;
  return transact(app.genericPlanDb, async (tx) => {
    if (!(await lockMember(tx, staff.memberId))) return refuse("session_ended");
    const hadFactor = (await findMember(tx, staff.memberId))!.hasFactor;
    const { rows } = await sql`
      INSERT INTO staff_passkeys (id, member_id, name, public_key, counter, transports, rp_id)
      VALUES (${id}, ${staff.memberId}, ${issuedChallenge.name}, ${Buffer.from(publicKey)}, ${counter},
        ${transports ?? []}::text[], ${rpIdOf(relyingParty)})
      ON CONFLICT DO NOTHING RETURNING 1`.execute(tx);
    if (rows.length === 0) return refuse("passkey_refused");
    if (!hadFactor) await endStaffSessionsOf(tx, staff.memberId, { exceptSessionId: staff.sessionId });
    await logChange(tx, by, {
      action: "passkey-on",
      object: { kind: "staff", id: staff.memberId },
      after: { name: issuedChallenge.name },
    });
    return { recoveryCodes: hadFactor ? null : await replaceRecoveryCodes(tx, staff.memberId) };
  });
}

/**
 * Removes one of a member's passkeys, given their password, and notifies them by email. The passkey is invalid from
 * then on.
 */
export async function removePasskey(
  app: App,
  staff: Staff,
  id: string,
  { password, by }: { password: string; by: Actor },
): Promise<"removed" | Refusal<"not_found" | "password_wrong"> | TooManyAttempts> {
  const passwordCheck = await checkOwnPassword(app, staff, password, by.ip ?? "");
  if ("refused" in passwordCheck) return passwordCheck;
  return transact(app.genericPlanDb, async (tx) => {
    const removedPasskey = await tx
      .deleteFrom("staff_passkeys")
      .where("id", "=", id)
      .where("member_id", "=", staff.memberId)
      .returning("name")
      .executeTakeFirst();
    if (!removedPasskey) return refuse("not_found");
    await logChange(tx, by, {
      action: "passkey-off",
      object: { kind: "staff", id: staff.memberId },
      before: { name: removedPasskey.name },
    });
    await enqueuePasskeyRemovedEmail(tx, staff, removedPasskey.name);
    return "removed" as const;
  });
}

/**
 * The options with which the browser asks a passkey to sign. While a second factor is pending, they name the member's
 * passkeys. Otherwise the user chooses any passkey of this site.
 */
export async function startPasskeySignIn(app: App, pendingToken: string | undefined, relyingParty: RelyingParty) {
  const pendingSession = pendingToken ? await findPendingSession(app, pendingToken) : undefined;
  const ownPasskeys = pendingSession ? await listPasskeys(app.genericPlanDb, pendingSession.memberId) : [];
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(relyingParty),
    userVerification: "required",
    allowCredentials: ownPasskeys.map(({ id }) => ({ id })),
  });
  await saveChallenge(app.genericPlanDb, options.challenge, {
    purpose: "enter",
    memberId: pendingSession?.memberId ?? null,
    name: null,
  });
  return options;
}

/**
 * Opens a session for a passkey that signed its challenge. It proves possession and user verification, so it counts as
 * both factors. A challenge can be used once. A counter that did not advance means a copied passkey, except for
 * authenticators without a counter, which always send 0.
 */
export async function signInByPasskey(
  app: App,
  response: AuthenticationResponseJSON,
  {
    relyingParty,
    device,
    pendingToken,
  }: { relyingParty: RelyingParty; device: SignInDevice; pendingToken: string | undefined },
): Promise<{ token: string } | Refusal<"passkey_refused"> | TooManyAttempts> {
  const attempt = { secretKind: "staff factor" as const, account: response.id.slice(0, 200), ip: device.ip };
  return withAttemptLimit(app, attempt, async () => {
    const issuedChallenge = await consumeChallenge(app.genericPlanDb, readChallenge(response), "enter");
    const passkey = issuedChallenge && (await findPasskey(app.genericPlanDb, response.id));
    if (!issuedChallenge || !passkey) return refuse("passkey_refused");
    if (issuedChallenge.memberId !== null && issuedChallenge.memberId !== passkey.member_id)
      return refuse("passkey_refused");
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    const verification = await verifyAuthenticationResponse({
      response,
      expectedChallenge: issuedChallenge.challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: passkey.rp_id,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
      requireUserVerification: true,
    }).catch(() => null);
    if (!verification?.verified) return refuse("passkey_refused");
    const { newCounter } = verification.authenticationInfo;
    const pendingSession = pendingToken ? await findPendingSession(app, pendingToken) : undefined;
    return transact(app.genericPlanDb, async (tx) => {
      if (!(await lockMember(tx, passkey.member_id))) return refuse("passkey_refused");
      const member = await tx
        .selectFrom("staff_members")
        .select(["id", "name", "is_demo"])
        .where("id", "=", passkey.member_id)
        .executeTakeFirstOrThrow();
      if (member.is_demo && !canDemoOwnerSignIn(app)) return refuse("passkey_refused");
      if (!(await advanceCounter(tx, passkey.id, newCounter))) return refuse("passkey_refused");
      if (pendingSession) await tx.deleteFrom("staff_sessions").where("id", "=", pendingSession.id).execute();
      await logSignIn(tx, member, device, "passkey");
      return { token: await openStaffSession(tx, member.id, device, false) };
    });
  });
}

/** The WHERE clause is the guard: of two responses with the same counter the second is refused. */
async function advanceCounter(tx: Tx, id: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE staff_passkeys SET counter = ${counter}, used_at = now()
    WHERE id = ${id} AND (counter < ${counter} OR counter = 0 AND ${counter}::bigint = 0)`.execute(tx);
  return numAffectedRows === 1n;
}

function findPasskey(db: Queryable, id: string) {
  return db.selectFrom("staff_passkeys").selectAll().where("id", "=", id).executeTakeFirst();
}

interface ChallengeDetails {
  purpose: "register" | "enter";
  /** The only member who may answer it. Null: any member. */
  memberId: string | null;
  /** The name of the passkey that it registers. */
  name: string | null;
}

/** Expired challenges are deleted when new ones are stored. */
async function saveChallenge(
  db: Queryable,
  challenge: string,
  { purpose, memberId, name }: ChallengeDetails,
): Promise<void> {
  await sql`DELETE FROM staff_passkey_challenges WHERE expires_at < now()`.execute(db);
  await sql`
    INSERT INTO staff_passkey_challenges (challenge, purpose, member_id, name, expires_at)
    VALUES (${challenge}, ${purpose}, ${memberId}, ${name}, now() + ${CHALLENGE_MINUTES}::int * interval '1 minute')`.execute(
    db,
  );
}

/** Deletes a challenge and returns it. It cannot be used again, even if its response is invalid. */
async function consumeChallenge(
  db: Queryable,
  challenge: string,
  purpose: ChallengeDetails["purpose"],
): Promise<(ChallengeDetails & { challenge: string }) | undefined> {
  const { rows } = await sql<ChallengeDetails & { challenge: string }>`
    DELETE FROM staff_passkey_challenges
    WHERE challenge = ${challenge} AND purpose = ${purpose} AND expires_at > clock_timestamp()
    RETURNING challenge, purpose, member_id AS "memberId", name`.execute(db);
  return rows[0];
}

/** The challenge that a response claims to have signed. Only its signature proves that. */
function readChallenge({ response }: { response?: { clientDataJSON?: unknown } }): string {
  try {
    const json = Buffer.from(String(response?.clientDataJSON), "base64url").toString();
    return String((JSON.parse(json) as { challenge?: unknown }).challenge);
  } catch {
    return "";
  }
}
