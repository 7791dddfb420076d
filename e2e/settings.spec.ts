import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { createBuyer, placeSizeOrder, signInAs } from "./support/order.ts";
import {
  BRANCH_ORIGIN,
  type WireProduct,
  addSize,
  expect,
  openVisitorContext,
  runShopCommand,
  sizeOf,
  claimProduct,
  test,
} from "./support/shop.ts";

// These tests change the branch's settings. No other test uses the branch meanwhile (playwright.config.ts).
test.describe.configure({ mode: "serial" });

const setSetting = (path: string, value: string) => runShopCommand("settings", "set", "--shop", "norte", path, value);
/** After this long a changed setting applies in every process (rule SHOP-6). */
const SETTINGS_DELAY_MS = 2_100;

test("an expired cart keeps its lines, and the customer reserves again what is still available", async ({
  page,
  request,
}) => {
  const [availableProduct, soldOutProduct] = [await claimProduct(request), await claimProduct(request)];
  const code = `VUELVE-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
  await runShopCommand("promotion", "add", "Otra vez", "--rule", "percent:10", "--shop", "norte", "--code", code);
  await runShopCommand("settings", "set", "--shop", "norte", "carts.timeout", "0.15");
  try {
    for (const product of [availableProduct, soldOutProduct]) {
      await page.goto(`${BRANCH_ORIGIN}/products/${product._id}/details`);
      await addSize(page, "M");
      await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
    }
    await page.goto(`${BRANCH_ORIGIN}/cart?cupon=${code}`);
    await expect(page.getByRole("row")).toHaveCount(3);
    await expect(page.getByText("Ya está en tu total.")).toBeVisible();
    await expect(page.getByText("Tu carrito venció")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("banner").getByRole("timer")).toHaveCount(0);
    await expect(page.getByRole("row")).toHaveCount(3);
    await runShopCommand("stock", "set", sizeOf(soldOutProduct, "M")._id, "0");
    await runShopCommand("settings", "set", "--shop", "norte", "carts.timeout", "20");
    await page.waitForTimeout(SETTINGS_DELAY_MS);
    await page.getByRole("button", { name: "Recuperar mi carrito" }).click();
    await expect(page.getByText("Recuperamos lo que quedaba")).toBeVisible();
    await expect(page.getByText(/^Se agotó: /)).toContainText(soldOutProduct.name);
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("row").last()).toContainText(availableProduct.name);
    await expect(page.getByText("Ya está en tu total.")).toBeVisible();
  } finally {
    await runShopCommand("settings", "set", "--shop", "norte", "carts.timeout", "20");
  }
});

/** Claims garments until one costs at least this many pesos in the branch. */
async function claimGarmentCosting(request: APIRequestContext, pesos: number): Promise<WireProduct> {
  for (;;) {
    const product = await claimProduct(request);
    const { shopPrice } = await (await request.get(`/api/v1/products/${product._id}`)).json();
    if (shopPrice >= pesos) return product;
  }
}

test("a customer sees the installments without interest, pays in six, and the order shows it", async ({
  page,
  playwright,
}) => {
  // Node does not resolve names under localhost, so the `Host` header names the branch.
  const { host, port } = new URL(BRANCH_ORIGIN);
  const api = await playwright.request.newContext({
    baseURL: `http://localhost:${port}`,
    extraHTTPHeaders: { Host: host },
  });
  const { settings } = await (await api.get("/api/v1/app")).json();
  const { fee, base } = settings.payments;
  const plans = [3, 6].map((months) => ({ months, from: months * 100 }));
  await setSetting("payments.fee", "0");
  await setSetting("payments.base", "0");
  await setSetting("payments.installments.plans", JSON.stringify(plans));
  await setSetting("payments.installments.confirmed", "true");
  try {
    await page.waitForTimeout(SETTINGS_DELAY_MS);
    const [shownGarment, boughtGarment] = [await claimGarmentCosting(api, 600), await claimGarmentCosting(api, 600)];
    const monthsText = page.getByText(/Hasta [36] meses sin intereses (de|desde) \$[\d,]+\.\d\d/);
    await page.goto(`${BRANCH_ORIGIN}/products/${shownGarment._id}/details`);
    await expect(monthsText.first()).toBeVisible();
    await expectAccessible(page);
    await addSize(page, "M");
    await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
    await page.goto(`${BRANCH_ORIGIN}/cart`);
    await expect(monthsText.first()).toBeVisible();
    await expectAccessible(page);
    const buyer = await createBuyer(api);
    const sizeToOrder = { productId: boughtGarment._id, attributeId: sizeOf(boughtGarment, "M")._id };
    const order = await placeSizeOrder(api, buyer, sizeToOrder, "MP");
    await signInAs(page, buyer, "guest", BRANCH_ORIGIN);
    await page.goto(`${BRANCH_ORIGIN}/orders/${order._id}`);
    await page.getByRole("button", { name: "Pagar con Mercado Pago" }).click();
    await page.getByLabel("Con tarjeta").selectOption("6");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Pagar con tarjeta (aprobado)" }).click();
    await expect(page.getByText("Pago aceptado").first()).toBeVisible();
    await expect(page.getByText("Pagado con tarjeta a 6 meses")).toBeVisible();
    await expectAccessible(page);
  } finally {
    await setSetting("payments.installments.plans", "[]");
    await setSetting("payments.installments.confirmed", "false");
    await setSetting("payments.fee", String(fee));
    await setSetting("payments.base", String(base));
    await api.dispose();
  }
});

