import type { APIRequestContext, Page } from "@playwright/test";
import { formatMoney, toCents } from "../src/domain/money.ts";
import { demoId } from "../demo/load/demo-id.ts";
import { goToReview, reviewHeading } from "./support/checkout.ts";
import { expectAccessible } from "./support/accessible.ts";
import { signInAs, createBuyer, type Buyer } from "./support/order.ts";
import {
  BRANCH_ORIGIN,
  addSize,
  expect,
  openVisitorContext,
  runShopCommand,
  sizeOf,
  claimProduct,
  test,
} from "./support/shop.ts";

type ShopKey = "matriz" | "norte";

const HEAD_OFFICE_ORIGIN = `http://localhost:${process.env.E2E_PORT}`;
const shopHeaders = (key: ShopKey, token?: string) => ({
  "X-Shop": key,
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
});
const productPath = (productId: string): string => `/products/${productId}/details`;
/** A product that only norte sells, at its own price. */
const LOCAL_PRODUCT = demoId("product", "bolsa-de-grecas-azul-marino");

/** A product's price per piece in this shop, as the page shows it. */
async function priceAt(request: APIRequestContext, key: ShopKey, productId: string): Promise<string> {
  const { price, shopPrice } = await (
    await request.get(`/api/v1/products/${productId}`, { headers: shopHeaders(key) })
  ).json();
  return formatMoney(toCents(shopPrice ?? price));
}

