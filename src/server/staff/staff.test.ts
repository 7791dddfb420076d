import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { listMailsTo } from "../testing/mails.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";
import { changeOwnPassword, changeRoles, disableMember } from "./change-member.ts";
import { DEMO_OWNER, addDemoOwner } from "../../../demo/load/demo-owner.ts";
import { inviteFirstOwner } from "./first-owner.ts";
import { acceptInvitation, inviteMember, resetMemberAccess, withdrawInvitation } from "./invitations.ts";
import { mailStaffInvitation } from "./mail-invitation.ts";
import { confirmFactor, startFactorEnrollment } from "./second-factor.ts";
import { passSecondFactor, signIn } from "./sign-in.ts";
import { listChanges } from "../change-log/change-log.ts";
import { endStaffSession, authenticateStaff, listStaffSessions, type Staff } from "./staff-sessions.ts";

const DEVICE = { ip: "203.0.113.7", userAgent: "Firefox" };
const CONSOLE = { memberId: null, name: "consola", ip: null };
const OWNER: Grant[] = [{ role: "owner", shopId: null }];
const WAREHOUSE: Grant[] = [{ role: "warehouse", shopId: null }];
const PASSWORD = "una contraseña larga";
const LIVE_SHOP_ENV = { PUBLIC_URL: "https://tienda.example", ALLOW_SANDBOX: "1" };

let testApp: TestApp;
let app: App;
beforeAll(async () => {
  testApp = await startTestApp();
  app = testApp.app;
  await addDemoOwner(app);
});
afterAll(() => testApp.stop());

function unwrap<Outcome>(outcome: Outcome): Exclude<Outcome, Refusal> {
  if (isRefusal(outcome)) throw new Error(`refused: ${outcome.refused}`);
  return outcome as Exclude<Outcome, Refusal>;
}

let memberCount = 0;
async function createMember(grants: Grant[] = WAREHOUSE): Promise<{ staff: Staff; token: string; email: string }> {
  const email = `persona${memberCount++}@ejemplo.mx`;
  const invitation = unwrap(await inviteMember(app, { email, grants, shouldMail: false }, CONSOLE));
  const input = { name: "Persona", email: "", password: PASSWORD };
  const { token } = unwrap(await acceptInvitation(app, invitation.token, input, DEVICE));
  return { staff: (await authenticateStaff(app, token))!, token, email };
}

const actorOf = (staff: Staff) => ({ memberId: staff.memberId, name: staff.name, ip: DEVICE.ip });
const signInAs = (email: string, password = PASSWORD) => signIn(app, { email, password }, DEVICE);

/** The code that the authenticator app shows now, or `steps` half minutes from now. */
function codeOf(secretText: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secretText) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

async function createMemberWithFactor() {
  const member = await createMember();
  const { secretText } = unwrap(await startFactorEnrollment(app, member.staff, "Tienda"));
  const recoveryCodes = unwrap(await confirmFactor(app, member.staff, codeOf(secretText), actorOf(member.staff)));
  const startSignIn = async () => {
    const signInResult = unwrap(await signInAs(member.email));
    expect(signInResult.needsFactor).toBe(true);
    return signInResult.token;
  };
  return { ...member, secretText, recoveryCodes, startSignIn };
}

