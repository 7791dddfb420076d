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
import { mailsTo } from "../testing/mails.ts";
import { startSecondApp, startTestApp, type TestApp } from "../testing/test-app.ts";
import { changeOwnPassword, changeRoles, disableMember } from "./change-member.ts";
import { DEMO_OWNER, makeDemoOwner } from "../../../demo/load/demo-owner.ts";
import { inviteFirstOwner } from "./first-owner.ts";
import { acceptInvitation, invite, resetMember, withdrawInvitation } from "./invitations.ts";
import { mailStaffInvitation } from "./mail-invitation.ts";
import { confirmFactor, startFactorEnrollment } from "./second-factor.ts";
import { passSecondFactor, signIn } from "./sign-in.ts";
import { listChanges } from "../change-log/change-log.ts";
import { endStaffSession, findStaff, listStaffSessions, type Staff } from "./staff-sessions.ts";

const DEVICE = { ip: "203.0.113.7", userAgent: "Firefox" };
const CONSOLE = { memberId: null, name: "consola", ip: null };
const OWNER: Grant[] = [{ role: "owner", shopId: null }];
const WAREHOUSE: Grant[] = [{ role: "warehouse", shopId: null }];
const PASSWORD = "una contraseña larga";
const LIVE = { PUBLIC_URL: "https://tienda.example", ALLOW_SANDBOX: "1" };

let testApp: TestApp;
let app: App;
beforeAll(async () => {
  testApp = await startTestApp();
  app = testApp.app;
  await makeDemoOwner(app);
});
afterAll(() => testApp.stop());

function unwrap<Answer>(answer: Answer): Exclude<Answer, Refusal> {
  if (isRefusal(answer)) throw new Error(`refused: ${answer.refused}`);
  return answer as Exclude<Answer, Refusal>;
}

let memberCount = 0;
async function createMember(grants: Grant[] = WAREHOUSE): Promise<{ staff: Staff; token: string; email: string }> {
  const email = `persona${memberCount++}@ejemplo.mx`;
  const invited = unwrap(await invite(app, { email, grants, isMailed: false }, CONSOLE));
  const input = { name: "Persona", email: "", password: PASSWORD };
  const { token } = unwrap(await acceptInvitation(app, invited.token, input, DEVICE));
  return { staff: (await findStaff(app, token))!, token, email };
}

const actorOf = (staff: Staff) => ({ memberId: staff.memberId, name: staff.name, ip: DEVICE.ip });
const signInAs = (email: string, password = PASSWORD) => signIn(app, { email, password }, DEVICE);

/** The code that the authenticator app shows now, or `steps` half minutes from now. */
function codeOf(secretText: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secretText) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

async function withFactor() {
  const member = await createMember();
  const { secretText } = unwrap(await startFactorEnrollment(app, member.staff, "Tienda"));
  const recovery = unwrap(await confirmFactor(app, member.staff, codeOf(secretText), actorOf(member.staff)));
  const startSignIn = async () => {
    const opened = unwrap(await signInAs(member.email));
    expect(opened.needsFactor).toBe(true);
    return opened.token;
  };
  return { ...member, secretText, recovery, startSignIn };
}

