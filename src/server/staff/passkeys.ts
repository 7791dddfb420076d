import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { checkOwnPassword } from "./change-member.ts";
import { enqueuePasskeyRemovedEmail } from "./mail-passkey-removed.ts";
import { newRecoveryCodes } from "./second-factor.ts";
import { findMember, lockMember, mayBeDemo } from "./queries.ts";
import { guarded, writeSignIn } from "./sign-in.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { endStaffSessionsOf, findHalfOpen, openStaffSession, type Device, type Staff } from "./staff-sessions.ts";
import type { TooManyTries } from "../sessions/too-many-tries.ts";

/** Where a key is asked for: the origin that its answer must name. Its host is the key's own (RP ID). */
export interface Place {
  origin: string;
  name: string;
}

const CHALLENGE_MINUTES = 5;
/** COSE: EdDSA, ES256, RS256, which all authenticators know one of. */
const ALGORITHMS = [-8, -7, -257];
/** More than anybody carries. */
const MAX_PASSKEYS = 10;

const rpIdOf = ({ origin }: Place): string => new URL(origin).hostname;

/** A member's keys, the first one first. */
export function listPasskeys(db: Queryable, memberId: string) {
  return db
    .selectFrom("staff_passkeys")
    .select(["id", "name", "transports", "rp_id as rpId", "created_at as createdAt", "used_at as usedAt"])
    .where("member_id", "=", memberId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** What the browser needs to make a key of this name. Its private half never leaves the authenticator. */
export async function startPasskeyRegistration(app: App, staff: Staff, name: string, place: Place) {
  if (name.trim() === "") return refuse("passkey_name_missing");
  const known = await listPasskeys(app.genericPlans, staff.memberId);
  if (known.length >= MAX_PASSKEYS) return refuse("too_many_passkeys");
  const options = await generateRegistrationOptions({
    rpName: place.name,
    rpID: rpIdOf(place),
    userName: staff.email,
    userDisplayName: staff.name,
    userID: new TextEncoder().encode(staff.memberId),
    excludeCredentials: known.map(({ id }) => ({ id })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await saveChallenge(app.genericPlans, options.challenge, { purpose: "register", memberId: staff.memberId, name });
  return options;
}

/**
 * Keeps the key that answered. Who had no second factor has one now: recovery codes come with it, the only time they can be
 * read, and whoever came in by the password alone comes in anew.
 */
export async function savePasskey(
  app: App,
  staff: Staff,
  response: RegistrationResponseJSON,
  { place, by }: { place: Place; by: Actor },
): Promise<{ recovery: string[] | null } | Refusal<"passkey_refused" | "session_ended">> {
  const asked = await takeChallenge(app.genericPlans, challengeIn(response), "register");
  if (asked?.memberId !== staff.memberId) return refuse("passkey_refused");
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: asked.challenge,
    expectedOrigin: place.origin,
    expectedRPID: rpIdOf(place),
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return refuse("passkey_refused");
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  return transact(app.genericPlans, async (tx) => {
    if (!(await lockMember(tx, staff.memberId))) return refuse("session_ended");
    const hadFactor = (await findMember(tx, staff.memberId))!.hasFactor;
    const { rows } = await sql`
      INSERT INTO staff_passkeys (id, member_id, name, public_key, counter, transports, rp_id)
      VALUES (${id}, ${staff.memberId}, ${asked.name}, ${Buffer.from(publicKey)}, ${counter},
        ${transports ?? []}::text[], ${rpIdOf(place)})
      ON CONFLICT DO NOTHING RETURNING 1`.execute(tx);
    if (rows.length === 0) return refuse("passkey_refused");
    if (!hadFactor) await endStaffSessionsOf(tx, staff.memberId, { except: staff.sessionId });
    await logChange(tx, by, {
      act: "passkey-on",
      object: { kind: "staff", id: staff.memberId },
      after: { name: asked.name },
    });
    return { recovery: hadFactor ? null : await newRecoveryCodes(tx, staff.memberId) };
  });
}

/** Removes one of a member's keys for their password, and writes them a mail: it opens nothing from now on. */
export async function removePasskey(
  app: App,
  staff: Staff,
  id: string,
  { password, by }: { password: string; by: Actor },
): Promise<"removed" | Refusal<"not_found" | "password_wrong"> | TooManyTries> {
  const judged = await checkOwnPassword(app, staff, password, by.address ?? "");
  if ("refused" in judged) return judged;
  return transact(app.genericPlans, async (tx) => {
    const gone = await tx
      .deleteFrom("staff_passkeys")
      .where("id", "=", id)
      .where("member_id", "=", staff.memberId)
      .returning("name")
      .executeTakeFirst();
    if (!gone) return refuse("not_found");
    await logChange(tx, by, {
      act: "passkey-off",
      object: { kind: "staff", id: staff.memberId },
      before: { name: gone.name },
    });
    await enqueuePasskeyRemovedEmail(tx, staff, gone.name);
    return "removed" as const;
  });
}

/** What the browser asks a key to sign: with a half-open session one of this member's, else whichever she chooses. */
export async function startPasskeySignIn(app: App, halfToken: string | undefined, place: Place) {
  const half = halfToken ? await findHalfOpen(app, halfToken) : undefined;
  const hers = half ? await listPasskeys(app.genericPlans, half.memberId) : [];
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(place),
    userVerification: "required",
    allowCredentials: hers.map(({ id }) => ({ id })),
  });
  await saveChallenge(app.genericPlans, options.challenge, {
    purpose: "enter",
    memberId: half?.memberId ?? null,
    name: null,
  });
  return options;
}

/**
 * Opens a session for a key that signed what it was asked: it was in her hand and knew her (user verification), so it stands
 * for both factors. A challenge serves once; a key that counts must have counted on, or it was copied.
 */
export async function signInByPasskey(
  app: App,
  response: AuthenticationResponseJSON,
  { place, device, halfToken }: { place: Place; device: Device; halfToken: string | undefined },
): Promise<{ token: string } | Refusal<"passkey_refused"> | TooManyTries> {
  const guess = { secret: "staff factor" as const, of: response.id.slice(0, 200), address: device.address };
  return guarded(app, guess, async () => {
    const asked = await takeChallenge(app.genericPlans, challengeIn(response), "enter");
    const passkey = asked && (await findPasskey(app.genericPlans, response.id));
    if (!asked || !passkey) return refuse("passkey_refused");
    if (asked.memberId !== null && asked.memberId !== passkey.member_id) return refuse("passkey_refused");
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: asked.challenge,
      expectedOrigin: place.origin,
      expectedRPID: passkey.rp_id,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return refuse("passkey_refused");
    const { newCounter } = verified.authenticationInfo;
    return transact(app.genericPlans, async (tx) => {
      if (!(await lockMember(tx, passkey.member_id))) return refuse("passkey_refused");
      const member = await tx
        .selectFrom("staff_members")
        .select(["id", "name", "is_demo"])
        .where("id", "=", passkey.member_id)
        .executeTakeFirstOrThrow();
      if (member.is_demo && !mayBeDemo(app)) return refuse("passkey_refused");
      if (!(await countOn(tx, passkey.id, newCounter))) return refuse("passkey_refused");
      const half = halfToken ? await findHalfOpen(app, halfToken) : undefined;
      if (half) await tx.deleteFrom("staff_sessions").where("id", "=", half.id).execute();
      await writeSignIn(tx, member, device, "passkey");
      return { token: await openStaffSession(tx, member.id, device, false) };
    });
  });
}

/** The guard is the WHERE: of two answers with one count the second finds it used. */
async function countOn(tx: Tx, id: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE staff_passkeys SET counter = ${counter}, used_at = now()
    WHERE id = ${id} AND (counter < ${counter} OR counter = 0 AND ${counter}::bigint = 0)`.execute(tx);
  return numAffectedRows === 1n;
}

function findPasskey(db: Queryable, id: string) {
  return db.selectFrom("staff_passkeys").selectAll().where("id", "=", id).executeTakeFirst();
}

interface Asked {
  purpose: "register" | "enter";
  memberId: string | null;
  name: string | null;
}

/** Those that nobody answered go as new ones come. */
async function saveChallenge(db: Queryable, challenge: string, { purpose, memberId, name }: Asked): Promise<void> {
  await sql`DELETE FROM staff_passkey_challenges WHERE expires_at < now()`.execute(db);
  await sql`
    INSERT INTO staff_passkey_challenges (challenge, purpose, member_id, name, expires_at)
    VALUES (${challenge}, ${purpose}, ${memberId}, ${name}, now() + ${CHALLENGE_MINUTES}::int * interval '1 minute')`.execute(
    db,
  );
}

/** Uses a challenge up, whatever comes of its answer. */
async function takeChallenge(
  db: Queryable,
  challenge: string,
  purpose: Asked["purpose"],
): Promise<(Asked & { challenge: string }) | undefined> {
  const { rows } = await sql<Asked & { challenge: string }>`
    DELETE FROM staff_passkey_challenges
    WHERE challenge = ${challenge} AND purpose = ${purpose} AND expires_at > clock_timestamp()
    RETURNING challenge, purpose, member_id AS "memberId", name`.execute(db);
  return rows[0];
}

/** The challenge that an answer says it signed; whether it did is for the signature to say. */
function challengeIn({ response }: { response?: { clientDataJSON?: unknown } }): string {
  try {
    const json = Buffer.from(String(response?.clientDataJSON), "base64url").toString();
    return String((JSON.parse(json) as { challenge?: unknown }).challenge);
  } catch {
    return "";
  }
}
