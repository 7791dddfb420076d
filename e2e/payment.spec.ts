import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { signInAs, waitForOrderLink, createBuyer, placeOrder } from "./support/order.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

const payButton = (page: Page) => page.getByRole("button", { name: "Pagar con Mercado Pago" });
const checkoutHeading = (page: Page) => page.getByRole("heading", { name: "Paga tu compra" });

test("a guest pays an order with the provider's button and returns to the paid order @phone", async ({
  page,
  request,
}) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest, "MP");
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  const paymentRegion = page.getByRole("region", { name: "Proceder al Pago" });
  await expect(paymentRegion).toContainText(/Total a pagar \$[\d,]+\.\d\d/);
  await expectAccessible(page);
  await payButton(page).click();
  await expect(checkoutHeading(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pagar con tarjeta (aprobado)" }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${order._id}$`));
  await expect(page.getByText("Pago aceptado").first()).toBeVisible();
  await expect(paymentRegion).toHaveCount(0);
});

test("a guest pays from the mail's link, without a session, and returns to the order", async ({
  page,
  request,
}, info) => {
  const email = `paga.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const guest = await createBuyer(request, { email });
  const order = await placeOrder(request, guest, "MP");
  await page.goto(await waitForOrderLink(request, email, order._id));
  await payButton(page).click();
  await page.getByRole("button", { name: "Pagar con tarjeta (aprobado)" }).click();
  await expect(page.getByText("Pago aceptado").first()).toBeVisible();
  expect(page.url()).not.toContain("key=");
});

test("a declined card shows a message, and the next attempt pays the order @phone-only", async ({ page, request }) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest, "MP");
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await page.getByRole("link", { name: /enlace|Pagar con Mercado Pago/ }).click();
  await page.getByRole("button", { name: "Tarjeta rechazada" }).click();
  await expect(page.getByText("Tarjeta rechazada").first()).toBeVisible();
  await page
    .getByRole("link", { name: "Volver a la tienda" })
    .or(page.getByRole("button", { name: "Volver a la tienda" }))
    .click();
  await expect(page.getByText("Tu pago no pasó")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /enlace|Pagar con Mercado Pago/ }).click();
  await page.getByRole("button", { name: "Pagar con tarjeta (aprobado)" }).click();
  await expect(page.getByText("Pago aceptado").first()).toBeVisible();
});

test("the order's page shows a convenience store voucher, and that it was paid @phone-only", async ({
  page,
  context,
  request,
}) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest, "MP");
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await page.getByRole("link", { name: /enlace|Pagar con Mercado Pago/ }).click();
  await page.getByRole("button", { name: /tienda de conveniencia/ }).click();
  const pendingPaymentRegion = page.getByRole("region", { name: "Tu pago está en proceso" });
  await expect(pendingPaymentRegion).toContainText("pueden tardar horas en reflejarse");
  await expect(pendingPaymentRegion.getByText("Referencia")).toBeVisible();
  await expect(page.getByRole("region", { name: "Proceder al Pago" })).toHaveCount(0);
  await expectAccessible(page);
  const popup = context.waitForEvent("page");
  await pendingPaymentRegion.getByRole("link", { name: "Ver ficha de pago" }).click();
  const voucherPage = await popup;
  await voucherPage.getByRole("button", { name: "Simular que ya pagué en la tienda" }).click();
  await expect(voucherPage.getByRole("button", { name: "Simular que ya pagué en la tienda" })).toHaveCount(0);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Pago aceptado").first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 40_000 });
});

test("a guest discards a voucher and can choose a payment method again", async ({ page, request }) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest, "MP");
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await page.getByRole("link", { name: /enlace|Pagar con Mercado Pago/ }).click();
  await page.getByRole("button", { name: /tienda de conveniencia/ }).click();
  await page.getByRole("button", { name: "Elegir otra forma de pago" }).click();
  await expect(page.getByRole("region", { name: "Proceder al Pago" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tu pago está en proceso" })).toHaveCount(0);
});

test("when the payment page cannot be opened a message offers a retry", async ({ page, request }) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest, "MP");
  await signInAs(page, guest, "guest");
  await page.route("**/api/v1/orders/*/payment", (route) => route.abort());
  await page.goto(`/orders/${order._id}`);
  await expect(page.getByRole("alert")).toContainText("Tu pedido está guardado");
  await page.unroute("**/api/v1/orders/*/payment");
  await page.getByRole("button", { name: "Reintentar" }).click();
  await expect(payButton(page)).toBeVisible();
});

test("a guest copies the bank account, uploads the receipt of a transfer and sees it confirmed @phone-only", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest);
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  const transferRegion = page.getByRole("region", { name: "Información de Pago" });
  await expect(transferRegion).toContainText("002 010 07777777777 1");
  await expect(transferRegion).toContainText(`PEDIDO ${order.reference}`);
  await expectAccessible(page);
  await transferRegion.getByRole("button", { name: "Copiar clabe" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("002010077777777771");

  const uploadReceipt = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const fileChooser = page.waitForEvent("filechooser");
    await transferRegion.getByRole("button", { name: "Subir comprobante" }).click();
    await (await fileChooser).setFiles({ name, mimeType, buffer });
  };
  await uploadReceipt("nota.png", "image/png", Buffer.from("no es una imagen"));
  await expect(transferRegion.getByRole("alert")).toContainText("No pudimos leer ese archivo");
  await uploadReceipt("pago.pdf", "application/pdf", Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"));
  await expect(transferRegion.getByText("Recibimos tu comprobante")).toBeVisible();
  await expect(transferRegion.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page);

  await runShopCommand("order", "pay", order.reference);
  await page.reload();
  await expect(page.getByText("Pago aceptado").first()).toBeVisible();
});
