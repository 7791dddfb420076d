import { createBuyer, signInAs } from "./support/order.ts";
import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/shop.ts";

test("text typed in the account is kept after a change of tab, a closed dialog and another sign-in", async ({
  page,
  request,
}) => {
  const username = `memo.${Date.now()}@ejemplo.mx`;
  const buyer = await createBuyer(request, { username, password: "secreta-1" });
  await signInAs(page, buyer, "registered");
  await page.goto("/customer/profile");
  await page.getByRole("button", { name: "Editar" }).click();
  await page.getByLabel("Nombre(s)").fill("Guillermo");
  await page.getByRole("tab", { name: /^Direcciones/ }).click();
  await page.getByRole("button", { name: "Registrar nueva dirección" }).click();
  const dialog = page.getByRole("dialog", { name: "Nueva dirección" });
  await dialog.getByLabel("Calle y número").fill("Tonalá 200");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Registrar nueva dirección" }).click();
  await expect(dialog.getByLabel("Calle y número")).toHaveValue("Tonalá 200");
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Registrar nueva dirección" }).click();
  await expect(dialog.getByLabel("Calle y número")).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Información personal" }).click();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Guillermo");

  // Imitates the server's response to a session that started long ago (customers-api.test.ts tests the real response).
  const usernameField = page.getByLabel("Correo electrónico o Teléfono celular (10 dígitos)");
  await usernameField.fill(`memito.${Date.now()}@ejemplo.mx`);
  const problem = {
    type: "about:blank",
    title: "x",
    status: 403,
    code: "SIGN_IN_AGAIN",
    detail: "Inicia sesión otra vez",
  };
  await page.route(`**/api/v1/customers/${buyer.customerId}`, (route) =>
    route.fulfill({ status: 403, contentType: "application/problem+json", json: problem }),
  );
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Ingresa otra vez")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(`**/api/v1/customers/${buyer.customerId}`);
  await page.getByLabel("Correo electrónico o teléfono celular").fill(username);
  await page.getByLabel("Contraseña", { exact: true }).fill("secreta-1");
  await page.getByRole("button", { name: "Ingresar" }).click();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Guillermo");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Información actualizada")).toBeVisible();
  await expect(usernameField).not.toBeEditable();

  // After a sign-out on another device, the sign-in page says so and leads back.
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem("escaparate.session")!));
  await request.post("/api/v1/auth/logout", { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole("navigation", { name: "Tu cuenta" }).getByRole("link", { name: "Mis pedidos" }).click();
  await expect(page.getByText("Tu sesión terminó")).toBeVisible();
  await expect(page).toHaveURL(/volver=%2Forders/);
});

test("a customer turns review invitations off and on in their account @phone-only", async ({ page, request }) => {
  const buyer = await createBuyer(request, { username: `rita.${Date.now()}@ejemplo.mx`, password: "secreta-1" });
  await signInAs(page, buyer, "registered");
  await page.goto("/customer/profile");
  const invitationSwitch = page.getByRole("switch", { name: "Invítenme a reseñar lo que compro" });
  await expect(invitationSwitch).toBeChecked();
  await invitationSwitch.click();
  await expect(page.getByText("Listo: ya no te invitamos")).toBeVisible();
  await page.reload();
  await expect(invitationSwitch).not.toBeChecked();
  await expectAccessible(page);
  await invitationSwitch.click();
  await expect(page.getByText("Te seguimos invitando")).toBeVisible();
});
