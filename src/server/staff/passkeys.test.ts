import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { disableMember } from "./change-member.ts";
import {
  startPasskeySignIn,
  signInByPasskey,
  savePasskey,
  listPasskeys,
  startPasskeyRegistration,
  removePasskey,
} from "./passkeys.ts";
import { findMember, insertMember } from "./queries.ts";
import { renewRecoveryCodes } from "./second-factor.ts";
import type { Staff } from "./staff-sessions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const RELYING_PARTY = { origin: "http://localhost", name: "Tienda" };
const DEVICE = { ip: "127.0.0.1", userAgent: "Firefox" };
const TEST_ACTOR = { memberId: null, name: "prueba", ip: null };

const PASSWORD = "una contraseña larga";
const REMOVAL = { password: PASSWORD, by: TEST_ACTOR };

async function createMember(grants: Grant[] = []): Promise<Staff> {
  const [memberId, email] = [newId(), `${crypto.randomUUID()}@ejemplo.mx`];
  const member = { id: memberId, name: "Nora", email, passwordHash: await server.app.passwords.hash(PASSWORD), grants };
  await transact(server.app.db, (tx) => insertMember(tx, member));
  return { sessionId: newId(), memberId, name: "Nora", email, grants: [], hasFactor: false };
}

/** Inserts a passkey. No private key for it exists, so no signature of it is valid. */
async function insertPasskey(memberId: string, counter = 0): Promise<string> {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
  const key = { id, member_id: memberId, name: "Prueba", public_key: Buffer.alloc(8), counter, transports: [] };
  await server.app.db
    .insertInto("staff_passkeys")
    .values({ ...key, rp_id: "localhost", used_at: null })
    .execute();
  return id;
}

const clientDataOf = (challenge: string, type: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: RELYING_PARTY.origin })).toString("base64url");

function makeSignInResponse(id: string, challenge: string) {
  const response = {
    clientDataJSON: clientDataOf(challenge, "webauthn.get"),
    authenticatorData: "AAAA",
    signature: "AAAA",
  };
  return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response };
}

const listChallenges = async () =>
  (await server.app.db.selectFrom("staff_passkey_challenges").select("challenge").execute()).map(
    (row) => row.challenge,
  );

test("a response without a valid signature is refused and uses up its challenge", async () => {
  const id = await insertPasskey((await createMember()).memberId);
  const { challenge } = await startPasskeySignIn(server.app, undefined, RELYING_PARTY);
  expect(await listChallenges()).toContain(challenge);
  const signIn = () =>
    signInByPasskey(server.app, makeSignInResponse(id, challenge), {
      relyingParty: RELYING_PARTY,
      device: DEVICE,
      pendingToken: undefined,
    });
  expect(await signIn()).toEqual({ refused: "passkey_refused" });
  expect(await listChallenges()).not.toContain(challenge);
  expect(await server.app.db.selectFrom("staff_sessions").select("id").execute()).toEqual([]);
});

test.each([
  ["an unknown challenge", "inventado"],
  ["no challenge", ""],
])("%s is refused", async (_what, challenge) => {
  const id = await insertPasskey((await createMember()).memberId);
  const options = { relyingParty: RELYING_PARTY, device: DEVICE, pendingToken: undefined };
  expect(await signInByPasskey(server.app, makeSignInResponse(id, challenge), options)).toEqual({
    refused: "passkey_refused",
  });
});

test("another member cannot use a registration challenge, and a sign-in challenge registers no passkey", async () => {
  const [nora, otherMember] = [await createMember(), await createMember()];
  const registration = await startPasskeyRegistration(server.app, nora, "Mi teléfono", RELYING_PARTY);
  if (isRefusal(registration)) throw new Error(registration.refused);
  const makeRegistrationResponse = (challenge: string) => ({
    id: "x",
    rawId: "x",
    type: "public-key" as const,
    clientExtensionResults: {},
    response: { clientDataJSON: clientDataOf(challenge, "webauthn.create"), attestationObject: "AAAA" },
  });
  const register = (staff: Staff, challenge: string) =>
    savePasskey(server.app, staff, makeRegistrationResponse(challenge), {
      relyingParty: RELYING_PARTY,
      by: TEST_ACTOR,
    });
  expect(await register(otherMember, registration.challenge)).toEqual({ refused: "passkey_refused" });
  const { challenge } = await startPasskeySignIn(server.app, undefined, RELYING_PARTY);
  expect(await register(nora, challenge)).toEqual({ refused: "passkey_refused" });
  expect(await listPasskeys(server.app.db, nora.memberId)).toEqual([]);
});

test("recovery codes require a second factor such as a passkey, which only its member can remove", async () => {
  const [nora, otherMember] = [await createMember(), await createMember()];
  expect(await renewRecoveryCodes(server.app, nora, TEST_ACTOR)).toEqual({ refused: "factor_missing" });
  const id = await insertPasskey(nora.memberId);
  expect((await findMember(server.app.db, nora.memberId))!.hasFactor).toBe(true);
  expect(await renewRecoveryCodes(server.app, nora, TEST_ACTOR)).toHaveLength(10);
  expect(await removePasskey(server.app, otherMember, id, REMOVAL)).toEqual({ refused: "not_found" });
  expect(await removePasskey(server.app, nora, id, REMOVAL)).toBe("removed");
});

test("a passkey is removed only with the password, and the member is notified by email", async () => {
  const nora = await createMember();
  const id = await insertPasskey(nora.memberId);
  expect(await removePasskey(server.app, nora, id, { password: "no", by: TEST_ACTOR })).toEqual({
    refused: "password_wrong",
  });
  expect(await listPasskeys(server.app.db, nora.memberId)).toHaveLength(1);
  expect(await removePasskey(server.app, nora, id, REMOVAL)).toBe("removed");
  expect(await listPasskeys(server.app.db, nora.memberId)).toEqual([]);
  await runEmailJobs(server.app);
  const mails = await listMailsTo(server.app, nora.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Se quitó una llave de acceso de tu cuenta del panel"]);
  expect(mails[0]!.text).toContain("«Prueba»");
});

test("password attempts for a removal are limited", async () => {
  const nora = await createMember();
  const id = await insertPasskey(nora.memberId);
  const limitedTestApp = await startAppOnDatabase(server.databaseConfig, { RATE_LIMIT_SCALE: "1" });
  const remove = (password: string) => removePasskey(limitedTestApp.app, nora, id, { password, by: TEST_ACTOR });
  for (let n = 0; n < 5; n++) expect(await remove("no")).toEqual({ refused: "password_wrong" });
  expect(await remove(PASSWORD)).toMatchObject({ refused: "too_many_requests" });
  await limitedTestApp.stop();
});

test("a disabled member loses their passkeys", async () => {
  const nora = await createMember();
  await createMember([{ role: "owner", shopId: null }]);
  await insertPasskey(nora.memberId);
  expect(await disableMember(server.app, nora.memberId, TEST_ACTOR)).toBeNull();
  expect(await listPasskeys(server.app.db, nora.memberId)).toEqual([]);
});
