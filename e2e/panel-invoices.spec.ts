import { expectAccessible } from "./support/accessible.ts";
import { COMPANY, invoiceByApi, listAttachmentsByInvoiceEmail, placeShippedOrder } from "./support/invoice.ts";
import { signInStaff } from "./support/office.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

const newEmail = () => `conta.${crypto.randomUUID()}@ejemplo.mx`;

test("an accountant corrects a refused invoice, makes a credit note, cancels it and replaces the invoice", async ({
  page,
  request,
}) => {
  test.slow(); // five accessibility checks
  const email = newEmail();
  const order = await placeShippedOrder(request, email);
  const refusedResponse = await request.post("/api/v1/invoice", {
    data: {
      orderId: order.reference,
      phone: order.phone,
      receiver: { ...COMPANY, name: "Bordados de Puebla" },
    },
  });
  expect(refusedResponse.status()).toBe(422);
  await signInStaff(page, "accounting");
  await page.getByRole("link", { name: "Facturación", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Facturación" })).toBeVisible();
  await page.getByRole("link", { name: "Por corregir" }).click();
  await page.getByLabel("Buscar", { exact: true }).fill(order.reference);
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("Ese no es el nombre que el SAT tiene").first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByText(/Código CFDI40145/)).toBeVisible();
  await expectAccessible(page);
  const nameField = page.getByLabel("Nombre o razón social");
  await nameField.fill("Otro nombre");
  await page.getByRole("button", { name: "Volver a facturar" }).click();
  await expect(page.getByRole("alert")).toContainText("El SAT no aceptó estos datos");
  await expect(nameField).toHaveValue("Otro nombre");
  await nameField.fill(COMPANY.name);
  await page.getByLabel("Correo para mandarla").fill(email);
  await page.getByRole("button", { name: "Volver a facturar" }).click();
  await expect(page.getByRole("alert")).toContainText("La factura quedó hecha");
  await expect(page.getByText("Vigente", { exact: true }).first()).toBeVisible();
  await expect.poll(() => listAttachmentsByInvoiceEmail(request, email)).toHaveLength(1);
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Descargar PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(
    new RegExp(`^factura-${order.reference}-${COMPANY.rfc}-[\\dA-F-]{36}\\.pdf$`),
  );

  await page.getByText("Mandar por correo…").click();
  await page.getByRole("button", { name: "Mandar XML y PDF" }).click();
  await expect(page.getByRole("alert")).toContainText("La mandamos por correo");
  await expect.poll(() => listAttachmentsByInvoiceEmail(request, email)).toHaveLength(2);

  await page.getByText("Nota de crédito…").click();
  await expect(page.getByText("No hay nada que acreditar")).toBeVisible();
  await runShopCommand("order", "refund-transfer", order.reference, "--amount", "10.50", "--reference", "SPEI1050");
  await page.reload();
  await page
    .getByLabel(/^Piezas que regresaron de/)
    .first()
    .fill("1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hacer nota de crédito por $10.50" }).click();
  await expect(page.getByRole("heading", { name: /^Nota de crédito/ })).toBeVisible();
  await expect(page.getByText("$10.50").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("listitem").filter({ hasText: "es a la que esta se refiere" }).getByRole("link").click();
  await expect(page.getByText("cancela antes sus notas de crédito")).toBeVisible();
  await page
    .getByRole("link", { name: /^Nota / })
    .first()
    .click();

  await page.getByText("Cancelar…").click();
  await page.getByLabel(/^02 /).check();
  await page.getByRole("button", { name: "Pedir la cancelación al SAT" }).click();
  await expect(page.getByText("Cancelada", { exact: true }).first()).toBeVisible();
  const creditedInvoice = page.getByRole("listitem").filter({ hasText: "es a la que esta se refiere" });
  await creditedInvoice.getByRole("link").click();
  await page.getByText("Sustituir por otra").click();
  await page.getByLabel("Uso de la factura").selectOption("S01");
  await page.getByRole("button", { name: "Sustituir factura" }).click();
  await expect(page.getByText("S01 Sin efectos fiscales").first()).toBeVisible();
  await expect(page.getByText(/hizo la factura/)).toBeVisible();
});

test("the accountant sets how VAT applies to a category, from a day on, and sees its history", async ({ page }) => {
  await signInStaff(page, "accounting");
  await page.goto("/panel/facturacion");
  await page.getByRole("link", { name: "IVA", exact: true }).click();
  await expect(page.getByText("algunos espectáculos pagan otro impuesto")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Accesorios › Calcetas" });
  await row.getByText("Cambiar").click();
  await row.getByLabel("IVA", { exact: true }).selectOption("Exento");
  await row.getByLabel("Desde qué día").fill("2099-01-01");
  await row.getByRole("button", { name: "Guardar el IVA de Accesorios › Calcetas" }).click();
  await expect(row.getByRole("alert")).toContainText("a lo más dentro de dos años");
  await expect(row.getByLabel("Desde qué día")).toHaveAccessibleDescription(/a lo más dentro de dos años/);
  await expect(row.getByLabel("IVA", { exact: true })).toHaveValue("exempt");
  await expectAccessible(page);
  await row.getByLabel("Desde qué día").fill("2026-07-01");
  await row.getByRole("button", { name: "Guardar el IVA de Accesorios › Calcetas" }).click();
  await expect(page.getByRole("alert")).toContainText("Guardamos el IVA");
  await expect(row).toContainText("Exento");
  await row.getByText("Cambiar").click();
  await expect(row.getByLabel("Historia del IVA")).toContainText("Exento desde el 1 de julio de 2026");
  await expectAccessible(page);
});

test("a SAT key is found by a word, with the keyboard alone, and an unlisted one asks for a confirmation", async ({
  page,
}) => {
  await signInStaff(page, "accounting");
  await page.goto("/panel/facturacion/claves");
  const field = page.getByRole("combobox", { name: "Clave de producto de Mujer › Vestidos" });
  await field.fill("vestidos mujer");
  const keyList = page.getByRole("listbox", { name: "Claves del SAT" });
  await expect(keyList).toBeVisible();
  await expectAccessible(page);
  await field.press("Escape");
  await expect(keyList).toHaveCount(0);
  await field.fill("vestido");
  await expect(keyList.getByRole("option").first()).toContainText("53102000");
  await field.press("ArrowDown");
  await expect(keyList.getByRole("option", { selected: true })).toContainText("53102000");
  await field.press("Enter");
  await expect(field).toHaveValue("53102000");
  await expect(field).toHaveAccessibleDescription("Vestidos, faldas, saris y kimonos");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Guardamos la clave");

  await field.fill("concierto");
  await keyList.getByRole("option", { name: /90131504/ }).click();
  await expect(field).toHaveValue("90131504");
  await field.fill("53131507");
  await page.getByRole("button", { name: "Guardar las claves de Mujer › Vestidos" }).click();
  await expect(page.getByRole("alert")).toContainText("no está en nuestra lista");
  await expect(field).toHaveValue("53131507");
  await expect(page.getByLabel("Sí, es una clave del SAT que no está en esta lista")).toBeVisible();
  await expectAccessible(page);
});

test("a company's legal form is pointed out, and one press removes it", async ({ page, request }) => {
  const order = await placeShippedOrder(request, newEmail());
  await signInStaff(page, "accounting");
  await page.goto("/panel/facturacion/nueva");
  await page.getByLabel("Número de pedido").fill(order.reference);
  await page.getByRole("button", { name: "Buscar" }).click();
  const nameField = page.getByLabel("Nombre o razón social");
  await page.getByLabel("RFC", { exact: true }).fill(COMPANY.rfc);
  await nameField.fill(`${COMPANY.name}, S.A. de C.V.`);
  await page.getByRole("button", { name: `Usar «${COMPANY.name}»` }).click();
  await expect(nameField).toHaveValue(COMPANY.name);
  await expect(page.getByRole("button", { name: /^Usar «/ })).toHaveCount(0);
});

test("the month's page shows undeclared sales, and downloads all files as a ZIP", async ({ page, request }) => {
  const order = await placeShippedOrder(request, newEmail());
  await invoiceByApi(request, await placeShippedOrder(request, newEmail()));
  await signInStaff(page, "accounting");
  await page.goto("/panel/facturacion/mes");
  await expect(page.getByRole("heading", { level: 1, name: /^Mes: / })).toBeVisible();
  // The rest of the sentence depends on the orders that other tests invoice and cancel meanwhile.
  await expect(page.getByText(/^Diferencia: /)).toBeVisible();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: `#${order.reference}` }) });
  await expect(row.getByText("Sin declarar")).toBeVisible();
  const status = page.getByRole("status").filter({ hasText: "documento" });
  await expect(status).toHaveText(/^(Es|Son) \d+ documentos?\.$/);
  // Pressed before the page's code is ready, the link downloads the file without a message.
  await page.waitForFunction(() => "__ready" in window);
  await page.getByRole("link", { name: "Descargar XML, PDF y acuses (ZIP)" }).focus();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  await expect(status).toContainText("Estamos preparando");
  expect(download.suggestedFilename()).toMatch(/^facturas-.+-\d{4}-\d\d\.zip$/);
  expect(await download.failure()).toBeNull();
  await page.getByRole("navigation", { name: "Meses" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Mes: / })).toBeVisible();
  await expectAccessible(page);
});
