import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../server/db/new-id.ts";
import { openTestOffice, type TestOffice } from "../../server/testing/test-office.ts";

let shop: TestOffice;
beforeAll(async () => {
  shop = await openTestOffice();
});
afterAll(() => shop.stop());

test("a form sent after the session ended redirects to sign-in, which returns to the form's page and to no other site", async () => {
  const page = `/panel/pedidos/${newId()}?q=1`;
  const locationAfterSubmit = async (referer: string) =>
    (await shop.visit("/panel/vistas", { form: { name: "x" }, headers: { Referer: referer } })).headers.get("location");
  const signIn = `/panel/entrar?volver=${encodeURIComponent(page)}`;
  expect(await locationAfterSubmit(shop.origin + page)).toBe(signIn);
  for (const other of ["https://malo.mx/panel/pedidos", `${shop.origin}/cart`, `${shop.origin}/panelx`, "nada"]) {
    expect(await locationAfterSubmit(other), other).toBe("/panel/entrar");
  }
});
