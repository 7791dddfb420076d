import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { openStoredCsd, reencryptCsds } from "../invoicing/csd-store.ts";
import { findIssuer } from "../invoicing/issuers.ts";
import { reencryptFactorSecrets } from "../staff/factor-secret.ts";
import { insertMember } from "../staff/queries.ts";
import { findFactorEnrollment, startFactorEnrollment } from "../staff/second-factor.ts";
import type { Staff } from "../staff/staff-sessions.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";

const createFolder = () => mkdtempSync(path.join(tmpdir(), "escaparate-reencrypt-"));
const [FIRST_FOLDER, SECOND_FOLDER, THIRD_FOLDER] = [createFolder(), createFolder(), createFolder()];
const [OLDER_KEY, NEWER_KEY] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString("base64")) as [string, string];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ DATA_DIR: FIRST_FOLDER });
});
afterAll(() => testApp.stop());

/** Runs `work` with a second App on the database that has these keys and this data folder. */
async function withKeys<Answer>(keys: string[], folder: string, work: (app: App) => Promise<Answer>): Promise<Answer> {
  const keyList = keys.join(",");
  const env = { STAFF_KEY: keyList, INVOICING_KEY: keyList, DATA_DIR: folder };
  const otherTestApp = await startAppOnDatabase(testApp.databaseConfig, env);
  return work(otherTestApp.app).finally(() => otherTestApp.stop());
}

test("secrets are encrypted again with a new key, after which the old key can be removed", async () => {
  const { app } = testApp;
  const member = { id: newId(), name: "Vera", email: "vera@ejemplo.mx", passwordHash: "", grants: [] };
  await transact(app.db, (tx) => insertMember(tx, member));
  const staff = { memberId: member.id, name: "Vera", email: member.email } as Staff;
  const enrollment = await startFactorEnrollment(app, staff, "Tienda");
  const readIssuer = async () => (await findIssuer(app.db, (await testApp.findShop()).id))!;
  const csd = await openStoredCsd(app, { ...(await readIssuer()), isDemo: true });
  if (isRefusal(enrollment) || isRefusal(csd)) throw new Error("not encrypted");
  // A demo issuer would get a new demo CSD if its CSD could not be decrypted. This one must not.
  await app.db.updateTable("invoice_issuers").set({ is_demo: false }).execute();
  const checkReadability = async (otherApp: App) => [
    (await findFactorEnrollment(otherApp, staff, "Tienda"))?.secretText === enrollment.secretText,
    !isRefusal(await openStoredCsd(otherApp, await readIssuer())),
  ];
  const reencrypt = async (otherApp: App) => [await reencryptFactorSecrets(otherApp), await reencryptCsds(otherApp)];
  const expectedResultsOf = (reencrypted: number) => [1, 2].map(() => ({ reencrypted, unreadable: [] }));

  // The key files of the folder encrypted the secrets before the variables were set.
  await withKeys([OLDER_KEY], FIRST_FOLDER, async (otherApp) => {
    expect(await checkReadability(otherApp)).toEqual([true, true]);
    expect(await reencrypt(otherApp)).toEqual(expectedResultsOf(1));
    expect(await reencrypt(otherApp)).toEqual(expectedResultsOf(0));
  });
  await withKeys([NEWER_KEY, OLDER_KEY], SECOND_FOLDER, async (otherApp) =>
    expect(await reencrypt(otherApp)).toEqual(expectedResultsOf(1)),
  );
  await withKeys([NEWER_KEY], SECOND_FOLDER, async (otherApp) => {
    expect(await checkReadability(otherApp)).toEqual([true, true]);
    expect(await reencrypt(otherApp)).toEqual(expectedResultsOf(0));
  });
  await withKeys([OLDER_KEY], THIRD_FOLDER, async (otherApp) => {
    expect(await checkReadability(otherApp)).toEqual([false, false]);
    const expected = [{ unreadable: [staff.memberId] }, { unreadable: [(await readIssuer()).shopId] }];
    expect(await reencrypt(otherApp)).toMatchObject(expected.map((result) => ({ reencrypted: 0, ...result })));
  });
});