test("a shop that does not sell shows its products without prices, cart or buttons", async ({ page, request }) => {
  const product = await claimProduct(request);
  await setSetting("management.canSell", "false");
  try {
    await page.waitForTimeout(SETTINGS_DELAY_MS);
    await page.goto(`${BRANCH_ORIGIN}/?category=vestidos`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByText("$")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Agregar/ })).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("link", { name: "Carrito" })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto(`${BRANCH_ORIGIN}/products/${product._id}/details`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(product.name);
    await expect(page.getByText("Por ahora la tienda no está vendiendo en línea")).toBeVisible();
    await expect(page.getByText("$")).toHaveCount(0);
    for (const path of ["/cart", "/cart/checkout"]) {
      await page.goto(`${BRANCH_ORIGIN}${path}`);
      await expect(page.getByText("Por ahora la tienda no está vendiendo en línea")).toBeVisible();
      await expectAccessible(page);
    }
  } finally {
    await setSetting("management.canSell", "true");
  }
});

test("settings hide the stock, the description, the details button and the wholesale price", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  const settingNames = ["showStock", "showDescription", "showDetailsButton", "showWholesalePrice"];
  const productUrl = `${BRANCH_ORIGIN}/products/${product._id}/details`;
  const listUrl = `${BRANCH_ORIGIN}/?searchTerm=${encodeURIComponent(product.name)}`;
  const card = page.getByRole("article").filter({ has: page.locator(`h3 a[href="/products/${product._id}/details"]`) });
  const expectVisibility = async (isShown: boolean): Promise<void> => {
    const count = isShown ? 1 : 0;
    await page.goto(productUrl);
    await expect(page.getByRole("heading", { name: "Descripción" })).toHaveCount(count);
    await expect(page.getByText(/por pieza en compras desde 10 piezas/)).toHaveCount(count);
    await page.getByRole("radio", { name: "M", exact: true }).check();
    await expect(page.getByText(/^Quedan? \d+ piezas?$/)).toHaveCount(count);
    await page.goto(listUrl);
    await card.getByRole("button", { name: /^Agregar/ }).click();
    await page.getByRole("button", { name: "Varias piezas" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
    await expect(page.getByRole("dialog").getByText(/^Quedan? \d+$/)).toHaveCount(
      isShown ? product.stocks.filter((size) => size.stock > 0).length : 0,
    );
    await expect(page.getByRole("dialog").getByRole("link", { name: "Ver detalles" })).toHaveCount(count);
  };
  await expectVisibility(true);
  for (const name of settingNames) await setSetting(`products.${name}`, "false");
  try {
    await page.waitForTimeout(SETTINGS_DELAY_MS);
    await expectVisibility(false);
  } finally {
    for (const name of settingNames) await setSetting(`products.${name}`, "true");
  }
});

test("in maintenance every link leads to the maintenance page, which leads home afterwards", async ({
  page,
  request,
}) => {
  const branchUrl = (path: string): string => BRANCH_ORIGIN + path;
  await page.clock.install();
  await page.goto(branchUrl("/"));
  await page.waitForFunction(() => "__ready" in window);
  try {
    await setSetting("management.maintenance.information", "Volvemos hoy a las 18:00.");
    await setSetting("management.maintenance.enabled", "true");
    // The process's copy of the settings and its response cache may be two seconds old.
    await expect
      .poll(async () => (await request.get("/terminos", { headers: { "X-Shop": "norte" } })).status())
      .toBe(503);

    await page.getByRole("contentinfo").getByRole("link", { name: "Términos y condiciones" }).click();
    await expect(page.getByText("Volvemos hoy a las 18:00.")).toBeVisible();
    await expect(page).toHaveURL(branchUrl("/maintenance"));

    const answer = await page.goto(branchUrl("/products/cualquiera/details"));
    expect(answer!.status()).toBe(503);
    await page.clock.runFor(3_000);
    await page.waitForFunction(() => "__ready" in window);
    await expect(page).toHaveURL(branchUrl("/maintenance"));
    await expect(page.getByText("Volvemos hoy a las 18:00.")).toBeVisible();
    await expectAccessible(page);

    await page.clock.runFor(31_000);
    await expect(page.getByText(/Última revisión: \d\d:\d\d/)).toBeVisible();
    await setSetting("management.maintenance.enabled", "false");
    await expect(async () => {
      await page.clock.runFor(31_000);
      await expect(page).toHaveURL(branchUrl("/"), { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    await page.goto(branchUrl("/maintenance"));
    await expect(page).toHaveURL(branchUrl("/"));
  } finally {
    await setSetting("management.maintenance.enabled", "false");
  }
});

test("a branch that is not open yet shows a notice to visitors and the shop in a preview", async ({
  page,
  browser,
}) => {
  await setSetting("management.opened", "false");
  try {
    const visitorPage = await (await openVisitorContext(browser)).newPage();
    await expect(async () => {
      await visitorPage.goto(`${BRANCH_ORIGIN}/?category=vestidos`);
      await expect(visitorPage.getByRole("heading", { name: "Abrimos pronto" })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await visitorPage.waitForFunction(() => "__ready" in window);
    await expectAccessible(visitorPage);
    await visitorPage.getByRole("link", { name: "Términos y condiciones" }).click();
    await expect(visitorPage.getByRole("heading", { level: 1 })).toHaveText("Términos y condiciones");
    await visitorPage.getByRole("link", { name: "Inicio" }).click();
    await expect(visitorPage.getByRole("heading", { name: "Abrimos pronto" })).toBeVisible();

    // The preview leads from the panel on the head office's host to the branch's host.
    await signInStaff(page, "owner");
    await page.goto("/panel/primeros-pasos/norte");
    await page.getByRole("button", { name: "Abrir la vista previa" }).click();
    await expect(page).toHaveURL(`${BRANCH_ORIGIN}/`);
    await expect(page.getByText("Vista previa:")).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.goto("/panel/primeros-pasos/norte");
    await page.getByRole("button", { name: "Abrir Casa Maguey Norte" }).click();
    await expect(page.getByText("¡Casa Maguey Norte está abierta!")).toBeVisible();
    await expect(async () => {
      await visitorPage.goto(BRANCH_ORIGIN);
      await expect(visitorPage.getByRole("article").first()).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  } finally {
    await setSetting("management.opened", "true");
  }
});

test("in a shop with terms in two steps, the customer accepts each page of the terms", async ({ page, request }) => {
  const product = await claimProduct(request);
  const buyer = await createBuyer(request, { username: `pasos.${Date.now()}@ejemplo.mx`, password: "secreta-1" });
  await setSetting("orders.termsInTwoSteps", "true");
  try {
    await page.goto(`${BRANCH_ORIGIN}/products/${product._id}/details`);
    await addSize(page, "M");
    await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
    await signInAs(page, buyer, "registered", BRANCH_ORIGIN);
    // Every process reads the setting within two seconds.
    const acceptCheckbox = page.getByRole("checkbox", { name: /Acepto los términos/ });
    await expect(async () => {
      await page.goto(`${BRANCH_ORIGIN}/cart/checkout`);
      await expect(page.getByText("Se abren para que los leas.")).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 20_000 });
    await acceptCheckbox.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Acepto" }).click();
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await expect(acceptCheckbox).not.toBeChecked();
    await acceptCheckbox.click();
    await dialog.getByRole("button", { name: "Acepto" }).click();
    await expect(page.getByRole("dialog", { name: "Envíos y apartado" })).toBeVisible();
    await dialog.getByRole("button", { name: "Acepto" }).click();
    await expect(acceptCheckbox).toBeChecked();
  } finally {
    await setSetting("orders.termsInTwoSteps", "false");
  }
});