test("two shops have their own name, colour, texts and prices, and share one stock", async ({
  page: matrizPage,
  browser,
  request,
}) => {
  test.slow();
  const context = await openVisitorContext(browser);
  const nortePage = await context.newPage();
  await Promise.all([matrizPage.goto(`${HEAD_OFFICE_ORIGIN}/`), nortePage.goto(`${BRANCH_ORIGIN}/`)]);

  await expect(matrizPage.getByRole("banner").getByRole("link", { name: "Casa Maguey", exact: true })).toBeVisible();
  await expect(nortePage.getByRole("banner").getByRole("link", { name: "Casa Maguey Norte" })).toBeVisible();
  await expect(nortePage).toHaveTitle(/ · Casa Maguey Norte$/);
  const readThemeColor = (page: Page) => page.locator("html").getAttribute("data-theme");
  expect([await readThemeColor(matrizPage), await readThemeColor(nortePage)]).toEqual(["indigo", "green"]);
  await expect(matrizPage.getByText("Lino para el calor").first()).toBeVisible();
  await expect(nortePage.getByText("Abrigados en el norte").first()).toBeVisible();
  await expect(nortePage.getByText("Salimos a repartir desde Monterrey").first()).toBeAttached();
  await expect(nortePage.getByText("Envíos a todo México")).toHaveCount(0);
  // Only the head office has a chat link.
  await expect(matrizPage.getByRole("link", { name: "Escríbenos por WhatsApp" })).toBeVisible();
  await expect(nortePage.getByRole("link", { name: /WhatsApp|Messenger/ })).toHaveCount(0);

  // The branch adds an increment to this brand's prices.
  const product = await claimProduct(request, "amaranto-basico");
  const sizeId = sizeOf(product, "M")._id;
  await runShopCommand("stock", "set", sizeId, "1");
  await Promise.all([
    matrizPage.goto(HEAD_OFFICE_ORIGIN + productPath(product._id)),
    nortePage.goto(BRANCH_ORIGIN + productPath(product._id)),
  ]);
  const [priceInMatriz, priceInNorte] = [
    await priceAt(request, "matriz", product._id),
    await priceAt(request, "norte", product._id),
  ];
  expect(priceInMatriz).not.toBe(priceInNorte);
  await expect(matrizPage.getByRole("main").getByText(priceInMatriz, { exact: true }).first()).toBeVisible();
  await expect(nortePage.getByRole("main").getByText(priceInNorte, { exact: true }).first()).toBeVisible();
  await expect(nortePage.getByRole("main").getByText(priceInMatriz, { exact: true })).toHaveCount(0);

  // Both pages show the last piece. The first customer gets it, the other sees that it is sold out.
  await matrizPage.getByRole("radio", { name: "M", exact: true }).check();
  await addSize(nortePage, "M");
  await expect(nortePage.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await matrizPage.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(matrizPage.getByText(/Agotado! Se agotó .*T: M/)).toBeVisible();
  await nortePage.goto(`${BRANCH_ORIGIN}/cart`);
  await expect(nortePage.getByRole("row").last()).toContainText(priceInNorte);
  await context.close();
});

test("a product that only one shop sells is found in that shop only", async ({ page, browser, request }) => {
  const context = await openVisitorContext(browser);
  const nortePage = await context.newPage();
  const searchPath = "/?searchTerm=bolsa+de+grecas";
  const card = (page: Page) => page.locator(`a[href="${productPath(LOCAL_PRODUCT)}"]`).first();
  await nortePage.goto(BRANCH_ORIGIN + searchPath);
  await expect(card(nortePage)).toBeVisible();
  await nortePage.goto(BRANCH_ORIGIN + productPath(LOCAL_PRODUCT));
  await expect(nortePage.getByRole("heading", { level: 1 })).toContainText("Bolsa de grecas");
  await expect(nortePage.getByRole("main").getByText("$529.00").first()).toBeVisible();
  await page.goto(HEAD_OFFICE_ORIGIN + searchPath);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect((await page.goto(HEAD_OFFICE_ORIGIN + productPath(LOCAL_PRODUCT)))!.status()).toBe(404);
  for (const [key, isListed] of [
    ["norte", true],
    ["matriz", false],
  ] as const) {
    expect((await fetchSitemaps(request, key)).includes(LOCAL_PRODUCT)).toBe(isListed);
  }
  await context.close();
});

/** All sitemaps of a shop, joined. */
async function fetchSitemaps(request: APIRequestContext, key: ShopKey): Promise<string> {
  const read = async (path: string): Promise<string> => {
    const answer = await request.get(path, { headers: shopHeaders(key) });
    expect(answer.status()).toBe(200);
    return answer.text();
  };
  const sitemapUrls = [...(await read("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)];
  return (await Promise.all(sitemapUrls.map(([, url]) => read(new URL(url!).pathname)))).join("");
}

test("a customer sees in each shop only its orders, with that shop's columns and totals", async ({ page, request }) => {
  const username = `sucursal.${Date.now()}@ejemplo.mx`;
  const buyer = await createBuyer(request, { username, password: "secreta-1" });
  const orderInMatriz = await orderGarment(request, "matriz", buyer);
  const orderInNorte = await orderGarment(request, "norte", buyer);
  const presaleOrder = await orderPresalePiece(request, buyer);
  // What the customer pays the branch differs from what the branch owes the head office.
  expect(orderInMatriz.shopTotal).toBeNull();
  expect(orderInNorte.shopTotal).not.toBe(orderInNorte.total);
  expect([orderInMatriz.status, orderInNorte.status, presaleOrder.status]).toEqual([
    "WAITING_PAYMENT",
    "WAITING_PAYMENT",
    "PRESALE",
  ]);

  const columns = page.getByRole("columnheader");
  await signInAs(page, buyer, "registered");
  await page.goto("/orders");
  await expect(columns).toHaveText(["# Pedido", "Fecha", "Productos", "Estado", "Total", "Acciones"]);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").last()).toContainText(`#${orderInMatriz.reference}`);
  await expect(page.getByRole("row").last()).toContainText(formatMoney(toCents(orderInMatriz.total)));

  await signInAs(page, buyer, "registered", BRANCH_ORIGIN);
  await page.goto(`${BRANCH_ORIGIN}/orders`);
  await expect(columns).toHaveText(["# Pedido", "Fecha", "Productos", "Cliente", "Estado", "Total", "Acciones"]);
  await expect(page.getByRole("row")).toHaveCount(3);
  const [newestRow, oldestRow] = [page.getByRole("row").nth(1), page.getByRole("row").nth(2)];
  await expect(newestRow).toContainText(`#${presaleOrder.reference}`);
  await expect(newestRow).toContainText("Preventa");
  await expect(oldestRow).toContainText("Nora Campos Gil");
  await expect(oldestRow).toContainText(formatMoney(toCents(orderInNorte.shopTotal!)));
  await expectAccessible(page);

  // The order's page shows the branch's own text before and after payment, and its bank account while it is unpaid.
  await oldestRow.getByRole("link", { name: "Ver" }).click();
  await expect(page.getByText("Tu asesor en Monterrey te avisa cuando llegue")).toBeVisible();
  await expect(page.getByText("Banco Regional de Demostración")).toBeVisible();
  await runShopCommand("order", "pay", orderInNorte.reference);
  await page.reload();
  await expect(page.getByText("Pago aceptado").first()).toBeVisible();
  await expect(page.getByText("Tu asesor en Monterrey te avisa cuando llegue")).toBeVisible();
  // An order of another shop is not shown, even to its customer.
  await page.goto(`${BRANCH_ORIGIN}/orders/${orderInMatriz._id}`);
  await expect(page.getByText("No podemos mostrarte este pedido")).toBeVisible();
});

test("the checkout of a branch offers its own carriers and ways to pay", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(BRANCH_ORIGIN + productPath(product._id));
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  const buyer = await createBuyer(request, { username: `paga.${Date.now()}@ejemplo.mx`, password: "secreta-1" });
  await signInAs(page, buyer, "registered", BRANCH_ORIGIN);
  await page.goto(`${BRANCH_ORIGIN}/cart/checkout`);
  // A customer with an address begins at the second screen.
  await expect(reviewHeading(page)).toBeVisible();
  await expect(page.getByRole("radio", { name: /Transferencia Bancaria/ })).toBeVisible();
  await page.getByRole("button", { name: "Cambiar paquetería" }).click();
  await expect(page.getByRole("radio", { name: /Paquetería Estándar/ })).toBeVisible();
  await expect(page.getByRole("radio", { name: /Recoge en un punto cercano/ })).toHaveCount(0);
  await goToReview(page);
  await expect(page.getByText("Tu asesor en Monterrey te avisa cuando llegue")).toBeVisible();
});

test("a shop added on the command line answers at its host under its own name", async ({ page }) => {
  const key = `abierta-${Date.now()}`;
  await runShopCommand("shops", "add", key, "--name", "Casa Abierta", "--host", `${key}.localhost`, "--color", "pink");
  const origin = `http://${key}.localhost:${process.env.E2E_PORT}`;
  // Every process reads the new shop within two seconds. The test opens pages instead of sending requests, because only
  // browsers resolve all names under localhost.
  await expect(async () => {
    await page.goto(`${origin}/`);
    await expect(page.getByRole("banner").getByRole("link", { name: "Casa Abierta" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "pink");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectAccessible(page);
});

interface PlacedOrder {
  _id: string;
  reference: string;
  status: string;
  total: number;
  shopTotal: number | null;
}

/** Orders one piece in M in this shop, by bank transfer. */
async function orderGarment(request: APIRequestContext, key: ShopKey, buyer: Buyer): Promise<PlacedOrder> {
  const product = await claimProduct(request);
  const line = { productId: product._id, attributeId: sizeOf(product, "M")._id, quantity: 1 };
  return placeOrder(request, key, buyer, { products: [line] }, {});
}

/** Orders one made-to-order piece of the presale in the branch. */
async function orderPresalePiece(request: APIRequestContext, buyer: Buyer): Promise<PlacedOrder> {
  const code = (await runShopCommand("presale", "codes", "primavera", "--count", "1")).trim();
  const slug = "cardigan-de-ochos-marfil";
  const headers = { "X-CODE": code };
  const product = await (
    await request.get(`/api/v1/products/${demoId("product", slug)}`, { headers: { ...headers, "X-Shop": "norte" } })
  ).json();
  const line = { productId: product._id, attributeId: product.stocks[0]._id, quantity: 1 };
  return placeOrder(request, "norte", buyer, { products: [line], isPresale: true }, headers);
}

async function placeOrder(
  request: APIRequestContext,
  key: ShopKey,
  { customerId, addressId, token }: Buyer,
  cartBody: object,
  headers: Record<string, string>,
): Promise<PlacedOrder> {
  const allHeaders = { ...shopHeaders(key, token), ...headers };
  const addResult = await (await request.post("/api/v1/carts", { data: cartBody, headers: allHeaders })).json();
  expect(addResult.failed).toEqual([]);
  const carriers = await (await request.get("/api/v1/shippings", { headers: allHeaders })).json();
  const data = {
    customerId,
    addressId,
    shippingId: carriers.docs[0]._id,
    secured: false,
    payment_method: "TB",
  };
  const checkoutResponse = await request.post(`/api/v1/carts/${addResult.cart._id}/checkout`, {
    data,
    headers: allHeaders,
  });
  expect(checkoutResponse.status(), await checkoutResponse.text()).toBe(200);
  return (await checkoutResponse.json()).order;
}