describe("the first owner", () => {
  test("of the demo signs in with the printed password, and is created once", async () => {
    await addDemoOwner(app);
    const { token } = unwrap(await signIn(app, DEMO_OWNER, DEVICE));
    expect((await authenticateStaff(app, token))!.grants).toEqual(OWNER);
    const { count } = await app.db
      .selectFrom("staff_members")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("is_demo", "=", true)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test("of a live shop gets one link, even after a demo, and the demo's owner cannot sign in there", async () => {
    const freshTestApp = await startTestApp();
    const demoSignIn = unwrap(
      await addDemoOwner(freshTestApp.app).then(() => signIn(freshTestApp.app, DEMO_OWNER, DEVICE)),
    );
    const liveTestApp = await startAppOnDatabase(freshTestApp.databaseConfig, LIVE_SHOP_ENV);
    const links = await Promise.all([inviteFirstOwner(liveTestApp.app), inviteFirstOwner(liveTestApp.app)]);
    const [link, ...otherLinks] = links.filter((path) => path !== null);
    expect(otherLinks).toEqual([]);
    expect(await signIn(liveTestApp.app, DEMO_OWNER, DEVICE)).toEqual({ refused: "login_failed" });
    expect(await authenticateStaff(liveTestApp.app, demoSignIn.token)).toBeUndefined();

    const linkToken = link!.split("clave=")[1]!;
    const input = { name: "Lucía", email: "Lucia@Tienda.Example", password: PASSWORD };
    const { token } = unwrap(await acceptInvitation(liveTestApp.app, linkToken, input, DEVICE));
    expect(await authenticateStaff(liveTestApp.app, token)).toMatchObject({
      email: "lucia@tienda.example",
      grants: OWNER,
    });
    expect(await inviteFirstOwner(liveTestApp.app)).toBeNull();
    await liveTestApp.stop();
    await freshTestApp.stop();
  });
});

describe("signing in", () => {
  test("gives the same answer for an unknown email address and a wrong password", async () => {
    const { email } = await createMember();
    expect(await signInAs(email, "otra cosa")).toEqual({ refused: "login_failed" });
    expect(await signInAs("nadie@ejemplo.mx")).toEqual({ refused: "login_failed" });
    expect(unwrap(await signInAs(email.toUpperCase())).needsFactor).toBe(false);
  });

  test("is limited for an IP address that guesses, not for the member at another one", async () => {
    const { email } = await createMember();
    const limitedTestApp = await startAppOnDatabase(testApp.databaseConfig, { RATE_LIMIT_SCALE: "1" });
    const attempt = (ip: string, password: string) =>
      signIn(limitedTestApp.app, { email, password }, { ...DEVICE, ip });
    for (let n = 0; n < 5; n++) await attempt("198.51.100.1", "no");
    expect(await attempt("198.51.100.1", PASSWORD)).toMatchObject({ refused: "too_many_requests" });
    expect(await attempt("198.51.100.2", PASSWORD)).toMatchObject({ needsFactor: false });
    await limitedTestApp.stop();
  });

  test("a member lists and ends their own sessions only", async () => {
    const { staff, token, email } = await createMember();
    const otherSignIn = unwrap(await signInAs(email));
    const otherMember = await createMember();
    expect(await listStaffSessions(app.db, staff.memberId)).toHaveLength(2);
    expect(await endStaffSession(app.db, otherMember.staff.memberId, staff.sessionId)).toBe(false);
    expect(await endStaffSession(app.db, staff.memberId, staff.sessionId)).toBe(true);
    expect(await authenticateStaff(app, token)).toBeUndefined();
    expect(await authenticateStaff(app, otherSignIn.token)).toBeDefined();
  });

  test("an expired session is invalid", async () => {
    const { staff, token } = await createMember();
    await sql`UPDATE staff_sessions SET expires_at = now() - interval '1 second' WHERE id = ${staff.sessionId}`.execute(
      app.db,
    );
    expect(await authenticateStaff(app, token)).toBeUndefined();
  });

  test("a new password ends the other sessions", async () => {
    const { staff, token, email } = await createMember();
    const otherSignIn = unwrap(await signInAs(email));
    const change = { current: PASSWORD, next: "otra contraseña larga" };
    expect(await changeOwnPassword(app, staff, { ...change, current: "no" }, actorOf(staff))).toEqual({
      refused: "password_wrong",
    });
    expect(await changeOwnPassword(app, staff, change, actorOf(staff))).toBeNull();
    expect(await authenticateStaff(app, otherSignIn.token)).toBeUndefined();
    expect(await authenticateStaff(app, token)).toBeDefined();
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
  });
});

describe("a new sign-in in the same browser", () => {
  test("ends the browser's previous session, also of another member", async () => {
    const [previousMember, otherMember] = [await createMember(), await createMember()];
    const device = { ...DEVICE, previousToken: previousMember.token };
    expect(await signIn(app, { email: otherMember.email, password: "no" }, device)).toEqual({
      refused: "login_failed",
    });
    expect(await authenticateStaff(app, previousMember.token)).toBeDefined();
    const { token } = unwrap(await signIn(app, { email: otherMember.email, password: PASSWORD }, device));
    expect(await authenticateStaff(app, previousMember.token)).toBeUndefined();
    expect(await authenticateStaff(app, token)).toMatchObject({ email: otherMember.email });
    expect(await authenticateStaff(app, otherMember.token)).toBeDefined();
  });

  test("through an invitation ends it too", async () => {
    const { token } = await createMember();
    const invitation = unwrap(
      await inviteMember(
        app,
        { email: `persona${memberCount++}@ejemplo.mx`, grants: WAREHOUSE, shouldMail: false },
        CONSOLE,
      ),
    );
    const input = { name: "Persona", email: "", password: PASSWORD };
    unwrap(await acceptInvitation(app, invitation.token, input, { ...DEVICE, previousToken: token }));
    expect(await authenticateStaff(app, token)).toBeUndefined();
  });
});

describe("the second factor", () => {
  test("the password alone does not sign in, and a code signs in once", async () => {
    const { secretText, startSignIn } = await createMemberWithFactor();
    const [firstPendingToken, secondPendingToken] = [await startSignIn(), await startSignIn()];
    expect(await authenticateStaff(app, firstPendingToken)).toBeUndefined();
    expect(await passSecondFactor(app, firstPendingToken, "000000", DEVICE)).toEqual({ refused: "code_wrong" });
    const code = codeOf(secretText, 1);
    const session = unwrap(await passSecondFactor(app, firstPendingToken, code, DEVICE));
    expect(await authenticateStaff(app, session.token)).toBeDefined();
    expect(await authenticateStaff(app, firstPendingToken)).toBeUndefined();
    expect(await passSecondFactor(app, secondPendingToken, code, DEVICE)).toEqual({ refused: "code_wrong" });
    expect(await passSecondFactor(app, firstPendingToken, code, DEVICE)).toEqual({ refused: "session_ended" });
  });

  test("of several concurrent uses of a code exactly one signs in", async () => {
    const { secretText, startSignIn } = await createMemberWithFactor();
    const pendingTokens = [await startSignIn(), await startSignIn(), await startSignIn()];
    const code = codeOf(secretText, 1);
    const results = await Promise.all(pendingTokens.map((token) => passSecondFactor(app, token, code, DEVICE)));
    expect(results.filter((result) => !isRefusal(result))).toHaveLength(1);
  });

  test("a recovery code works once, also in lower case and with spaces", async () => {
    const { recoveryCodes, startSignIn } = await createMemberWithFactor();
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes.map((code) => code.replaceAll("-", ""))).toEqual(
      Array(10).fill(expect.stringMatching(/^[A-Z2-7]{24}$/)),
    );
    const input = recoveryCodes[3]!.toLowerCase().replaceAll("-", " ");
    unwrap(await passSecondFactor(app, await startSignIn(), input, DEVICE));
    expect(await passSecondFactor(app, await startSignIn(), input, DEVICE)).toEqual({ refused: "code_wrong" });
    unwrap(await passSecondFactor(app, await startSignIn(), recoveryCodes[4]!, DEVICE));
  });

  test("attempts at codes are limited", async () => {
    const { startSignIn } = await createMemberWithFactor();
    const limitedTestApp = await startAppOnDatabase(testApp.databaseConfig, { RATE_LIMIT_SCALE: "1" });
    const token = await startSignIn();
    for (let n = 0; n < 5; n++) await passSecondFactor(limitedTestApp.app, token, "AAAA", DEVICE);
    expect(await passSecondFactor(limitedTestApp.app, token, "AAAA", DEVICE)).toMatchObject({
      refused: "too_many_requests",
    });
    await limitedTestApp.stop();
  });

  test("cannot be replaced from a session", async () => {
    const { staff } = await createMemberWithFactor();
    expect(await startFactorEnrollment(app, staff, "Tienda")).toEqual({ refused: "factor_exists" });
  });

  test("is encrypted in the database", async () => {
    const { staff, secretText, startSignIn } = await createMemberWithFactor();
    const { secret } = await app.db
      .selectFrom("staff_second_factors")
      .select("secret")
      .where("member_id", "=", staff.memberId)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(secret).includes(Buffer.from(Secret.fromBase32(secretText).bytes))).toBe(false);
    const key = Buffer.alloc(32, 7).toString("base64");
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), "escaparate-staff-"));
    const otherKeyTestApp = await startAppOnDatabase(testApp.databaseConfig, { STAFF_KEY: key, DATA_DIR });
    expect(await passSecondFactor(otherKeyTestApp.app, await startSignIn(), codeOf(secretText), DEVICE)).toEqual({
      refused: "factor_unreadable",
    });
    await otherKeyTestApp.stop();
  });
});

