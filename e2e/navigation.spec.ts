import type { Page, Request, Response } from "@playwright/test";
import { BUDGET } from "../measure/budgets.ts";
import { openList, measureNavigations } from "../measure/navigations.ts";
import { resolveBrowserPath } from "./support/browser.ts";
import { addSize, expect, claimProduct, test } from "./support/shop.ts";

// Navigations are measured, so this browser starts without the flags that disable V8's optimization. It is another
// browser than that of the other tests, so one worker runs this file.
test.use({
  launchOptions: {
    executablePath: await resolveBrowserPath({ prefersHeadlessShell: true }),
    args: ["--no-sandbox", "--disable-gpu"],
  },
});
test.describe.configure({ mode: "default" });

/**
 * The benchmark checks the median against the budget. Here other tests load the machine. A waterfall of requests delays
 * every navigation, a loaded machine only some, so the fastest one is checked against a multiple of the budget.
 */
const BUDGET_FACTOR = 3;

test("a card, a category and Back show the next page within three times the budget", async ({ page }) => {
  test.slow();
  const navigations = Object.entries(await measureNavigations(page, 6)) as [string, number[]][];
  for (const [name, times] of navigations) {
    const fastestMs = Math.min(...times);
    console.log(`${name}: ${fastestMs.toFixed(0)} ms, the fastest`);
    expect(fastestMs, name).toBeLessThanOrEqual(BUDGET_FACTOR * BUDGET.navigationMs);
  }
});

test("a prefetched product opens without another request", async ({ page }) => {
  await openList(page);
  const card = page.locator("main article h3 a").nth(2);
  const prefetch = page.waitForResponse(/details\.data/);
  const pendingRequests = watchPendingRequests(page);
  await card.hover();
  await (await prefetch).finished();
  // The page's code is prefetched together with its data.
  await expect.poll(() => pendingRequests.size).toBe(0);
  const sentPaths = await watchResponses(page);
  await card.click();
  await expect(page.getByRole("button", { name: "Agregar al carrito" })).toBeVisible();
  expect(sentPaths).toEqual([]);
});

test("the picture of a pressed card moves to the product's page and back, even during fast navigation", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(recordTransitions);
  const readMoveDurations = () => page.evaluate(() => window.moveDurationsMs);
  await openList(page);
  await page.locator("main article h3 a").nth(2).click();
  await expect(page.getByRole("button", { name: "Agregar al carrito" })).toBeVisible();
  await expect.poll(readMoveDurations).toEqual([280]);
  await page.goBack();
  await expect.poll(readMoveDurations).toEqual([280, 280]);
  // A transition that is skipped because the next one starts is not reported as an error of the page.
  await page.evaluate(() => [1, -1, 1].forEach((step, n) => setTimeout(() => history.go(step), n * 30)));
  // Which page is shown in the end depends on the browser.
  await page.waitForTimeout(800);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const countBefore = (await readMoveDurations()).length;
  await page.getByRole("banner").getByRole("link", { name: "Casa Maguey" }).click();
  await expect(page).toHaveURL("/");
  expect((await readMoveDurations()).slice(countBefore)).toEqual([]);
});

declare global {
  interface Window {
    /** How long the picture of each transition moved, in milliseconds. */
    moveDurationsMs: number[];
  }
}

/** Runs in the browser. */
function recordTransitions(): void {
  window.moveDurationsMs = [];
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    const record = (): void => {
      for (const { effect } of document.getAnimations()) {
        const { pseudoElement } = effect as KeyframeEffect;
        if (pseudoElement === "::view-transition-group(picture)")
          window.moveDurationsMs.push(Number(effect!.getTiming().duration));
      }
    };
    void transition.ready.then(record, Boolean);
    return transition;
  };
}

test("data prefetched before an addition to the cart is fetched again afterwards", async ({ page, request }) => {
  const product = await claimProduct(request);
  const link = page.locator(`main h3 a[href="/products/${product._id}/details"]`);
  const searchPath = `/?searchTerm=${encodeURIComponent(product.name)}`;
  await page.goto(searchPath);
  await page.waitForFunction(() => "__ready" in window);
  // The browser may reuse an earlier prefetch of the same document, so only the data that a click shows is compared.
  const dataResponses: Response[] = [];
  page.on("response", (response) => {
    if (response.url().includes(`${product._id}/details.data`)) dataResponses.push(response);
  });
  const readRequestIds = () => Promise.all(dataResponses.map((response) => response.headerValue("x-request-id")));
  await link.hover();
  await expect.poll(() => dataResponses.length).toBeGreaterThan(0);
  await link.click();
  await addSize(page, "M");
  await expect(page.getByRole("link", { name: "Carrito, 1 pieza" })).toBeVisible();
  const idsBefore = await readRequestIds();
  await page.goBack();
  await expect(link).toBeVisible();
  await link.hover();
  await link.click();
  await expect(page.getByRole("button", { name: "Agregar al carrito" })).toBeVisible();
  expect(idsBefore).not.toContain((await readRequestIds()).at(-1));
});

/** Collects page data and scripts that the shop sends from now on. Prefetches and cached files are left out. */
async function watchResponses(page: Page): Promise<string[]> {
  const sentPaths: string[] = [];
  const network = await page.context().newCDPSession(page);
  network.on("Network.responseReceived", ({ response, type }) => {
    const { pathname } = new URL(response.url);
    if (/\.(?:data|js)$/.test(pathname) && !response.fromDiskCache && type !== "Other") sentPaths.push(pathname);
  });
  await network.send("Network.enable");
  return sentPaths;
}

/** Watches the requests that the page begins from now on. The set has those that are not finished. */
function watchPendingRequests(page: Page): ReadonlySet<Request> {
  const pendingRequests = new Set<Request>();
  page.on("request", (request) => pendingRequests.add(request));
  page.on("requestfinished", (request) => pendingRequests.delete(request));
  page.on("requestfailed", (request) => pendingRequests.delete(request));
  return pendingRequests;
}
