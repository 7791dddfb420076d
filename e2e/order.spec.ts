import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { signInAs, waitForOrderLink, createBuyer, placeOrder } from "./support/order.ts";
import { expect, openVisitorContext, runShopCommand, test } from "./support/shop.ts";

const pdfLink = (page: Page) => page.getByText("Descargar recibo (PDF)");

test("an order's page shows its history and downloads its PDF, with a retry after a failure @phone", async ({
  page,
  request,
  isMobile,
}) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest);
  await runShopCommand("order", "pay", order.reference);
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);

  const history = page.getByRole("region", { name: "Historia del pedido" }).getByRole("listitem");
  await expect(history).toHaveCount(3);
  await expect(history.nth(0)).toContainText("Pedido creado: listo");
  await expect(history.nth(0)).toContainText("Recibimos tu pedido.");
  await expect(history.nth(1)).toHaveAttribute("aria-current", "step");
  await expect(history.nth(1)).toContainText(/Pago confirmado: listo.*[a-zé]+ \d+ de [a-z]+, \d+:\d\d\s[ap]\.\sm\./s);
  await expect(history.nth(2)).toHaveText("Pedido enviado: pendiente");
  await expect(page.getByRole("definition").filter({ hasText: "Pago aceptado" })).toBeVisible();
  const nextSteps = page.getByRole("region", { name: "Qué sigue" });
  await expect(nextSteps.getByRole("listitem")).toHaveText([
    /^Preparamos tu paquete/,
    /^Llega entre el .* y el .*Con .*\.$/,
  ]);
  // The picture is large and beside the steps; on phones it is small and beside the number.
  const picture = page.getByRole("main").locator("img").filter({ visible: true }).first();
  await expect(picture).toHaveAttribute("width", isMobile ? "80" : "360");
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(page.getByRole("region", { name: "¿Necesitas ayuda?" }).getByRole("listitem")).not.toHaveCount(0);
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(nextSteps).toBeVisible();
  await expect(page.locator("main button:visible, body > header:visible, body > footer:visible")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });

  await page.route("**/pdf", (route) => route.abort());
  await pdfLink(page).click();
  await expect(page.getByRole("alert")).toContainText("No pudimos comunicarnos con la tienda");
  await expectAccessible(page);
  await page.unroute("**/pdf");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Reintentar" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(page.getByText("Tu recibo está listo")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("with the mail's link the PDF opens without a session; iOS opens it at its own URL", async ({
  page,
  request,
}, info) => {
  const email = `recibo.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const guest = await createBuyer(request, { email });
  const order = await placeOrder(request, guest);
  await page.goto(await waitForOrderLink(request, email, order._id));
  const download = page.waitForEvent("download");
  await pdfLink(page).click();
  expect((await download).suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);

  await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }));
  await page.reload();
  const pdfRequest = page.waitForRequest((pageRequest) => new URL(pageRequest.url()).pathname.endsWith("/pdf"));
  await pdfLink(page).click();
  const navigationRequest = await pdfRequest;
  expect(navigationRequest.isNavigationRequest()).toBe(true);
  const answer = await request.get(navigationRequest.url());
  expect(answer.headers()["content-type"]).toBe("application/pdf");
});

test("a guest without an e-mail address makes a link that opens the order on another device @phone-only", async ({
  page,
  request,
  browser,
}) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest);
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await page.route("**/link", (route) => route.abort());
  const makeLinkButton = page.getByRole("button", { name: "Guardar enlace a mi pedido" });
  await makeLinkButton.click();
  await expect(page.getByRole("alert")).toContainText("No pudimos hacer el enlace");
  await page.unroute("**/link");
  await makeLinkButton.click();
  const field = page.getByLabel("Enlace a tu pedido");
  await expect(field).toBeFocused();
  await expectAccessible(page);

  const otherDevice = await openVisitorContext(browser);
  const otherPage = await otherDevice.newPage();
  await otherPage.goto(await field.inputValue());
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText(`Pedido #${order.reference}`);
  await expect(otherPage.getByRole("button", { name: "Guardar enlace a mi pedido" })).toHaveCount(0);
  await otherDevice.close();
});