describe("the first owner", () => {
  test("of the demo signs in with the printed password, and is created once", async () => {
    await makeDemoOwner(app);
    const { token } = unwrap(await signIn(app, DEMO_OWNER, DEVICE));
    expect((await findStaff(app, token))!.grants).toEqual(OWNER);
    const { count } = await app.db
      .selectFrom("staff_members")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("is_demo", "=", true)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test("of a live shop gets one link, even after a demo, and the demo's owner cannot sign in there", async () => {
    const clone = await startTestApp();
    const demo = unwrap(await makeDemoOwner(clone.app).then(() => signIn(clone.app, DEMO_OWNER, DEVICE)));
    const live = await startSecondApp(clone.databaseConfig, LIVE);
    const links = await Promise.all([inviteFirstOwner(live.app), inviteFirstOwner(live.app)]);
    const [link, ...others] = links.filter((path) => path !== null);
    expect(others).toEqual([]);
    expect(await signIn(live.app, DEMO_OWNER, DEVICE)).toEqual({ refused: "login_failed" });
    expect(await findStaff(live.app, demo.token)).toBeUndefined();

    const key = link!.split("clave=")[1]!;
    const input = { name: "Lucía", email: "Lucia@Tienda.Example", password: PASSWORD };
    const { token } = unwrap(await acceptInvitation(live.app, key, input, DEVICE));
    expect(await findStaff(live.app, token)).toMatchObject({ email: "lucia@tienda.example", grants: OWNER });
    expect(await inviteFirstOwner(live.app)).toBeNull();
    await live.stop();
    await clone.stop();
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
    const strict = await startSecondApp(testApp.databaseConfig, { RATE_LIMIT_SCALE: "1" });
    const attempt = (ip: string, password: string) => signIn(strict.app, { email, password }, { ...DEVICE, ip });
    for (let n = 0; n < 5; n++) await attempt("198.51.100.1", "no");
    expect(await attempt("198.51.100.1", PASSWORD)).toMatchObject({ refused: "too_many_requests" });
    expect(await attempt("198.51.100.2", PASSWORD)).toMatchObject({ needsFactor: false });
    await strict.stop();
  });

  test("a member lists and ends their own sessions only", async () => {
    const { staff, token, email } = await createMember();
    const other = unwrap(await signInAs(email));
    const otherMember = await createMember();
    expect(await listStaffSessions(app.db, staff.memberId)).toHaveLength(2);
    expect(await endStaffSession(app.db, otherMember.staff.memberId, staff.sessionId)).toBe(false);
    expect(await endStaffSession(app.db, staff.memberId, staff.sessionId)).toBe(true);
    expect(await findStaff(app, token)).toBeUndefined();
    expect(await findStaff(app, other.token)).toBeDefined();
  });

  test("an expired session is invalid", async () => {
    const { staff, token } = await createMember();
    await sql`UPDATE staff_sessions SET expires_at = now() - interval '1 second' WHERE id = ${staff.sessionId}`.execute(
      app.db,
    );
    expect(await findStaff(app, token)).toBeUndefined();
  });

  test("a new password ends the other sessions", async () => {
    const { staff, token, email } = await createMember();
    const other = unwrap(await signInAs(email));
    const change = { current: PASSWORD, next: "otra contraseña larga" };
    expect(await changeOwnPassword(app, staff, { ...change, current: "no" }, actorOf(staff))).toEqual({
      refused: "password_wrong",
    });
    expect(await changeOwnPassword(app, staff, change, actorOf(staff))).toBeNull();
    expect(await findStaff(app, other.token)).toBeUndefined();
    expect(await findStaff(app, token)).toBeDefined();
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
  });
});

describe("a new sign-in in the same browser", () => {
  test("ends the browser's previous session, also of another member", async () => {
    const [previous, other] = [await createMember(), await createMember()];
    const device = { ...DEVICE, previousToken: previous.token };
    expect(await signIn(app, { email: other.email, password: "no" }, device)).toEqual({ refused: "login_failed" });
    expect(await findStaff(app, previous.token)).toBeDefined();
    const { token } = unwrap(await signIn(app, { email: other.email, password: PASSWORD }, device));
    expect(await findStaff(app, previous.token)).toBeUndefined();
    expect(await findStaff(app, token)).toMatchObject({ email: other.email });
    expect(await findStaff(app, other.token)).toBeDefined();
  });

  test("through an invitation ends it too", async () => {
    const { token } = await createMember();
    const invited = unwrap(
      await invite(app, { email: `persona${memberCount++}@ejemplo.mx`, grants: WAREHOUSE, isMailed: false }, CONSOLE),
    );
    const input = { name: "Persona", email: "", password: PASSWORD };
    unwrap(await acceptInvitation(app, invited.token, input, { ...DEVICE, previousToken: token }));
    expect(await findStaff(app, token)).toBeUndefined();
  });
});

describe("the second factor", () => {
  test("the password alone opens nothing, and a code opens a session once", async () => {
    const { secretText, startSignIn } = await withFactor();
    const [first, second] = [await startSignIn(), await startSignIn()];
    expect(await findStaff(app, first)).toBeUndefined();
    expect(await passSecondFactor(app, first, "000000", DEVICE)).toEqual({ refused: "code_wrong" });
    const code = codeOf(secretText, 1);
    const opened = unwrap(await passSecondFactor(app, first, code, DEVICE));
    expect(await findStaff(app, opened.token)).toBeDefined();
    expect(await findStaff(app, first)).toBeUndefined();
    expect(await passSecondFactor(app, second, code, DEVICE)).toEqual({ refused: "code_wrong" });
    expect(await passSecondFactor(app, first, code, DEVICE)).toEqual({ refused: "session_ended" });
  });

  test("of several concurrent uses of a code exactly one signs in", async () => {
    const { secretText, startSignIn } = await withFactor();
    const pendingTokens = [await startSignIn(), await startSignIn(), await startSignIn()];
    const code = codeOf(secretText, 1);
    const answers = await Promise.all(pendingTokens.map((token) => passSecondFactor(app, token, code, DEVICE)));
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
  });

  test("a recovery code works once, also in lower case and with spaces", async () => {
    const { recovery, startSignIn } = await withFactor();
    expect(recovery).toHaveLength(10);
    expect(recovery.map((code) => code.replaceAll("-", ""))).toEqual(
      Array(10).fill(expect.stringMatching(/^[A-Z2-7]{24}$/)),
    );
    const input = recovery[3]!.toLowerCase().replaceAll("-", " ");
    unwrap(await passSecondFactor(app, await startSignIn(), input, DEVICE));
    expect(await passSecondFactor(app, await startSignIn(), input, DEVICE)).toEqual({ refused: "code_wrong" });
    unwrap(await passSecondFactor(app, await startSignIn(), recovery[4]!, DEVICE));
  });

  test("attempts at codes are limited", async () => {
    const { startSignIn } = await withFactor();
    const strict = await startSecondApp(testApp.databaseConfig, { RATE_LIMIT_SCALE: "1" });
    const token = await startSignIn();
    for (let n = 0; n < 5; n++) await passSecondFactor(strict.app, token, "AAAA", DEVICE);
    expect(await passSecondFactor(strict.app, token, "AAAA", DEVICE)).toMatchObject({ refused: "too_many_requests" });
    await strict.stop();
  });

  test("cannot be replaced from a session", async () => {
    const { staff } = await withFactor();
    expect(await startFactorEnrollment(app, staff, "Tienda")).toEqual({ refused: "factor_exists" });
  });

  test("is encrypted in the database", async () => {
    const { staff, secretText, startSignIn } = await withFactor();
    const { secret } = await app.db
      .selectFrom("staff_second_factors")
      .select("secret")
      .where("member_id", "=", staff.memberId)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(secret).includes(Buffer.from(Secret.fromBase32(secretText).bytes))).toBe(false);
    const key = Buffer.alloc(32, 7).toString("base64");
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), "escaparate-staff-"));
    const elsewhere = await startSecondApp(testApp.databaseConfig, { STAFF_KEY: key, DATA_DIR });
    expect(await passSecondFactor(elsewhere.app, await startSignIn(), codeOf(secretText), DEVICE)).toEqual({
      refused: "factor_unreadable",
    });
    await elsewhere.stop();
  });
});

