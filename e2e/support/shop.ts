import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import { expect, test as base } from "@playwright/test";
import { runInProcess } from "../../src/cli/testing/run-in-process.ts";
import { demoId } from "../../demo/load/demo-id.ts";
import { DEMO_LOCAL_PRODUCTS } from "../../demo/load/demo-shops.ts";

interface ShopFixtures {
  /** Whether cookies are declined before the test, so that the cookie notice covers no button. */
  hasAnsweredCookies: boolean;
  consoleErrors: string[];
}

/**
 * A test that fails on a script error and on an error in the console, such as a violation of the CSP. Only the first
 * page is watched, and failed responses do not count.
 */
export const test = base.extend<ShopFixtures>({
  hasAnsweredCookies: [true, { option: true }],
  context: async ({ context, hasAnsweredCookies }, use) => {
    if (hasAnsweredCookies) await declineCookies(context);
    await use(context);
  },
  consoleErrors: [
    async ({ page }, use) => {
      const consoleErrors: string[] = [];
      page.on("pageerror", (error) => consoleErrors.push(error.message));
      page.on("console", (message) => {
        // The browser also logs each response with an error status. Many tests cause one on purpose.
        const isFailedResource = /Failed to load resource/.test(message.text());
        // The panel's sample frames block scripts, including those of a test.
        const isBlockedFrameScript = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
        if (message.type() === "error" && !isFailedResource && !isBlockedFrameScript)
          consoleErrors.push(message.text());
      });
      await use(consoleErrors);
      expect(consoleErrors).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/**
 * Stores the refusal of cookies with a script. Playwright's `storageState` takes five times as much processor time,
 * because it opens each origin first.
 */
async function declineCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const key = "escaparate.consent";
    if (globalThis.origin !== "null" && localStorage.getItem(key) === null) localStorage.setItem(key, "denied");
  });
}

/** Opens a browser context for a second visitor. */
export async function openVisitorContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
  await declineCookies(context);
  return context;
}

/** Runs `shop …` on the shop under test. Throws if the command fails. */
export async function runShopCommand(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runInProcess(args, {
    DATA_DIR: process.env.E2E_DATA_DIR!,
    DATABASE_URL: "",
  });
  if (status !== 0) throw new Error(`shop ${args.join(" ")}: ${stderr}`);
  return stdout;
}

export const BRANCH_ORIGIN = `http://norte.localhost:${process.env.E2E_PORT}`;

export interface WireProduct {
  _id: string;
  name: string;
  color: string;
  stocks: { _id: string; attribute: string; stock: number }[];
}

interface DemoProduct {
  slug: string;
  brands: string[];
  presale: boolean;
  wholesalePriceCents: number | null;
  sizes: { name: string; pieces: number }[];
}

/** The catalogue of the demo as it is loaded, so that purchases of other tests do not change the choice. */
const { products: demoProducts } = JSON.parse(readFileSync("demo/catalog.json", "utf8")) as {
  products: DemoProduct[];
};
const productsWithM = demoProducts.filter(
  ({ slug, presale, sizes }) =>
    !presale && !(slug in DEMO_LOCAL_PRODUCTS) && sizes.some((size) => size.name === "M" && size.pieces >= 3),
);
const productsWithThreeSizes = productsWithM.filter(
  (product) => product.wholesalePriceCents !== null && product.sizes.filter((size) => size.pieces >= 6).length >= 3,
);
/** First the garments that `claimProduct` never returns, then the others in the opposite order to `claimProduct`. */
const productsWithMInClaimOrder = [
  ...productsWithM.filter((product) => !productsWithThreeSizes.includes(product)),
  ...productsWithThreeSizes.toReversed(),
];

/** Claims a garment for one test. It has a wholesale price, and at least six pieces in three sizes and three in M. */
export function claimProduct(request: APIRequestContext, brand?: string): Promise<WireProduct> {
  return claimOneOf(
    request,
    productsWithThreeSizes.filter((product) => brand === undefined || product.brands.includes(brand)),
  );
}

/** Claims a garment with at least three pieces in M for one test. */
export function claimProductInM(request: APIRequestContext): Promise<WireProduct> {
  return claimOneOf(request, productsWithMInClaimOrder);
}

async function claimOneOf(request: APIRequestContext, products: DemoProduct[]): Promise<WireProduct> {
  const claimedProduct = products.find(({ slug }) => tryClaim(slug));
  if (!claimedProduct) throw new Error("Every garment is claimed by a test: add some to demo/catalog.json.");
  const answer = await request.get(`/api/v1/products/${demoId("product", claimedProduct.slug)}`);
  expect(answer.status(), claimedProduct.slug).toBe(200);
  return (await answer.json()) as WireProduct;
}

/** Claims a garment for one test: only one of all workers can create its folder. */
function tryClaim(slug: string): boolean {
  const folder = path.join(process.env.E2E_DATA_DIR!, "claimed-by-tests");
  mkdirSync(folder, { recursive: true });
  try {
    mkdirSync(path.join(folder, slug));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

export function sizeOf(product: WireProduct, name: string) {
  return product.stocks.find((size) => size.attribute === name)!;
}

/** Chooses a size on the product page and adds it to the cart. */
export async function addSize(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name, exact: true }).check();
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
}