describe("invitations", () => {
  const input = { name: "Nueva", email: "", password: PASSWORD };
  const createInvitation = async (shouldMail = false) => {
    const email = `invitada${memberCount++}@ejemplo.mx`;
    return { email, ...unwrap(await inviteMember(app, { email, grants: WAREHOUSE, shouldMail }, CONSOLE)) };
  };

  test("create one member, also when used twice concurrently", async () => {
    const { token } = await createInvitation();
    const results = await Promise.all([1, 2].map(() => acceptInvitation(app, token, input, DEVICE)));
    expect(results.filter(isRefusal)).toEqual([{ refused: "invitation_gone" }]);
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
  });

  test.each([
    [
      "once expired",
      (id: string) => sql`UPDATE staff_invitations SET expires_at = now() WHERE id = ${id}`.execute(app.db),
    ],
    ["once withdrawn", (id: string) => withdrawInvitation(app, id, CONSOLE)],
  ])("are refused %s", async (_when, invalidate) => {
    const { id, token } = await createInvitation();
    await invalidate(id);
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
  });

  test("are void once another is sent to the same email address", async () => {
    const { email, token } = await createInvitation();
    const secondInvitation = unwrap(await inviteMember(app, { email, grants: OWNER, shouldMail: false }, CONSOLE));
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
    const session = unwrap(await acceptInvitation(app, secondInvitation.token, input, DEVICE));
    expect((await authenticateStaff(app, session.token))!.grants).toEqual(OWNER);
  });

  test("are emailed with a new link", async () => {
    const { id, email, token } = await createInvitation(true);
    await mailStaffInvitation(app, { invitationId: id });
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
    const [mail] = await listMailsTo(app, email);
    const linkToken = /clave=([\w-]+)/.exec(mail!.text)![1]!;
    unwrap(await acceptInvitation(app, linkToken, input, DEVICE));
  });

  test("a reset ends sessions and second factor, and creates a link for a new password", async () => {
    const { staff, token, email } = await createMemberWithFactor();
    const resetLink = unwrap(await resetMemberAccess(app, staff.memberId, false, CONSOLE));
    expect(await authenticateStaff(app, token)).toBeUndefined();
    unwrap(await acceptInvitation(app, resetLink.token, { ...input, password: "elegida de nuevo" }, DEVICE));
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
    expect(unwrap(await signInAs(email, "elegida de nuevo")).needsFactor).toBe(false);
  });
});