describe("invitations", () => {
  const input = { name: "Nueva", email: "", password: PASSWORD };
  const send = async (isMailed = false) => {
    const email = `invitada${memberCount++}@ejemplo.mx`;
    return { email, ...unwrap(await invite(app, { email, grants: WAREHOUSE, isMailed }, CONSOLE)) };
  };

  test("create one member, also when used twice concurrently", async () => {
    const { token } = await send();
    const answers = await Promise.all([1, 2].map(() => acceptInvitation(app, token, input, DEVICE)));
    expect(answers.filter(isRefusal)).toEqual([{ refused: "invitation_gone" }]);
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
  });

  test.each([
    [
      "once expired",
      (id: string) => sql`UPDATE staff_invitations SET expires_at = now() WHERE id = ${id}`.execute(app.db),
    ],
    ["once withdrawn", (id: string) => withdrawInvitation(app, id, CONSOLE)],
  ])("open nothing %s", async (_when, invalidate) => {
    const { id, token } = await send();
    await invalidate(id);
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
  });

  test("are void once another is sent to the same email address", async () => {
    const { email, token } = await send();
    const again = unwrap(await invite(app, { email, grants: OWNER, isMailed: false }, CONSOLE));
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
    const opened = unwrap(await acceptInvitation(app, again.token, input, DEVICE));
    expect((await findStaff(app, opened.token))!.grants).toEqual(OWNER);
  });

  test("are emailed with a new link", async () => {
    const { id, email, token } = await send(true);
    await mailStaffInvitation(app, { invitationId: id });
    expect(await acceptInvitation(app, token, input, DEVICE)).toEqual({ refused: "invitation_gone" });
    const [mail] = await mailsTo(app, email);
    const key = /clave=([\w-]+)/.exec(mail!.text)![1]!;
    unwrap(await acceptInvitation(app, key, input, DEVICE));
  });

  test("a reset ends sessions and second factor, and creates a link for a new password", async () => {
    const { staff, token, email } = await withFactor();
    const created = unwrap(await resetMember(app, staff.memberId, false, CONSOLE));
    expect(await findStaff(app, token)).toBeUndefined();
    unwrap(await acceptInvitation(app, created.token, { ...input, password: "elegida de nuevo" }, DEVICE));
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
    expect(unwrap(await signInAs(email, "elegida de nuevo")).needsFactor).toBe(false);
  });
});

