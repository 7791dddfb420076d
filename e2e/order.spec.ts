import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { actAs, linkOfMail, newBuyer, placeOrder } from "./support/order.ts";
import { expect, shop, test } from "./support/shop.ts";

const download = (page: Page) => page.getByText("Descargar recibo (PDF)");

test("an order's page gives the receipt, says when it cannot, and tells what happened when @phone", async ({
  page,
  request,
}) => {
  const guest = await newBuyer(request);
  const order = await placeOrder(request, guest);
  await shop("order", "pay", order.reference);
  await actAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);

  const history = page.getByRole("region", { name: "Historia del pedido" }).getByRole("listitem");
  await expect(history).toHaveCount(2);
  await expect(history.nth(0)).toContainText("Esperando Pago");
  await expect(history.nth(0)).toContainText("Recibimos tu pedido.");
  await expect(history.nth(1)).toHaveAttribute("aria-current", "step");
  await expect(history.nth(1)).toContainText(/Pago aceptado · ahora.*\d\d\/\d\d\/\d{4} \d\d:\d\d [ap]\. m\./s);
  await expectAccessible(page);

  await page.route("**/pdf", (route) => route.abort());
  await download(page).click();
  await expect(page.getByRole("alert")).toContainText("No pudimos comunicarnos con la tienda");
  await expectAccessible(page);
  await page.unroute("**/pdf");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Reintentar" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(page.getByText("Tu recibo está listo")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("by the mail's link the receipt opens without a session, on iOS at its own address", async ({
  page,
  request,
}, info) => {
  const email = `recibo.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const guest = await newBuyer(request, { email });
  const order = await placeOrder(request, guest);
  await page.goto(await linkOfMail(request, email, order._id));
  const saved = page.waitForEvent("download");
  await download(page).click();
  expect((await saved).suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);

  await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }));
  await page.reload();
  const asked = page.waitForRequest((one) => new URL(one.url()).pathname.endsWith("/pdf"));
  await download(page).click();
  const plain = await asked;
  expect(plain.isNavigationRequest()).toBe(true);
  const answer = await request.get(plain.url());
  expect(answer.headers()["content-type"]).toBe("application/pdf");
});

test("a guest without a mailbox keeps a link that opens his order elsewhere @phone", async ({
  page,
  request,
  browser,
}) => {
  const guest = await newBuyer(request);
  const order = await placeOrder(request, guest);
  await actAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await page.route("**/link", (route) => route.abort());
  const keep = page.getByRole("button", { name: "Guardar enlace a mi pedido" });
  await keep.click();
  await expect(page.getByRole("alert")).toContainText("No pudimos hacer el enlace");
  await page.unroute("**/link");
  await keep.click();
  const field = page.getByLabel("Enlace a tu pedido");
  await expect(field).toBeFocused();
  await expectAccessible(page);

  const otherDevice = await browser.newContext();
  const elsewhere = await otherDevice.newPage();
  await elsewhere.goto(await field.inputValue());
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(`Pedido #${order.reference}`);
  await expect(elsewhere.getByRole("button", { name: "Guardar enlace a mi pedido" })).toHaveCount(0);
  await otherDevice.close();
});

test("who has a guest's link signs in and takes the order into 'Mis pedidos' @phone", async ({
  page,
  request,
}, info) => {
  const guest = await newBuyer(request);
  const order = await placeOrder(request, guest);
  const made = await request.post(`/api/v1/orders/${order._id}/link`, {
    headers: { Authorization: `Bearer ${guest.token}` },
  });
  const link = `/orders/${order._id}?key=${(await made.json()).key}`;
  const username = `nora.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const account = await newBuyer(request, { username, password: "secreta-1", phone: "5599990000" });
  await page.goto(link);
  await page.getByRole("main").getByRole("link", { name: "Inicia sesión" }).click();
  await page.getByLabel("Correo electrónico o teléfono celular").fill(username);
  await page.getByLabel("Contraseña", { exact: true }).fill("secreta-1");
  await page.getByRole("button", { name: "Ingresar" }).click();

  // Another phone than the order's: told what to do, and nothing taken.
  await expect(page.getByText("Tu cuenta tiene otro teléfono")).toBeVisible();
  const changed = await request.put(`/api/v1/customers/${account.customerId}`, {
    data: { name: "Nora", lastName: "Campos Gil", phone: "55 1234 4321" },
    headers: { Authorization: `Bearer ${account.token}` },
  });
  expect(changed.status()).toBe(200);
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Agregar a Mis pedidos" }).click();
  await expect(page.getByText("Este pedido ya está en")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Mis pedidos" }).click();
  await expect(page.getByRole("link", { name: `Ver el pedido ${order.reference}` })).toBeVisible();
});

test("the bar of an order that was cancelled or joined ends with what happened @phone", async ({ page, request }) => {
  const data = { username: "ana@ejemplo.mx", password: "demo1234" };
  const { customer, access_token: token } = await (await request.post("/api/v1/auth/login", { data })).json();
  const list = await request.get(`/api/v1/customers/${customer._id}/orders?size=50`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { docs } = (await list.json()) as {
    docs: { _id: string; status: string; joinedInto: { reference: string } }[];
  };
  const ofStatus = (status: string) => docs.find((order) => order.status === status)!;
  await actAs(page, { customerId: customer._id, token, addressId: "" }, "registered");
  const bar = page.getByRole("list", { name: "Avance del pedido" }).getByRole("listitem");

  await page.goto(`/orders/${ofStatus("CANCELLED")._id}`);
  await expect(bar).toHaveText(["Pedido creado: listo", "Cancelado: aquí terminó"]);
  await expectAccessible(page);

  const joined = ofStatus("JOINED");
  const { reference } = joined.joinedInto;
  await page.goto(`/orders/${joined._id}`);
  await expect(bar).toHaveText(["Pedido creado: listo", `Unido al #${reference}: sigue en ese pedido`]);
  await expectAccessible(page);
  await page.getByRole("link", { name: `Ver el pedido #${reference}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pedido #${reference}`);
});
