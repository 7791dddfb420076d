import type { Request, Route } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { acceptInvitation, signInStaff, STAFF_PASSWORD } from "./support/office.ts";
import { createBuyer, placeOrder } from "./support/order.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

test("text typed before the session ended is restored after sign-in and is not submitted automatically", async ({
  page,
  request,
}) => {
  const order = await placeOrder(request, await createBuyer(request));
  const email = `olvida-${Date.now()}@ejemplo.mx`;
  const link = new URL((await runShopCommand("staff", "invite", email, "--role", "owner")).trim());
  await acceptInvitation(page, link.pathname + link.search + link.hash, "Marta");
  const signInAgain = async (): Promise<void> => {
    await page.getByLabel("Correo electrónico").fill(email);
    await page.getByLabel("Contraseña", { exact: true }).fill(STAFF_PASSWORD);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
  };
  const path = `/panel/pedidos/${order._id}`;
  await page.goto(path);
  const note = page.getByRole("textbox", { name: /nota/i });
  await note.fill("Llamar antes de las dos\ny dejar con la vecina");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Guardar nota" }).click();
  await expect(page).toHaveURL(/\/panel\/entrar\?volver=/);
  await signInAgain();
  await expect(page).toHaveURL(new RegExp(path));
  await expect(page.getByText("Recuperamos lo que habías escrito")).toBeVisible();
  await expect(note).toHaveValue("Llamar antes de las dos\ny dejar con la vecina");
  await expect(page.getByText("La nota quedó escrita.")).toHaveCount(0);
  await expectAccessible(page);
  // The note is saved, so a reload before the page has received its new data restores nothing.
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === "POST") await route.fallback();
  });
  // Waits for the page's own data, because a link under the pointer may prefetch the data of another page.
  const dataRequest = page.waitForRequest(
    (pageRequest) => pageRequest.method() === "GET" && new URL(pageRequest.url()).pathname === `${path}.data`,
  );
  await page.getByRole("button", { name: "Guardar nota" }).click();
  await dataRequest;
  await page.reload({ waitUntil: "networkidle" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page.getByText("Llamar antes de las dos").first()).toBeVisible();
  await expect(page.getByText("Recuperamos lo que habías escrito")).toHaveCount(0);
  await expect(note).toHaveValue("");

  // Of several forms of the same kind, the one that was typed in is filled.
  await page.goto("/panel/facturacion/iva");
  const vatForms = page.locator("form", { has: page.getByLabel("IVA", { exact: true }) });
  const closedRows = page.locator("details", { has: page.getByLabel("IVA", { exact: true }) });
  await closedRows.nth(2).locator("summary").click();
  await vatForms.nth(2).getByLabel("Desde qué día").fill("2031-05-17");
  const firstDay = await vatForms.first().getByLabel("Desde qué día").inputValue();
  await page.context().clearCookies();
  await vatForms
    .nth(2)
    .getByRole("button", { name: /^Guardar el IVA/ })
    .click();
  await expect(page).toHaveURL(/\/panel\/entrar/);
  await signInAgain();
  await expect(page.getByText("Recuperamos lo que habías escrito")).toBeVisible();
  await expect(vatForms.nth(2).getByLabel("Desde qué día")).toHaveValue("2031-05-17");
  await expect(vatForms.first().getByLabel("Desde qué día")).toHaveValue(firstDay);

  // Passwords are not stored.
  await page.goto("/panel/mi-cuenta/contrasena");
  for (const field of await page.locator("input[type=password]").all()) await field.fill("una muy secreta");
  await page.context().clearCookies();
  await page
    .locator("#contenido")
    .getByRole("button", { name: /contraseña/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/panel\/entrar/);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain("secreta");
});

test("a failed poll for changes by others keeps the page and the typed text", async ({ page, request }) => {
  const order = await placeOrder(request, await createBuyer(request));
  await signInStaff(page, "owner");
  await page.goto(`/panel/pedidos/${order._id}`);
  const note = page.getByRole("textbox", { name: /nota/i });
  await note.fill("Llamar antes de las dos");
  const url = page.url();
  for (const failPoll of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503 }),
    (route: Route) => route.fulfill({ contentType: "text/html", body: "<p>Volvemos pronto</p>" }),
  ]) {
    await page.route("**/panel/cambios/**", failPoll);
    const pollFinished = page.waitForEvent("requestfinished", isPoll).catch(() => null);
    const pollFailed = page.waitForEvent("requestfailed", isPoll).catch(() => null);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await Promise.race([pollFinished, pollFailed]);
    await page.unroute("**/panel/cambios/**");
  }
  // A replaced page would be visible after the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  expect(page.url()).toBe(url);
  await expect(note).toHaveValue("Llamar antes de las dos");
});

function isPoll(request: Request): boolean {
  return request.url().includes("/panel/cambios/");
}
