import type { APIRequestContext, Browser } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { signInStaff, openStaffPage } from "./support/office.ts";
import { createBuyer, placeOrder } from "./support/order.ts";
import { expect, runShopCommand, sizeOf, claimProduct, test } from "./support/shop.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** Opens a URL in a browser without a session. */
async function openAsGuest(browser: Browser, url: string) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

async function payOnline(request: APIRequestContext, orderId: string, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const checkout = await (await request.get(`/api/v1/orders/${orderId}/payment`, { headers })).json();
  const payResponse = await request.post("/sandbox/mp/checkout/v1/pay", {
    data: { pref_id: checkout.preferenceId, outcome: "APRO" },
  });
  const { payment_id: paymentId } = await payResponse.json();
  const checkPath = `/api/v1/orders/${orderId}/payment/check`;
  const checkResponse = await request.post(checkPath, { headers, data: { paymentId: String(paymentId) } });
  expect((await checkResponse.json()).status).toBe("PAYMENT_ACCEPTED");
}

test("sales staff take a phone order and change it, an accountant confirms the payment, the warehouse ships", async ({
  page,
  browser,
  request,
}) => {
  test.slow(); // three members of staff, four accessibility checks
  await signInStaff(page, "sales");
  const garment = await claimProduct(request);
  await runShopCommand("stock", "set", sizeOf(garment, "M")._id, "9");
  await page.goto("/panel/pedidos/nuevo");
  await page.getByLabel("Buscar un producto").fill(garment.name);
  await page.getByLabel("Buscar un producto").press("Enter");
  const sizeId = sizeOf(garment, "M")._id;
  await page.locator(`button[value="add:${garment._id}:${sizeId}"]`).click();
  const lines = page.getByRole("list", { name: "En el pedido" });
  await expect(lines).toContainText("T: M");
  await expect(lines).toContainText("cada una");
  // The next pressed button, whichever it is, also submits the typed pieces.
  await lines.getByRole("spinbutton").fill("2");

  // A refusal keeps everything that was typed.
  await page.getByLabel("Nombre", { exact: true }).fill("Rosa");
  await page.getByLabel("Apellidos").fill("Campos Gil");
  await page.getByLabel("Teléfono", { exact: true }).fill("55 1234");
  await page.getByLabel("Código postal").fill("06700");
  await expect(page.getByLabel("Estado")).toHaveValue("Ciudad de México");
  await expect(page.getByLabel("Ciudad o alcaldía")).toHaveValue("Cuauhtémoc");
  await expect(page.getByLabel("Colonia")).toHaveValue("Roma Norte");
  await page.getByLabel("Calle y número").fill("Álvaro Obregón 7");
  await page.getByRole("button", { name: "Ver el total" }).click();
  await expect(page.getByText("Escribe un teléfono de 10 dígitos")).toBeVisible();
  await expect(page.getByLabel("Nombre", { exact: true })).toHaveValue("Rosa");
  await page.getByLabel("Teléfono", { exact: true }).fill("55 1234 4321");
  await expect(lines.getByRole("spinbutton")).toHaveValue("2");
  await page.getByRole("button", { name: "Ver el total" }).click();
  await expect(page.getByRole("button", { name: "Tomar el pedido" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Tomar el pedido" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Pedido #\d+$/ })).toBeVisible();
  await expect(page.getByText("El pedido quedó tomado")).toBeVisible();
  const path = new URL(page.url()).pathname;
  const orderId = path.split("/").at(-1)!;
  await expectAccessible(page);

  await page.getByRole("button", { name: "Hacer enlace para pagar" }).click();
  const whatsAppLink = page.getByRole("link", { name: "Mandar por WhatsApp" });
  await expect(whatsAppLink).toHaveAttribute("href", /^https:\/\/wa\.me\/525512344321\?text=Hola/);
  const link = await page.locator("dd", { hasText: `/orders/${orderId}?key=` }).innerText();
  const guestPage = await openAsGuest(browser, link.trim());
  await expect(guestPage.getByRole("heading", { name: /Pedido/ }).first()).toBeVisible();
  await expect(guestPage.getByText(garment.name).first()).toBeVisible();
  await guestPage.context().close();
  const key = new URL(link.trim()).searchParams.get("key")!;
  const receiptResponse = await request.post(`/api/v1/orders/${orderId}/transfer-receipts?key=${key}`, {
    data: PNG,
    headers: { "Content-Type": "image/png" },
  });
  expect(receiptResponse.status()).toBe(200);

  await page.getByText("Cambiar talla", { exact: true }).first().click();
  await page.getByRole("button", { name: "Cambiar talla" }).click();
  await expect(page.getByText("La talla cambió")).toBeVisible();
  await page.getByLabel("Nota nueva").fill("Llama antes de entregar");
  await page.getByRole("button", { name: "Guardar nota" }).click();
  await page.getByRole("button", { name: "Deshacer", exact: true }).click();
  await expect(page.getByText("La nota quedó retirada")).toBeVisible();
  await page.getByRole("button", { name: "Apartar" }).click();
  await page.getByRole("button", { name: "Deshacer", exact: true }).click();
  await expect(page.getByText("El apartado se deshizo")).toBeVisible();

  const accountantPage = await openStaffPage(browser, "accounting");
  await accountantPage.goto(path);
  await expect(accountantPage.getByRole("img", { name: "Comprobante 1" })).toBeVisible();
  await expect(accountantPage.getByText("Cancelar el pedido…")).toHaveCount(0);
  await accountantPage.getByRole("button", { name: /^Aceptar/ }).click();
  await expect(accountantPage.getByText("El pago quedó confirmado")).toBeVisible();
  await expectAccessible(accountantPage);

  // The open page shows the other member's change, and an action on the old state is refused.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("accounting cambió esto mientras lo ves")).toBeVisible();
  await page.getByRole("button", { name: "Apartar" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Mientras lo veías, accounting confirmó el pago");

  const packerPage = await openStaffPage(browser, "warehouse");
  await packerPage.setViewportSize({ width: 390, height: 844 });
  await packerPage.goto(path);
  await expect(packerPage.getByRole("heading", { name: "Qué sigue" })).toBeVisible();
  await expect(packerPage.getByText("$")).toHaveCount(0);
  await packerPage.getByLabel("Número de rastreo").fill("MX847201330");
  await packerPage.getByRole("button", { name: "Marcar enviado" }).click();
  await expect(packerPage.getByText("El pedido salió")).toBeVisible();
  await expectAccessible(packerPage);
  await packerPage.goto("/panel/pedidos/nuevo");
  await expect(packerPage.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
  await packerPage.context().close();
  await accountantPage.context().close();
});

test("an accountant refunds part of an order, and sales staff open the customer's session", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const username = `nora-${Date.now()}@ejemplo.mx`;
  const buyer = await createBuyer(request, { username, password: "una clave larga 7" });
  const { _id: orderId } = await placeOrder(request, buyer, "MP");
  await payOnline(request, orderId, buyer.token);

  await signInStaff(page, "accounting");
  await page.goto(`/panel/pedidos/${orderId}`);
  await page.getByText("Devolver dinero…").click();
  await page.getByLabel("Cuánto").fill("50");
  await page.getByLabel("Motivo").fill("Llegó tarde");
  await page.getByRole("button", { name: "Ver qué se devuelve" }).click();
  await expect(page.getByText("Se devolverán $50.00 al cliente")).toBeVisible();
  await page.getByRole("button", { name: "Sí, devolver" }).click();
  await expect(page.getByText("La devolución va en camino")).toBeVisible();
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText("Devolución de $50.00: devuelto").count();
    })
    .toBe(1);

  const sellerPage = await openStaffPage(browser, "sales");
  await sellerPage.goto(`/panel/pedidos/${orderId}`);
  await sellerPage
    .getByRole("button", { name: /Enviar otra vez/ })
    .first()
    .click();
  await expect(sellerPage.getByText("El correo sale otra vez")).toBeVisible();
  await sellerPage.getByRole("button", { name: "Entrar como este cliente" }).click();
  const href = await sellerPage.getByRole("link", { name: `Abrir la tienda como ${username}` }).getAttribute("href");
  await sellerPage.goto(href!);
  await expect(sellerPage.getByLabel("Su Token")).not.toHaveValue("");
  expect(new URL(sellerPage.url()).hash).toBe("");
  await sellerPage.getByRole("button", { name: "Ingresar" }).click();
  await expect(sellerPage).not.toHaveURL(/sulogin/);
  await sellerPage.goto(`/orders/${orderId}`);
  await expect(sellerPage.getByRole("heading", { name: /Pedido/ }).first()).toBeVisible();
  await sellerPage.context().close();
});
