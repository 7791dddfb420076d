import { readFileSync } from "node:fs";
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
  presale: boolean;
  wholesalePriceCents: number | null;
  sizes: { name: string; pieces: number }[];
}

/** As the demo shop opens: what other tests have bought since changes nothing in the order. */
const { products: demoProducts } = JSON.parse(readFileSync("demo/catalog.json", "utf8")) as {
  products: DemoProduct[];
};
const takable = demoProducts.filter(
  (product) =>
    !product.presale &&
    product.wholesalePriceCents !== null &&
    product.sizes.filter((size) => size.pieces >= 6).length >= 3 &&
    product.sizes.some((size) => size.name === "M" && size.pieces >= 3),
);

/** The nth garment with an M and some more on the shelf: each test takes its own, so that none disturbs another. */
export async function takeProduct(request: APIRequestContext, nth: number): Promise<WireProduct> {
  const answer = await request.get(`/api/v1/products/${demoId("product", takable[nth]!.slug)}`);
  return (await answer.json()) as WireProduct;
}

export function sizeOf(product: WireProduct, name: string) {
  return product.stocks.find((size) => size.attribute === name)!;
}

/** Chooses a size on the product page and adds it. */
export async function addSize(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name, exact: true }).check();
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
}
