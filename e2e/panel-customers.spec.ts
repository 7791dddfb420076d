import { expectAccessible } from "./support/accessible.ts";
import { findInMail } from "./support/mail.ts";
import { workAs } from "./support/office.ts";
import { newBuyer, placeOrder } from "./support/order.ts";
import { expect, test } from "./support/shop.ts";

test("somebody at the phone finds a customer, puts her data right, and buys in her name", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const mark = Date.now().toString(36);
  const username = `irene-${mark}@ejemplo.mx`;
  const buyer = await newBuyer(request, { name: "Irene", lastName: `Zúñiga ${mark}`, username, password: "demo1234" });
  const { reference } = await placeOrder(request, buyer);

  await workAs(page, "sales");
  await page.goto("/panel/clientes");
  await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill(`zuniga ${mark}`);
  await page.getByRole("searchbox", { name: "Buscar", exact: true }).press("Enter");
  await page.getByRole("link", { name: `Irene Zúñiga ${mark}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Irene Zúñiga ${mark}` })).toBeVisible();
  await expect(page.getByRole("link", { name: `#${reference}` })).toBeVisible();

  await page.getByText("Corregir sus datos…").click();
  await page.getByLabel("Teléfono").fill("55 12");
  await page.getByLabel("Apellidos").fill(`Zúñiga Peña ${mark}`);
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("alert")).toContainText("teléfono");
  await expect(page.getByLabel("Apellidos")).toHaveValue(`Zúñiga Peña ${mark}`);
  await page.getByLabel("Teléfono").fill("55 8765 4321");
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Irene Zúñiga Peña ${mark}` })).toBeVisible();
  await page.getByLabel("Nota").fill("Prefiere que le llamen por la tarde");
  await page.getByRole("button", { name: "Agregar nota" }).click();
  await expect(page.getByText("Prefiere que le llamen por la tarde")).toBeVisible();
  await expectAccessible(page);

  // Back leads to the same search; an order for her begins with her and her address.
  await page.getByRole("link", { name: "← Clientes" }).click();
  await expect(page).toHaveURL(/\?q=zuniga/);
  await page.getByRole("link", { name: `Irene Zúñiga Peña ${mark}` }).click();
  await page.getByRole("link", { name: "Pedido nuevo" }).click();
  await expect(page.getByRole("radio", { name: new RegExp(`^Irene Zúñiga Peña ${mark}`) })).toBeChecked();
  // However often one moves, there is one menu.
  await expect(page.locator("header details")).toHaveCount(1);
  await page.goBack();

  await page.getByRole("button", { name: "Entrar como este cliente" }).click();
  const link = page.getByRole("link", { name: "Abrir la tienda en su nombre" });
  await expect(page.getByRole("alert")).toContainText("El enlace sirve una vez");
  const opening = page.waitForEvent("popup");
  await link.click();
  const asHer = await opening;
  await asHer.getByRole("button", { name: "Ingresar" }).click();
  await expect(asHer.getByText("actúa a nombre del cliente")).toBeVisible();
  await asHer.goto("/orders");
  await expect(asHer.getByText(`#${reference}`).first()).toBeVisible();
  await expectAccessible(asHer);

  // The link is good once, for whoever has it.
  const stranger = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await stranger.goto((await link.getAttribute("href"))!);
  await stranger.getByRole("button", { name: "Ingresar" }).click();
  await expect(stranger.getByRole("alert")).toBeVisible();

  // What is done in her name says who did it.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Lo que el equipo hizo en su nombre" })).toBeVisible();
  expect(await findInMail(request, username, new RegExp(`(#${reference})`))).toBe(`#${reference}`);
});

test("who asks for her data gets them, and who asks to be forgotten is", async ({ page, request }) => {
  test.slow();
  const mark = Date.now().toString(36);
  const username = `berta-${mark}@ejemplo.mx`;
  const { customerId } = await newBuyer(request, {
    name: "Berta",
    lastName: `Olvido ${mark}`,
    username,
    password: "demo1234",
  });
  await workAs(page, "owner");
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
  await page.goto(`/panel/clientes?q=${mark}`);
  await expect(page.getByText("Nadie es así")).toBeVisible();
});
