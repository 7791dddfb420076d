import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test as base } from "@playwright/test";
import { runInProcess } from "../../src/cli/testing/run-in-process.ts";
import { demoId } from "../../demo/load/demo-id.ts";

/** A test whose page must stay silent: no script error, nothing refused by the page's policy. */
export const test = base.extend<{ fieldErrors: string[] }>({
  fieldErrors: [
    async ({ page }, use) => {
      const fieldErrors: string[] = [];
      page.on("pageerror", (error) => fieldErrors.push(error.message));
      page.on("console", (message) => {
        // A call that the shop refuses on purpose is also told to the console by the browser itself.
        const isRefusal = /Failed to load resource/.test(message.text());
        // The office's samples run nothing, not even what a test asks inside of them.
        const isSample = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
        if (message.type() === "error" && !isRefusal && !isSample) fieldErrors.push(message.text());
      });
      await use(fieldErrors);
      expect(fieldErrors).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** `shop …` on the shop under test; throws where it was refused. */
export async function shop(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runInProcess(args, {
    DATA_DIR: process.env.E2E_DATA_DIR!,
    DATABASE_URL: "",
  });
  if (status !== 0) throw new Error(`shop ${args.join(" ")}: ${stderr}`);
  return stdout;
}

export const BRANCH = `http://norte.localhost:${process.env.E2E_PORT}`;

export interface WireProduct {
  _id: string;
  name: string;
  stocks: { _id: string; attribute: string; stock: number }[];
}

interface DemoProduct {
  slug: string;
  brands: string[];
  presale: boolean;
  wholesalePriceCents: number | null;
  sizes: { name: string; pieces: number }[];
}

/** As the demo shop opens: what other tests have bought since changes nothing in the order. */
const { products: demoProducts } = JSON.parse(readFileSync("demo/catalog.json", "utf8")) as {
  products: DemoProduct[];
};
const inM = demoProducts.filter(
  (product) => !product.presale && product.sizes.some((size) => size.name === "M" && size.pieces >= 3),
);
const inThreeSizes = inM.filter(
  (product) => product.wholesalePriceCents !== null && product.sizes.filter((size) => size.pieces >= 6).length >= 3,
);
const others = inM.filter((product) => !inThreeSizes.includes(product));

/** A garment for this test alone: sold wholesale too, six pieces or more in three sizes, three or more in M. */
export function takeProduct(request: APIRequestContext, brand?: string): Promise<WireProduct> {
  return takeOneOf(
    request,
    inThreeSizes.filter((product) => brand === undefined || product.brands.includes(brand)),
  );
}

/** A garment for this test alone that has three pieces in M. */
export function takeGarmentInM(request: APIRequestContext): Promise<WireProduct> {
  return takeOneOf(request, others);
}

async function takeOneOf(request: APIRequestContext, products: DemoProduct[]): Promise<WireProduct> {
  const free = products.find(({ slug }) => claim(slug));
  if (!free) throw new Error("No garment is left that no test has taken: add some to demo/catalog.json.");
  const answer = await request.get(`/api/v1/products/${demoId("product", free.slug)}`);
  return (await answer.json()) as WireProduct;
}

/** One of all workers makes the folder; the others find it there. */
function claim(slug: string): boolean {
  const folder = path.join(process.env.E2E_DATA_DIR!, "taken-by-tests");
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

/** Chooses a size on the product page and adds it. */
export async function addSize(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name, exact: true }).check();
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
}
