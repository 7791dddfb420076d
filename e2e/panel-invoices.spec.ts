import { expectAccessible } from "./support/accessible.ts";
import { COMPANY, invoiceByApi, invoiceMails, shippedOrder } from "./support/invoice.ts";
import { workAs } from "./support/office.ts";
import { expect, test } from "./support/shop.ts";

const newEmail = () => `conta.${crypto.randomUUID()}@ejemplo.mx`;

test("the accountant's day: corrects what SAT refused, replaces one, gives money back on paper, cancels", async ({
  page,
  request,
}) => {
  test.slow(); // eight looks for accessibility
  const email = newEmail();
  const order = await shippedOrder(request, email);
  const refused = await request.post("/api/v1/invoice", {
    data: {
      orderId: order.reference,
      phone: order.phone,
      receiver: { ...COMPANY, name: "Bordados de Puebla" },
    },
  });
  expect(refused.status()).toBe(422);
  await workAs(page, "accounting");
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
  const name = page.getByLabel("Nombre o razón social");
  await name.fill("Otro nombre");
  await page.getByRole("button", { name: "Volver a facturar" }).click();
  await expect(page.getByRole("alert")).toContainText("El SAT no aceptó estos datos");
  await expect(name).toHaveValue("Otro nombre");
  await name.fill(COMPANY.name);
  await page.getByLabel("Correo para mandarla").fill(email);
  await page.getByRole("button", { name: "Volver a facturar" }).click();
  await expect(page.getByRole("alert")).toContainText("La factura quedó hecha");
  await expect(page.getByText("Vigente", { exact: true }).first()).toBeVisible();
  await expect.poll(() => invoiceMails(request, email)).toHaveLength(1);
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Descargar PDF" }).click();
  expect((await saved).suggestedFilename()).toBe(`factura-${order.reference}-${COMPANY.rfc}.pdf`);

  await page.getByText("Mandar por correo…").click();
  await page.getByRole("button", { name: "Mandar XML y PDF" }).click();
  await expect(page.getByRole("alert")).toContainText("La mandamos por correo");
  await expect.poll(() => invoiceMails(request, email)).toHaveLength(2);

  await page.getByText("Nota de crédito…").click();
  await page.getByLabel("Monto, en pesos").fill("99999999");
  await page.getByRole("button", { name: "Hacer nota de crédito" }).click();
  await expect(page.getByRole("alert")).toContainText("pasarían del total");
  await page.getByLabel("Monto, en pesos").fill("10.50");
  await page.getByRole("button", { name: "Hacer nota de crédito" }).click();
  await expect(page.getByRole("heading", { name: /^Nota de crédito/ })).toBeVisible();
  await expect(page.getByText("$10.50").first()).toBeVisible();
  await expectAccessible(page);

  await page.getByText("Cancelar…").click();
  await page.getByLabel(/^02 /).check();
  await page.getByRole("button", { name: "Pedir la cancelación al SAT" }).click();
  await expect(page.getByText("Cancelada", { exact: true }).first()).toBeVisible();
  const credited = page.getByRole("listitem").filter({ hasText: "es a la que esta se refiere" });
  await credited.getByRole("link").click();
  await page.getByText("Sustituir por otra").click();
  await page.getByLabel("Uso de la factura").selectOption("S01");
  await page.getByRole("button", { name: "Sustituir factura" }).click();
  await expect(page.getByText("S01 Sin efectos fiscales").first()).toBeVisible();
  await expect(page.getByText(/hizo la factura/)).toBeVisible();
});

test("two accountants at one invoice: the second is told, and nothing is done twice", async ({ page, request }) => {
  const order = await shippedOrder(request, newEmail());
  const uuid = await invoiceByApi(request, order);
  await workAs(page, "accounting");
  await page.goto(`/panel/facturacion?q=${uuid}`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByText(uuid)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const one of [page, other]) {
    await one.getByText("Cancelar…").click();
    await one.getByLabel(/^03 /).check();
  }
  await page.getByRole("button", { name: "Pedir la cancelación al SAT" }).click();
  await expect(page.getByText("Motivo de cancelación")).toBeVisible();
  await other.getByRole("button", { name: "Pedir la cancelación al SAT" }).click();
  await expect(other.getByText("Motivo de cancelación")).toBeVisible();
  await expect(other.getByText(/pidió cancelarla/)).toHaveCount(1);
});

test("an order by hand, the month's global invoice, and the issuer with its seal", async ({ page, request }) => {
  test.slow(); // five looks for accessibility
  const order = await shippedOrder(request, newEmail());
  await workAs(page, "accounting");
  await page.goto("/panel/facturacion/nueva");
  await page.getByLabel("Número de pedido").fill("999999999999");
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByRole("alert")).toContainText("No hay un pedido con ese número");
  await page.getByLabel("Número de pedido").fill(order.reference);
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByRole("heading", { name: `Pedido #${order.reference}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("RFC", { exact: true }).fill(COMPANY.rfc);
  await page.getByLabel("Nombre o razón social").fill(COMPANY.name);
  await page.getByLabel("Código postal fiscal").fill(COMPANY.postalCode);
  await page.getByLabel("Régimen fiscal").selectOption(COMPANY.fiscalReg);
  await page.getByLabel("Uso de la factura").selectOption(COMPANY.usoCFDI);
  await page.getByRole("button", { name: "Hacer factura" }).click();
  await expect(page.getByRole("alert")).toContainText("La factura quedó hecha");

  await page.goto("/panel/facturacion/global");
  await expect(page.getByRole("heading", { level: 1, name: "Factura global" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/panel/facturacion/global?del=2026-12-31&al=2026-01-01");
  await expect(page.getByRole("alert")).toContainText("Elige el primer y el último día");

  await page.goto("/panel/facturacion/emisor");
  await page.getByText("Subir otro sello…").click();
  const junk = (name: string) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from("nada") });
  await page.getByLabel("Certificado (.cer)").setInputFiles(junk("sello.cer"));
  await page.getByLabel("Llave privada (.key)").setInputFiles(junk("sello.key"));
  await page.getByLabel("Contraseña de la llave", { exact: true }).fill("secreta");
  await page.getByRole("button", { name: "Guardar sello" }).click();
  await expect(page.getByRole("alert")).toContainText("El archivo del certificado no se puede leer");
  await expectAccessible(page);
  await page.goto("/panel/facturacion/claves");
  await expect(page.getByRole("heading", { name: "Por categoría" })).toBeVisible();
  await expectAccessible(page);
});
