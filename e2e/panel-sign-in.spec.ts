import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "./support/accessible.ts";
import { waitForMailMatch } from "./support/mail.ts";
import { acceptInvitation, STAFF_PASSWORD } from "./support/office.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

test("an owner sets up a second factor and invites warehouse staff, who see only their sections", async ({
  page,
  browser,
  request,
}) => {
  test.slow(); // two members of staff, three accessibility checks
  const ownerEmail = `lucia-${Date.now()}@ejemplo.mx`;
  const packerEmail = `pablo-${Date.now()}@ejemplo.mx`;
  const link = new URL((await runShopCommand("staff", "invite", ownerEmail, "--role", "owner")).trim());
  await acceptInvitation(page, link.pathname + link.hash, "Lucía");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Activa tu segundo factor" }).click();
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("img", { name: "Código QR para tu aplicación" })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.locator(".font-mono").textContent())!.replaceAll(" ", "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel("Código que muestra").fill(totp.generate());
  await page.getByRole("button", { name: "Activar" }).click();
  await expect(page.getByRole("heading", { name: "Guarda tus códigos de recuperación" })).toBeVisible();
  const [recoveryCode] = await page.locator(".font-mono li").allTextContents();

  await page.getByRole("button", { name: "Salir" }).click();
  await expect(page).toHaveURL(/\/panel\/entrar$/);
  await page.goto("/panel/equipo");
  await expect(page).toHaveURL(/\/panel\/entrar\?volver=/);
  await page.getByLabel("Correo electrónico").fill(ownerEmail);
  await page.getByLabel("Contraseña", { exact: true }).fill("no es esta");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("no son correctos");
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.getByLabel("Código de tu aplicación").fill(recoveryCode!);
  await page.getByRole("button", { name: "Continuar" }).click();

  await expect(page.getByRole("heading", { name: "Equipo" })).toBeVisible();
  await page.getByLabel("Correo electrónico").fill(packerEmail);
  await page.getByRole("group", { name: "Almacén" }).getByLabel("Todas").check();
  await page.getByRole("button", { name: "Enviar invitación" }).click();
  await expect(page.getByRole("alert")).toContainText(`Le mandamos la invitación a ${packerEmail}`);

  const invitation = new URL(await waitForMailMatch(request, packerEmail, /https?:\S+clave=[\w-]+/));
  const packerContext = await browser.newContext();
  const packerPage = await packerContext.newPage();
  await acceptInvitation(packerPage, new URL(page.url()).origin + invitation.pathname + invitation.hash, "Pablo");
  await expect(packerPage.getByText("Pedidos pagados por enviar")).toBeVisible();
  await expect(packerPage.getByText("Avisos de pagos por atender")).toHaveCount(0);
  await expect(packerPage.getByRole("link", { name: "Equipo" })).toHaveCount(0);
  await packerPage.goto(new URL("/panel/equipo", page.url()).href);
  await expect(packerPage.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();

  await page.goto("/panel/equipo");
  await page.getByRole("link", { name: "Pablo" }).click();
  await expect(page.getByRole("heading", { name: "Pablo" })).toBeVisible();
  await expectAccessible(page);
  await page.getByText("Quitar acceso…").click();
  await page.getByRole("button", { name: "Quitar acceso" }).click();
  await expect(page.getByText("Ya no tiene acceso al panel")).toBeVisible();
  await packerPage.reload();
  await expect(packerPage).toHaveURL(/\/panel\/entrar/);
  await packerContext.close();
});

test("staff sign in and out without JavaScript on a small screen", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await page.goto(`${baseURL}/panel`);
  await page.getByLabel("Correo electrónico").fill("duena@ejemplo.mx");
  await page.getByLabel("Contraseña", { exact: true }).fill("demo1234");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Hola/ })).toBeVisible();
  await page.getByText("Menú").click();
  await page.getByRole("button", { name: "Salir" }).click();
  await expect(page).toHaveURL(/\/panel\/entrar$/);
  await context.close();
});
