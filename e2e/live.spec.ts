import type { BrowserContext, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { LiveShop } from "./support/live-shop.ts";
import { STAFF_PASSWORD } from "./support/office.ts";
import { plugInPasskey } from "./support/passkey.ts";
import { expect, test as base } from "./support/shop.ts";

const OWNER = "duena@tienda.test";

/** One shop for all tests here, which follow its first day from its start. */
const test = base.extend<object, { live: LiveShop; owner: { context: BrowserContext; page: Page } }>({
  live: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const live = await LiveShop.start(process.env.E2E_LIVE_DIR!);
      await use(live);
      await live.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  owner: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ locale: "es-MX", timezoneId: "America/Mexico_City" });
      await use({ context, page: await context.newPage() });
      await context.close();
    },
    { scope: "worker" },
  ],
});
test.describe.configure({ mode: "serial" });

test("over http a visitor is sent to https, and every answer asks browsers to come that way", async ({ live }) => {
  const answer = await fetch(`http://127.0.0.1:${live.httpPort}/cart?x=1`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    301,
    expect.stringMatching(/^https:.*\/cart\?x=1$/),
  ]);
  for (const path of ["/", "/panel/entrar", "/api/v1/app", "/sandbox/mail"]) {
    expect((await live.get(path)).headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
  }
});

test("nothing of the demo is there: no logins, no codes, no mark, no open stand-in", async ({ live }) => {
  for (const path of ["/", "/panel/entrar", "/login", "/preventa/auth"]) {
    const found = /demostración|demo1234|PRIMAVERA|Casa Maguey|simulación/i.exec((await live.get(path)).text);
    expect([path, found?.[0]]).toEqual([path, undefined]);
  }
  expect((await live.get("/test")).status).toBe(404);
  expect((await live.get("/metrics")).status).toBe(403);
  for (const path of ["/sandbox/mail", "/sandbox/mail.json", "/sandbox/mp", "/sandbox/pac"]) {
    expect([path, (await live.get(path)).status]).toEqual([path, 401]);
  }
});

test("the first owner comes by the printed link, with a second factor and a passkey", async ({ live, owner }) => {
  test.slow();
  const { page, context } = owner;
  await page.goto(live.ownerLink());
  await page.getByLabel("Tu nombre").fill("Lucía");
  await page.getByLabel("Correo electrónico").fill(OWNER);
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar al equipo" }).click();

  // A live shop lets nobody work without a second factor.
  await expect(page.getByRole("heading", { name: "Segundo factor" })).toBeVisible();
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Continuar" }).click();
  const letters = (await page.locator(".font-mono").textContent())!.replaceAll(" ", "");
  await page.getByLabel("Código que muestra").fill(new TOTP({ secret: Secret.fromBase32(letters) }).generate());
  await page.getByRole("button", { name: "Activar" }).click();
  await expect(page.getByRole("heading", { name: "Guarda tus códigos de recuperación" })).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ secure: true });
  expect(cookies.find(({ name }) => name === "__Host-panel")).toMatchObject({ httpOnly: true, sameSite: "Strict" });

  await plugInPasskey(page);
  await page.goto(`${live.origin}/panel/mi-cuenta/llaves`);
  await page.getByLabel("Nombre de la llave").fill("Mi laptop");
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Agregar llave" }).click();
  await expect(page.getByText("Mi laptop")).toBeVisible();
  await page.getByRole("button", { name: "Salir" }).click();
  await page.getByRole("button", { name: "Entrar con llave de acceso" }).click();
  await expect(page.getByRole("heading", { name: "Hola, Lucía" })).toBeVisible();
});