describe("members", () => {
  test("who are disabled are signed out immediately in every process", async () => {
    const { staff, token, email } = await createMember();
    const secondTestApp = await startAppOnDatabase(testApp.databaseConfig);
    expect(await authenticateStaff(secondTestApp.app, token)).toBeDefined();
    expect(await disableMember(app, staff.memberId, CONSOLE)).toBeNull();
    expect(await authenticateStaff(secondTestApp.app, token)).toBeUndefined();
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
    expect(await disableMember(app, newId(), CONSOLE)).toEqual({ refused: "member_not_found" });
    await secondTestApp.stop();
  });

  test("who are disabled cannot use an open link for a new password, even if they are enabled again", async () => {
    const { staff, email } = await createMember();
    const link = unwrap(await resetMemberAccess(app, staff.memberId, false, CONSOLE));
    await disableMember(app, staff.memberId, CONSOLE);
    const invitation = unwrap(await inviteMember(app, { email, grants: OWNER, shouldMail: false }, CONSOLE));
    unwrap(
      await acceptInvitation(app, invitation.token, { name: "Ana", email: "", password: "una muy distinta" }, DEVICE),
    );
    expect(
      await acceptInvitation(app, link.token, { name: "Ana", email: "", password: "otra muy distinta" }, DEVICE),
    ).toHaveProperty("refused");
  });

  test("who return by a new invitation are the same member, with a new password and without the old factor", async () => {
    const { staff, email } = await createMemberWithFactor();
    await disableMember(app, staff.memberId, CONSOLE);
    const invitation = unwrap(await inviteMember(app, { email, grants: OWNER, shouldMail: false }, CONSOLE));
    const input = { name: "De vuelta", email: "", password: "una muy distinta" };
    const { token } = unwrap(await acceptInvitation(app, invitation.token, input, DEVICE));
    const expected = { memberId: staff.memberId, name: "De vuelta", grants: OWNER, hasFactor: false };
    expect(await authenticateStaff(app, token)).toMatchObject(expected);
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
    expect(await inviteMember(app, { email, grants: OWNER, shouldMail: false }, CONSOLE)).toEqual({
      refused: "email_taken",
    });
  });

  test("get other roles with their next request, and the log has both role lists", async () => {
    const { staff, token } = await createMember();
    const newGrants: Grant[] = [{ role: "sales", shopId: (await testApp.findShop("norte")).id }];
    expect(await changeRoles(app, staff.memberId, newGrants, CONSOLE)).toBeNull();
    expect((await authenticateStaff(app, token))!.grants).toEqual(newGrants);
    const [change] = await listChanges(app.db, "staff", { id: staff.memberId });
    expect(change).toMatchObject({ action: "roles", actor: "consola", before: WAREHOUSE, after: newGrants });
  });

  test("of two owners who disable each other concurrently one remains", async () => {
    const freshTestApp = await startTestApp();
    await addDemoOwner(freshTestApp.app);
    const [firstOwner] = await freshTestApp.app.db.selectFrom("staff_members").select("id").execute();
    const invitation = unwrap(
      await inviteMember(freshTestApp.app, { email: "otra@ejemplo.mx", grants: OWNER, shouldMail: false }, CONSOLE),
    );
    const input = { name: "Otra", email: "", password: PASSWORD };
    const { token } = unwrap(await acceptInvitation(freshTestApp.app, invitation.token, input, DEVICE));
    const secondOwner = (await authenticateStaff(freshTestApp.app, token))!;
    const results = await Promise.all(
      [firstOwner!.id, secondOwner.memberId].map((id) => disableMember(freshTestApp.app, id, CONSOLE)),
    );
    expect(results.filter(isRefusal)).toEqual([{ refused: "last_owner" }]);
    await freshTestApp.stop();
  });

  test("cannot change the log", async () => {
    for (const change of ["UPDATE change_log SET actor = 'x'", "DELETE FROM change_log", "TRUNCATE change_log"]) {
      await expect(sql.raw(change).execute(app.db)).rejects.toThrow("append-only");
    }
  });
});
