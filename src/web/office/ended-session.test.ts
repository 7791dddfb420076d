import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { newId } from "../../server/db/new-id.ts";
import { openTestOffice, type TestOffice } from "../../server/testing/test-office.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

test("the poll of an open page does not count as use of the session, and answers 401 without a session", async () => {
  const cookie = (await office.cookieOf("owner"))!;
  const readUsedAt = async () =>
    (await office.app.db.selectFrom("staff_sessions").select("used_at").executeTakeFirstOrThrow()).used_at;
  const poll = (visitOptions: { cookie?: string }) => office.visit(`/panel/cambios/order/${newId()}`, visitOptions);
  await sql`UPDATE staff_sessions SET used_at = now() - interval '1 hour'`.execute(office.app.db);
  const usedAtBefore = await readUsedAt();
  expect((await poll({ cookie })).status).toBe(200);
  expect(await readUsedAt()).toEqual(usedAtBefore);
  await office.visit("/panel", { cookie });
  expect((await readUsedAt()).getTime()).toBeGreaterThan(usedAtBefore.getTime());
  const { status, headers } = await poll({});
  expect([status, headers.get("location")]).toEqual([401, null]);
});

test("a form sent after the session ended redirects to sign-in, which returns only to office pages", async () => {
  const pagePath = `/panel/pedidos/${newId()}?q=1`;
  const submitAndReadLocation = async (referer: string) =>
    (await office.visit("/panel/vistas", { form: { name: "x" }, headers: { Referer: referer } })).headers.get(
      "location",
    );
  const signInPath = `/panel/entrar?volver=${encodeURIComponent(pagePath)}`;
  expect(await submitAndReadLocation(office.origin + pagePath)).toBe(signInPath);
  for (const otherReferer of [
    "https://malo.mx/panel/pedidos",
    `${office.origin}/cart`,
    `${office.origin}/panelx`,
    "nada",
  ]) {
    expect(await submitAndReadLocation(otherReferer), otherReferer).toBe("/panel/entrar");
  }
});