test("a customer signs in from a guest order's link and adds the order to 'Mis pedidos' @phone-only", async ({
  page,
  request,
}, info) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest);
  const linkResponse = await request.post(`/api/v1/orders/${order._id}/link`, {
    headers: { Authorization: `Bearer ${guest.token}` },
  });
  const link = `/orders/${order._id}?key=${(await linkResponse.json()).key}`;
  const username = `nora.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const account = await createBuyer(request, { username, password: "secreta-1", phone: "5599990000" });
  await page.goto(link);
  await page.getByRole("main").getByRole("link", { name: "Inicia sesión" }).click();
  await page.getByLabel("Correo electrónico o teléfono celular").fill(username);
  await page.getByLabel("Contraseña", { exact: true }).fill("secreta-1");
  await page.getByRole("button", { name: "Ingresar" }).click();

  // The account's phone differs from the order's: a message says what to do, and the order is not claimed.
  await expect(page.getByText("Tu cuenta tiene otro teléfono")).toBeVisible();
  const changeResponse = await request.put(`/api/v1/customers/${account.customerId}`, {
    data: { name: "Nora", lastName: "Campos Gil", phone: "55 1234 4321" },
    headers: { Authorization: `Bearer ${account.token}` },
  });
  expect(changeResponse.status()).toBe(200);
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Agregar a Mis pedidos" }).click();
  await expect(page.getByText("Este pedido ya está en")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Mis pedidos" }).click();
  await expect(page.getByRole("link", { name: `Ver el pedido ${order.reference}` })).toBeVisible();
});

test("the progress of a cancelled or joined order ends with 'Cancelado' or 'Unido' @phone-only", async ({
  page,
  request,
}) => {
  const data = { username: "ana@ejemplo.mx", password: "demo1234" };
  const { customer, access_token: token } = await (await request.post("/api/v1/auth/login", { data })).json();
  const listResponse = await request.get(`/api/v1/customers/${customer._id}/orders?size=50`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { docs } = (await listResponse.json()) as {
    docs: { _id: string; status: string; joinedInto: { reference: string } }[];
  };
  const findOrderOfStatus = (status: string) => docs.find((order) => order.status === status)!;
  await signInAs(page, { customerId: customer._id, token, addressId: "" }, "registered");
  const progressSteps = page.getByRole("list", { name: "Avance del pedido" }).getByRole("listitem");

  await page.goto(`/orders/${findOrderOfStatus("CANCELLED")._id}`);
  await expect(progressSteps).toHaveText([/^Pedido creado: listo/, /^Cancelado: aquí terminó/]);
  await expectAccessible(page);

  const joinedOrder = findOrderOfStatus("JOINED");
  const { reference } = joinedOrder.joinedInto;
  await page.goto(`/orders/${joinedOrder._id}`);
  await expect(progressSteps).toHaveText([
    /^Pedido creado: listo/,
    new RegExp(`^Unido al #${reference}: sigue en ese pedido`),
  ]);
  await expectAccessible(page);
  await page.getByRole("link", { name: `Ver el pedido #${reference}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pedido #${reference}`);
});

test("a guest corrects the address of their order, and cancels it before it is paid", async ({ page, request }) => {
  const guest = await createBuyer(request);
  const order = await placeOrder(request, guest);
  await signInAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await page.getByRole("button", { name: "Cambiar la dirección" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Calle y número").fill("Colima 33");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Guardar la dirección" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Colima 33")).toBeVisible();
  await page.getByRole("button", { name: "Cancelar el pedido" }).click();
  await dialog.getByRole("button", { name: "Sí, cancelar" }).click();
  await expect(page.getByText("Este pedido se canceló")).toBeVisible();
  await expect(page.getByRole("heading", { name: "¿Quieres cambiar algo?" })).toHaveCount(0);
});
