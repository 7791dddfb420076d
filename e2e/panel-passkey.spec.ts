import { expectAccessible } from "./support/accessible.ts";
import { acceptInvitation, STAFF_PASSWORD } from "./support/office.ts";
import { addVirtualAuthenticator } from "./support/passkey.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

test("a passkey is added, signs in alone and as the second factor, and is removed", async ({ page }) => {
  test.slow(); // four accessibility checks
  const email = `llave-${Date.now()}@ejemplo.mx`;
  const link = new URL((await runShopCommand("staff", "invite", email, "--role", "accounting")).trim());
  await addVirtualAuthenticator(page);
  await acceptInvitation(page, link.pathname + link.hash, "Nora");
  await page.getByRole("link", { name: "Mi cuenta" }).first().click();
  await page.getByRole("link", { name: "Llaves de acceso (0)" }).click();
  await page.getByLabel("Nombre de la llave").fill("Mi laptop");
  await page.getByLabel("Contraseña", { exact: true }).fill("no es esta");
  await page.getByRole("button", { name: "Agregar llave" }).click();
  await expect(page.getByRole("alert")).toContainText("Esa no es tu contraseña actual");
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Agregar llave" }).click();
  await expect(page.getByRole("heading", { name: "Guarda tus códigos de recuperación" })).toBeVisible();
  await expect(page.locator(".font-mono li")).toHaveCount(10);
  await expect(page.getByText("Mi laptop")).toBeVisible();
  await expectAccessible(page);

  // The passkey alone signs in.
  await page.getByRole("button", { name: "Salir" }).click();
  await expect(page).toHaveURL(/\/panel\/entrar/);
  await page.goto("/panel/facturacion");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Entrar con llave de acceso" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Facturación" })).toBeVisible();

  // After the password, the passkey replaces the code.
  await page.getByRole("button", { name: "Salir" }).click();
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Escribe tu código" })).toBeVisible();
  await page.getByRole("button", { name: "Entrar con llave de acceso" }).click();
  await expect(page.getByRole("heading", { name: "Hola, Nora" })).toBeVisible();

  await page.goto("/panel/mi-cuenta");
  await expect(page.getByRole("link", { name: "Códigos de recuperación (10)" })).toBeVisible();
  await page.getByRole("link", { name: "Códigos de recuperación (10)" }).click();
  await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Hacer códigos nuevos" }).click();
  await expect(page.locator(".font-mono li")).toHaveCount(10);
  await expectAccessible(page);

  await page.goto("/panel/mi-cuenta/llaves");
  await page.getByRole("link", { name: "Quitar la llave Mi laptop" }).click();
  const removeSection = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Quitar «Mi laptop»" }) });
  await removeSection.getByLabel("Contraseña", { exact: true }).fill("no es esta");
  await removeSection.getByRole("button", { name: "Quitar llave" }).click();
  await expect(removeSection.getByRole("alert")).toContainText("Esa no es tu contraseña actual");
  await expectAccessible(page);
  await removeSection.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
  await removeSection.getByRole("button", { name: "Quitar llave" }).click();
  await expect(page.getByText("Todavía no tienes")).toBeVisible();
  await page.getByRole("button", { name: "Salir" }).click();
  await page.getByRole("button", { name: "Entrar con llave de acceso" }).click();
  await expect(page.getByRole("alert")).toContainText("Esa llave no sirvió aquí");
});