describe("members", () => {
  test("who are disabled are signed out immediately in every process", async () => {
    const { staff, token, email } = await createMember();
    const elsewhere = await startSecondApp(testApp.databaseConfig);
    expect(await findStaff(elsewhere.app, token)).toBeDefined();
    expect(await disableMember(app, staff.memberId, CONSOLE)).toBeNull();
    expect(await findStaff(elsewhere.app, token)).toBeUndefined();
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
    expect(await disableMember(app, newId(), CONSOLE)).toEqual({ refused: "member_not_found" });
    await elsewhere.stop();
  });

  test("who return by a new invitation are the same member, with a new password and without the old factor", async () => {
    const { staff, email } = await withFactor();
    await disableMember(app, staff.memberId, CONSOLE);
    const invited = unwrap(await invite(app, { email, grants: OWNER, isMailed: false }, CONSOLE));
    const input = { name: "De vuelta", email: "", password: "una muy distinta" };
    const { token } = unwrap(await acceptInvitation(app, invited.token, input, DEVICE));
    const expected = { memberId: staff.memberId, name: "De vuelta", grants: OWNER, hasFactor: false };
    expect(await findStaff(app, token)).toMatchObject(expected);
    expect(await signInAs(email)).toEqual({ refused: "login_failed" });
    expect(await invite(app, { email, grants: OWNER, isMailed: false }, CONSOLE)).toEqual({ refused: "email_taken" });
  });

  test("get other roles with their next request, and the log has both role lists", async () => {
    const { staff, token } = await createMember();
    const next: Grant[] = [{ role: "sales", shopId: (await testApp.findShop("norte")).id }];
    expect(await changeRoles(app, staff.memberId, next, CONSOLE)).toBeNull();
    expect((await findStaff(app, token))!.grants).toEqual(next);
    const [change] = await listChanges(app.db, "staff", { id: staff.memberId });
    expect(change).toMatchObject({ action: "roles", who: "consola", before: WAREHOUSE, after: next });
  });

  test("of two owners who disable each other concurrently one remains", async () => {
    const clone = await startTestApp();
    await makeDemoOwner(clone.app);
    const [first] = await clone.app.db.selectFrom("staff_members").select("id").execute();
    const created = unwrap(
      await invite(clone.app, { email: "otra@ejemplo.mx", grants: OWNER, isMailed: false }, CONSOLE),
    );
    const input = { name: "Otra", email: "", password: PASSWORD };
    const { token } = unwrap(await acceptInvitation(clone.app, created.token, input, DEVICE));
    const second = (await findStaff(clone.app, token))!;
    const answers = await Promise.all([first!.id, second.memberId].map((id) => disableMember(clone.app, id, CONSOLE)));
    expect(answers.filter(isRefusal)).toEqual([{ refused: "last_owner" }]);
    await clone.stop();
  });

  test("cannot change the log", async () => {
    for (const change of ["UPDATE change_log SET who = 'x'", "DELETE FROM change_log", "TRUNCATE change_log"]) {
      await expect(sql.raw(change).execute(app.db)).rejects.toThrow("append-only");
    }
  });
});
