import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Browser, type Page } from "@playwright/test";
import { resolveBrowserPath } from "./support/browser.ts";
import { addSize, expect, claimProduct, test } from "./support/shop.ts";

const executablePath = await resolveBrowserPath();
const isHeadlessShell = /headless-shell|node_modules/.test(executablePath);
test.skip(isHeadlessShell, "a headless shell has no back/forward cache: set CHROMIUM_PATH to a full Chromium");

let otherSite: Server;
let browser: Browser;

test.beforeAll(async () => {
  otherSite = createServer((_req, res) => {
    res.setHeader("Content-Type", "text/html").end("<!doctype html><title>Elsewhere</title><p>Elsewhere</p>");
  }).listen(0, "127.0.0.1");
  await once(otherSite, "listening");
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
});

test.afterAll(async () => {
  await browser.close();
  otherSite.close();
});

for (const name of ["home", "list", "product", "cart"] as const) {
  test(`Back from another site restores ${name} from the back/forward cache`, async ({ baseURL, request }) => {
    const path = {
      home: "/",
      list: "/?category=mujer",
      product: `/products/${(await claimProduct(request))._id}/details`,
      cart: "/cart",
    }[name];
    const page = await openPage(baseURL!);
    await page.goto(path);
    await page.waitForFunction(() => "__ready" in window);
    await leaveAndGoBack(page);
    expect(await readRestoration(page)).toEqual({ isRestored: true, reasons: [] });
    await page.context().close();
  });
}

test("after Back the header shows the pieces that another tab has added", async ({ baseURL, request }) => {
  const product = await claimProduct(request);
  const page = await openPage(baseURL!);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("link", { name: "Carrito, 1 pieza" })).toBeVisible();
  await page.goto(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}/`);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`/products/${product._id}/details`);
  await addSize(otherTab, product.stocks.find((size) => size.stock > 0 && size.attribute !== "M")!.attribute);
  await expect(otherTab.getByRole("link", { name: "Carrito, 2 piezas" })).toBeVisible();
  await goBack(page);
  await expect(page.getByRole("link", { name: "Carrito, 2 piezas" })).toBeVisible();
  expect((await readRestoration(page)).isRestored).toBe(true);
  await page.context().close();
});

async function openPage(baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: "es-MX", timezoneId: "America/Mexico_City" });
  const page = await context.newPage();
  await page.addInitScript(() => addEventListener("pageshow", (event) => (window.isRestored = event.persisted)));
  return page;
}

async function leaveAndGoBack(page: Page): Promise<void> {
  await page.goto(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}/`);
  await goBack(page);
}

/** Playwright's own goBack waits for a load event, which a restored page does not fire. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back()).catch(() => {});
  await expect.poll(() => page.evaluate(() => document.title).catch(() => "")).not.toMatch(/^(?:Elsewhere)?$/);
}

/** Whether the page was restored from the cache, and Chromium's reasons if it was not. */
function readRestoration(page: Page): Promise<{ isRestored: boolean; reasons: string[] }> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
      notRestoredReasons?: { reasons?: { reason: string }[] | null } | null;
    })[];
    return {
      isRestored: window.isRestored ?? false,
      reasons: entry?.notRestoredReasons?.reasons?.map(({ reason }) => reason) ?? [],
    };
  });
}

declare global {
  interface Window {
    isRestored?: boolean;
  }
}
