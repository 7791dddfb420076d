import type { BrowserContext, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import {
  chooseCarrier,
  choosePaymentAndAccept,
  confirmButton,
  fillAddress,
  fillGuest,
  goToReview,
} from "./support/checkout.ts";
import { expectAccessible } from "./support/accessible.ts";
import { BRANCH_HOST, LiveShop } from "./support/live-shop.ts";
import { STAFF_PASSWORD } from "./support/office.ts";
import { addVirtualAuthenticator } from "./support/passkey.ts";
import { addSize, expect, test as base } from "./support/shop.ts";

const OWNER_EMAIL = "duena@tienda.test";

/** One live shop for all tests of this file, which run in order: each continues where the one before it ended. */
const test = base.extend<object, { live: LiveShop; owner: { context: BrowserContext; page: Page } }>({
  live: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright takes the names of required fixtures from the pattern
    async ({}, use) => {
      const liveShop = await LiveShop.start(process.env.E2E_LIVE_DIR!);
      await use(liveShop);
      await liveShop.stop();
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

test("http redirects to https, and every response has Strict-Transport-Security", async ({ live }) => {
  const answer = await fetch(`http://127.0.0.1:${live.httpPort}/cart?x=1`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    301,
    expect.stringMatching(/^https:.*\/cart\?x=1$/),
  ]);
  for (const path of ["/", "/panel/entrar", "/api/v1/app", "/sandbox/mail"]) {
    expect((await live.get(path)).headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
  }
});

test("a live shop has nothing of the demo: no accounts, no codes, no banner, no open sandbox", async ({ live }) => {
  for (const path of ["/", "/panel/entrar", "/login", "/preventa/auth"]) {
    const demoText = /demostración|demo1234|PRIMAVERA|Casa Maguey|simulación/i.exec((await live.get(path)).text);
    expect([path, demoText?.[0]]).toEqual([path, undefined]);
  }
  expect((await live.get("/metrics")).status).toBe(403);
  for (const path of ["/sandbox/mail", "/sandbox/mail.json", "/sandbox/mp", "/sandbox/pac"]) {
    expect([path, (await live.get(path)).status]).toEqual([path, 401]);
  }
});

test("the first owner accepts the printed invitation and sets up a second factor and a passkey", async ({
  live,
  owner,
}) => {
  test.slow();
  const { page, context } = owner;
  await page.goto(live.ownerLink());
  await page.getByLabel("Tu nombre").fill("Lucía");
  await page.getByLabel("Correo electrónico").fill(OWNER_EMAIL);
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar al equipo" }).click();

  // A live shop requires a second factor.
  await expect(page.getByRole("heading", { name: "Segundo factor" })).toBeVisible();
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Continuar" }).click();
  const secret = (await page.locator(".font-mono").textContent())!.replaceAll(" ", "");
  await page.getByLabel("Código que muestra").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole("button", { name: "Activar" }).click();
  await expect(page.getByRole("heading", { name: "Guarda tus códigos de recuperación" })).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ secure: true });
  expect(cookies.find(({ name }) => name === "__Host-panel")).toMatchObject({ httpOnly: true, sameSite: "Strict" });

  await addVirtualAuthenticator(page);
  await page.goto(`${live.origin}/panel/mi-cuenta/llaves`);
  await page.getByLabel("Nombre de la llave").fill("Mi laptop");
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Agregar llave" }).click();
  await expect(page.getByText("Mi laptop")).toBeVisible();
  await page.getByRole("button", { name: "Salir" }).click();
  await page.getByRole("button", { name: "Entrar con llave de acceso" }).click();
  await expect(page.getByRole("heading", { name: "Hola, Lucía" })).toBeVisible();
});

test("visitors of an empty shop see that it opens soon; its owner follows the first steps", async ({
  live,
  owner: { page },
  page: visitorPage,
}) => {
  await visitorPage.goto(live.origin);
  await expect(visitorPage.getByRole("heading", { name: "Abrimos pronto" })).toBeVisible();
  await expectAccessible(visitorPage);

  await expect(page.getByText("0 de 8 listos")).toBeVisible();
  const csv = [
    "Clave,Nombre,Descripción,Marca,Categorías,Color,Precio,Mayoreo,Nuevo,Publicado,Talla,Piezas",
    "blusa,Blusa de manta,Fresca,Taller Sol,blusas,Crudo,350,,sí,sí,M,20",
  ];
  await live.runCommand("import", live.writeFile("products.csv", csv.join("\n")));
  for (const [name, value] of [
    ["payments.accounts", JSON.stringify([{ bank: "BBVA", beneficiary: "Taller Sol", clabe: "002010077777777771" }])],
    ["payments.public_key", "APP_USR-of-the-sandbox"],
    ["payments.enabled", "true"],
  ]) {
    await live.runCommand("settings", "set", "--shop", "matriz", name!, value!);
  }
  await page.goto(`${live.origin}/panel/envios-y-pagos/paqueterias/nueva`);
  await page.getByLabel("Nombre").fill("Mensajería");
  await page.getByLabel("Precio del envío").fill("99");
  await page.getByRole("button", { name: "Agregar", exact: true }).click();
  await expect(page.getByText("Guardado")).toBeVisible();

  await page.goto(`${live.origin}/panel`);
  await expect(page.getByText("3 de 8 listos")).toBeVisible();
  await expectAccessible(page);
});

test("the owner orders in the preview, and opens the shop", async ({ live, owner: { page }, page: visitorPage }) => {
  test.slow();
  await page.getByRole("button", { name: "Abrir la vista previa" }).first().click();
  await expect(page.getByRole("link", { name: /Blusa de manta/ }).first()).toBeVisible();
  await orderAsGuest(page, live.origin, "Transferencia Bancaria");
  await expect(page.getByText("Información de Pago")).toBeVisible();

  await page.goto(`${live.origin}/panel`);
  await expect(page.getByText("4 de 8 listos")).toBeVisible();
  await page.getByRole("button", { name: "Ya los leí y así están bien" }).click();
  await page
    .getByRole("button", { name: /^Abrir / })
    .filter({ hasNotText: "vista previa" })
    .click();
  await expect(page.getByRole("link", { name: "Ver la tienda" }).first()).toBeVisible();
  await visitorPage.goto(live.origin);
  await expect(visitorPage.getByRole("link", { name: /Blusa de manta/ }).first()).toBeVisible();
  expect((await live.get("/test")).status).toBe(404);
});

test("a guest buys by transfer and gets the order's mail", async ({ live, page }) => {
  const email = "invitada@tienda.test";
  await orderAsGuest(page, live.origin, "Transferencia Bancaria", email);
  await expect(page.getByText("Información de Pago")).toBeVisible();
  await expect.poll(async () => (await live.readMailsTo(email)).length).toBeGreaterThan(0);
  const [mail] = await live.readMailsTo(email);
  expect(mail!.text).toContain(`${live.origin}/orders/`);
});

test("one visitor cannot reserve most of the stock, and can still buy within the cap", async ({ live, page }) => {
  await page.goto(live.origin);
  await page
    .getByRole("link", { name: /Blusa de manta/ })
    .first()
    .click();
  await page.getByRole("radio", { name: "M", exact: true }).check();
  await page.getByRole("spinbutton", { name: "Piezas" }).fill("15");
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(page.getByText("Desde tu red ya hay muchas piezas apartadas.").first()).toBeVisible();
  await page.getByRole("spinbutton", { name: "Piezas" }).fill("2");
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
});

test("a guest pays online in a branch on its own host", async ({ live, page }) => {
  await live.runCommand(
    "shops",
    "add",
    "norte",
    "--name",
    "Taller Sol Norte",
    "--host",
    BRANCH_HOST,
    "--copy-from",
    "matriz",
  );
  await live.runCommand("settings", "set", "--shop", "norte", "management.opened", "true");
  await page.goto(live.branchOrigin);
  await expect(page).toHaveTitle(/Taller Sol Norte/);
  await orderAsGuest(page, live.branchOrigin, "Mercado Pago");
  await page.getByRole("link", { name: /enlace|Pagar con Mercado Pago/ }).click();
  await expect(page).toHaveURL(/\/sandbox\/mp\/checkout\//);
  await page.getByRole("button", { name: "Pagar con tarjeta (aprobado)" }).click();
  await expect(page).toHaveURL(new RegExp(`^${live.branchOrigin}/orders/`));
  await expect(page.getByText("Pago aceptado").first()).toBeVisible();
});

test("on the branch's host too, the password of staff leads to the second factor", async ({ live, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${live.branchOrigin}/panel/entrar`);
  await page.getByLabel("Correo electrónico").fill(OWNER_EMAIL);
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Escribe tu código" })).toBeVisible();
  await context.close();
});

test("the audit passes on the data of all these tests", async ({ live }) => {
  expect(await live.runCommand("audit")).toMatch(/\S/);
});

/** Places an order for one piece of the shop's only product, as a guest. */
async function orderAsGuest(page: Page, origin: string, method: string, email?: string): Promise<void> {
  await page.goto(origin);
  await page
    .getByRole("link", { name: /Blusa de manta/ })
    .first()
    .click();
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto(`${origin}/cart/checkout`);
  await fillGuest(page, { email });
  await fillAddress(page);
  await chooseCarrier(page, /Mensajería/);
  await goToReview(page);
  await choosePaymentAndAccept(page, new RegExp(method));
  await confirmButton(page).click();
  await expect(page).toHaveURL(/\/orders\//);
}
