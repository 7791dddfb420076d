import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { createBuyer, placeOrder, signInAs } from "./support/order.ts";
import { addSize, expect, claimProduct, test } from "./support/shop.ts";

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker controls the page, and reloads the page once if it does not at first. */
async function waitUntilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => "__ready" in window);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  if (await page.evaluate(() => navigator.serviceWorker.controller === null)) await page.reload();
  await page.waitForFunction(() => "__ready" in window && navigator.serviceWorker.controller !== null);
}

/** The caches of the browser by name, with the paths of their responses. */
const readStoredPaths = (page: Page) =>
  page.evaluate(async () => {
    const pathsByCache: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      pathsByCache[name] = keys.map(({ url }) => new URL(url).pathname);
    }
    return pathsByCache;
  });
const listStoredPages = async (page: Page) =>
  Object.entries(await readStoredPaths(page)).flatMap(([name, paths]) => (name.includes(".pages.") ? paths : []));

const notice = (page: Page) => page.locator("#sin-conexion");
const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("offline, a visited page is shown with its date, and other pages open once the connection is back @phone-only", async ({
  page,
  context,
  request,
}) => {
  const [product, otherProduct] = [await claimProduct(request), await claimProduct(request)];
  await page.goto("/");
  await waitUntilControlled(page);
  await page.goto(`/products/${product._id}/details`);
  await waitUntilControlled(page);
  await expect.poll(() => listStoredPages(page)).toContain(`/products/${product._id}/details`);

  await context.setOffline(true);
  await page.reload();
  await expect(notice(page)).toContainText(/Sin conexión\. Esta página es del [a-zé]+ \d+ de [a-z]+/);
  await expect(notice(page)).toBeInViewport();
  await expect(title(page)).toContainText(product.name);
  await expectAccessible(page);
  // The cached page does not load the app's code. A button that needs it moves the focus to the notice.
  await page.getByRole("button", { name: "Agregar al carrito" }).first().click();
  await expect(notice(page)).toBeFocused();

  await page.goto(`/products/${otherProduct._id}/details`);
  await expect(title(page)).toHaveText("Sin conexión");
  await expect(page.getByRole("link", { name: "Casa Maguey" })).toBeVisible();
  const retryLink = page.getByRole("link", { name: "Reintentar" });
  expect(await retryLink.evaluate((link) => getComputedStyle(link).minHeight)).toBe("48px");
  const visitedPagesNav = page.getByRole("navigation", { name: "Lo que puedes ver sin internet" });
  await expect(visitedPagesNav.getByRole("link", { name: product.name })).toBeVisible();
  await expectAccessible(page);
  await retryLink.click();
  await expect(title(page)).toHaveText("Sin conexión");

  await context.setOffline(false);
  await expect(title(page)).toContainText(otherProduct.name, { timeout: 20_000 });
  await expect(notice(page)).toHaveCount(0);
});

test("offline, a tap on a link shows a page of the shop, not the browser's error page @phone-only", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/?category=vestidos");
  await waitUntilControlled(page);
  await context.setOffline(true);
  await page
    .getByRole("navigation", { name: "Legal, al pie" })
    .getByRole("link", { name: /Términos/ })
    .click();
  await expect(page.getByText(/Sin conexión|Revisa tu (?:internet|conexión)/).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/Sin conexión|Revisa tu (?:internet|conexión)/)).toHaveCount(0, { timeout: 20_000 });
  // The router reports code that it could not load.
  expect(consoleErrors.filter((message) => !/Error loading route module|Failed to fetch/.test(message))).toEqual([]);
  consoleErrors.length = 0;
});

test("the cart, the account, an order, the checkout and the waiting room are never shown from the cache", async ({
  page,
  context,
  request,
}) => {
  const buyer = await createBuyer(request);
  const order = await placeOrder(request, buyer);
  const product = await claimProduct(request);
  await signInAs(page, buyer, "guest");
  await page.goto(`/products/${product._id}/details`);
  await waitUntilControlled(page);
  await addSize(page, "M");
  await expect(page.getByRole("link", { name: "Carrito, 1 pieza" })).toBeVisible();
  const privatePaths = ["/cart", "/cart/checkout", "/customer/profile", "/orders", `/orders/${order._id}`, "/preventa"];
  for (const path of privatePaths) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  await page.goto("/panel/entrar");
  const pages = await listStoredPages(page);
  expect(pages.filter((path) => !/^\/(?:products\/.*|aviso-de-privacidad)?$/.test(path))).toEqual([]);
  const files = Object.values(await readStoredPaths(page)).flat();
  expect(files.filter((path) => path.startsWith("/api/") || path.endsWith(".data"))).toEqual([]);

  await context.setOffline(true);
  for (const path of privatePaths) {
    await page.goto(path);
    await expect(title(page), path).toHaveText("Sin conexión");
  }
});

test("a new build replaces the worker at once and deletes what the old one stored", async ({ page }) => {
  const proxy = await startProxy();
  try {
    await page.goto(`${proxy.origin}/terminos`);
    await waitUntilControlled(page);
    await page.reload();
    await waitUntilControlled(page);
    await expect.poll(() => listStoredPages(page)).toEqual(["/terminos"]);
    const cachesBefore = Object.keys(await readStoredPaths(page));
    expect(cachesBefore).toHaveLength(2);

    proxy.isNewBuild = true;
    await page.goto(`${proxy.origin}/aviso-de-privacidad`);
    await expect
      .poll(async () => Object.keys(await readStoredPaths(page)).filter((name) => cachesBefore.includes(name)))
      .toEqual([]);
    expect(Object.keys(await readStoredPaths(page))).toContain("escaparate.shell.new-build");
    proxy.isDown = true;
    await page.goto(`${proxy.origin}/terminos`);
    await expect(title(page)).toHaveText("Sin conexión");
    // The browser stays online and fires no event, so the page polls the shop.
    proxy.isDown = false;
    await expect(title(page)).not.toHaveText("Sin conexión", { timeout: 20_000 });
  } finally {
    proxy.server.close();
    proxy.server.closeAllConnections();
  }
});

interface ShopProxy {
  server: Server;
  origin: string;
  /** Whether the worker's script has another version. */
  isNewBuild: boolean;
  /** Whether connections are closed without a response. */
  isDown: boolean;
}

/** Serves the shop at another origin, with a build that can change and connections that can fail. */
async function startProxy(): Promise<ShopProxy> {
  const server = createServer((req, res) => {
    if (proxy.isDown) return void req.socket.destroy();
    const port = Number(process.env.E2E_PORT);
    const { "if-none-match": _etag, ...requestHeaders } = req.headers;
    const headers = { ...requestHeaders, "accept-encoding": "identity" };
    send({ port, path: req.url, method: req.method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      let body = Buffer.concat(chunks);
      if (req.url === "/sw.js" && proxy.isNewBuild)
        body = Buffer.from(body.toString().replaceAll(/(escaparate\.\w+\.)[\w-]+/g, "$1new-build"));
      const { "content-length": _length, "transfer-encoding": _encoding, ...otherHeaders } = answer.headers;
      res.writeHead(answer.statusCode!, { ...otherHeaders, "content-length": body.length }).end(body);
    }).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const proxy: ShopProxy = { server, origin: `http://localhost:${port}`, isNewBuild: false, isDown: false };
  return proxy;
}
