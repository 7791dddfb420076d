import { expectAccessible } from "./support/accessible.ts";
import { COMPANY, searchOrder, placeShippedOrder } from "./support/invoice.ts";
import { signInStaff } from "./support/office.ts";
import { createBuyer, placeOrder } from "./support/order.ts";
import { expect, test } from "./support/shop.ts";

const newEmail = () => `pagos.${crypto.randomUUID()}@ejemplo.mx`;

test("an accountant invoices an unpaid order, records a payment, and its complement arrives by mail", async ({
  page,
  request,
}) => {
  test.slow();
  const email = newEmail();
  const order = await placeOrder(request, await createBuyer(request, { email }));
  await signInStaff(page, "accounting");
  await page.goto("/panel/facturacion/nueva");
  await page.getByLabel("Número de pedido").fill(order.reference);
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByText("se factura a pagar después (PPD)")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("RFC").fill(COMPANY.rfc);
  await page.getByLabel("Nombre o razón social").fill(COMPANY.name);
  await page.getByLabel("Código postal fiscal").fill(COMPANY.postalCode);
  await page.getByLabel("Régimen fiscal").selectOption(COMPANY.fiscalReg);
  await page.getByLabel("Uso de la factura").selectOption(COMPANY.usoCFDI);
  await page.getByLabel("Correo para mandarla").fill(email);
  await page.getByRole("button", { name: "Hacer factura PPD" }).click();
  await expect(page.getByRole("heading", { name: "Pagos de esta factura (PPD)" })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Cuánto llegó por transferencia").fill("cien");
  await page.getByRole("button", { name: "Registrar pago" }).click();
  await expect(page.getByRole("alert")).toContainText("Escribe cuánto llegó");
  await page.getByLabel("Cuánto llegó por transferencia").fill("100.50");
  await page.getByRole("button", { name: "Registrar pago" }).click();
  await expect(page.getByRole("alert")).toContainText("Registramos el pago");
  const readSubjects = async () => {
    const mails = await (await request.get("/sandbox/mail.json", { params: { to: email } })).json();
    return (mails as { subject: string }[]).map(({ subject }) => subject).join("\n");
  };
  await expect.poll(readSubjects, { timeout: 60_000 }).toContain("Tu complemento de pago");
  await page.reload();
  await page.getByRole("link", { name: /^Parcialidad 1/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Complemento de pago/ })).toBeVisible();
  await expect(page.getByText("$100.50").first()).toBeVisible();
  await expectAccessible(page);
  await page.goto("/panel/facturacion/complementos");
  await expect(page.getByRole("heading", { level: 1, name: "Complementos por emitir" })).toBeVisible();
  await page.getByRole("link", { name: "Facturación" }).first().click();
  await page.getByRole("link", { name: /^Pedidas de una global/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Facturas pedidas de una global" })).toBeVisible();
});

test("a customer who lives abroad asks for an invoice with their country and tax id @phone-only", async ({
  page,
  request,
}) => {
  const order = await placeShippedOrder(request, newEmail());
  await page.goto("/invoice");
  await searchOrder(page, order);
  await page.getByLabel("Vivo fuera de México y no tengo RFC").check();
  await expect(page.getByLabel("RFC", { exact: true })).toHaveValue("XEXX010101000");
  await expectAccessible(page);
  await page.getByLabel("País donde vives").selectOption({ label: "Estados Unidos" });
  await page.getByLabel("Tu identificación fiscal de ese país").fill("12345");
  await page.getByLabel("Nombre o razón social").fill("Jane Roe");
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByText("ese número lleva nueve dígitos")).toBeVisible();
  await page.getByLabel("Tu identificación fiscal de ese país").fill("123-45-6789");
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByText("Estados Unidos · 123456789")).toBeVisible();
  await page.getByRole("button", { name: "Generar factura" }).click();
  await expect(page.getByText("Folio fiscal").first()).toBeVisible({ timeout: 30_000 });
});
