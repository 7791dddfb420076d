import { expectAccessible } from "./support/accessible.ts";
import { waitForMailMatch } from "./support/mail.ts";
import { signInStaff } from "./support/office.ts";
import { createBuyer, placeOrder } from "./support/order.ts";
import { expect, openVisitorContext, test } from "./support/shop.ts";

test("sales staff find a customer, correct their data and open a session in their name", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const suffix = Date.now().toString(36);
  const username = `irene-${suffix}@ejemplo.mx`;
  const buyer = await createBuyer(request, {
    name: "Irene",
    lastName: `Zúñiga ${suffix}`,
    username,
    password: "demo1234",
  });
  const { reference } = await placeOrder(request, buyer);

  await signInStaff(page, "sales");
  await page.goto("/panel/clientes");
  await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill(`zuniga ${suffix}`);
  await page.getByRole("searchbox", { name: "Buscar", exact: true }).press("Enter");
  // Waits for the search: the new customer is also at the top of the list without one.
  await expect(page).toHaveURL(/\?q=zuniga/);
  await page.getByRole("link", { name: `Irene Zúñiga ${suffix}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Irene Zúñiga ${suffix}` })).toBeVisible();
  await expect(page.getByRole("link", { name: `#${reference}` })).toBeVisible();

  await page.getByText("Corregir sus datos…").click();
  await page.getByLabel("Teléfono").fill("55 12");
  await page.getByLabel("Apellidos").fill(`Zúñiga Peña ${suffix}`);
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("teléfono");
  await expect(page.getByLabel("Apellidos")).toHaveValue(`Zúñiga Peña ${suffix}`);
  await page.getByLabel("Teléfono").fill("55 8765 4321");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Irene Zúñiga Peña ${suffix}` })).toBeVisible();
  await page.getByLabel("Nota").fill("Prefiere que le llamen por la tarde");
  await page.getByRole("button", { name: "Agregar nota" }).click();
  await expect(page.getByText("Prefiere que le llamen por la tarde")).toBeVisible();
  await expectAccessible(page);

  // The link back returns to the same search. A new order starts with the customer and their address.
  await page.getByRole("link", { name: "← Clientes" }).click();
  await expect(page).toHaveURL(/\?q=zuniga/);
  await page.getByRole("link", { name: `Irene Zúñiga Peña ${suffix}` }).click();
  await page.getByRole("link", { name: "Pedido nuevo" }).click();
  await expect(page.getByRole("radio", { name: new RegExp(`^Irene Zúñiga Peña ${suffix}`) })).toBeChecked();
  // After client-side navigation the page has only one menu.
  await expect(page.locator("header details")).toHaveCount(1);
  await page.goBack();

  await page.getByRole("button", { name: "Entrar como este cliente" }).click();
  const link = page.getByRole("link", { name: "Abrir la tienda en su nombre" });
  await expect(page.getByRole("alert")).toContainText("El enlace sirve una vez");
  const popup = page.waitForEvent("popup");
  await link.click();
  const assistedPage = await popup;
  await assistedPage.getByRole("button", { name: "Ingresar" }).click();
  await expect(assistedPage.getByText("actúa a nombre del cliente")).toBeVisible();
  await assistedPage.goto("/orders");
  await expect(assistedPage.getByText(`#${reference}`).first()).toBeVisible();
  await expectAccessible(assistedPage);

  // The link opens a session only once.
  const otherVisitorPage = await (await openVisitorContext(browser)).newPage();
  await otherVisitorPage.goto((await link.getAttribute("href"))!);
  await otherVisitorPage.getByRole("button", { name: "Ingresar" }).click();
  await expect(otherVisitorPage.getByRole("alert")).toBeVisible();

  // The customer's page lists what staff did in their name.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Lo que el equipo hizo en su nombre" })).toBeVisible();
  expect(await waitForMailMatch(request, username, new RegExp(`(#${reference})`))).toBe(`#${reference}`);
});

test("the owner exports a customer's data and deletes it on request", async ({ page, request }) => {
  test.slow();
  const suffix = Date.now().toString(36);
  const username = `berta-${suffix}@ejemplo.mx`;
  const { customerId } = await createBuyer(request, {
    name: "Berta",
    lastName: `Olvido ${suffix}`,
    username,
    password: "demo1234",
  });
  await signInStaff(page, "owner");
  await page.goto(`/panel/clientes/${customerId}`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Descargar todo lo que guardamos" }).click();
  expect((await download).suggestedFilename()).toBe(`datos-${customerId}.json`);
  await page.getByRole("link", { name: "Borrar sus datos…" }).click();
  await expectAccessible(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /^Borrar/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cliente borrado" })).toBeVisible();
  await expect(page.getByText(/Sus datos se borraron el/)).toBeVisible();
  await page.goto(`/panel/clientes?q=${suffix}`);
  await expect(page.getByText("Nadie es así")).toBeVisible();
});

test("a customer opened before the list is hydrated links back with its filter", async ({ page, consoleErrors }) => {
  await signInStaff(page, "sales");
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/panel/clientes?tipo=registered");
  await page.unroute("**/*.js");
  await page.getByRole("link", { name: "Ana Torres Rivera" }).click();
  await expect(page.getByRole("link", { name: "← Clientes" })).toHaveAttribute("href", /tipo=registered/);
  // The list's code fails to load if the page requested it before the click.
  expect(consoleErrors.filter((message) => !message.includes("Failed to fetch dynamically imported module"))).toEqual(
    [],
  );
  consoleErrors.length = 0;
});
