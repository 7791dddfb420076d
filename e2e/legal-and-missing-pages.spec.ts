import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { expect, claimProduct, test } from "./support/shop.ts";

const waitUntilReady = (page: Page) => page.waitForFunction(() => "__ready" in window);

test("the footer leads to the legal pages, which are accessible on a phone and a laptop", async ({ page }) => {
  for (const [link, path] of [
    ["Aviso de privacidad", "/aviso-de-privacidad"],
    ["Términos y condiciones", "/terminos"],
    ["Cambios y devoluciones", "/cambios-y-devoluciones"],
  ] as const) {
    await test.step(link, async () => {
      await page.goto("/cart");
      await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(link);
      await expect(page).toHaveTitle(`${link} · Casa Maguey`);
      await expect(page.getByText("Última actualización:")).toBeVisible();
      const contents = page.getByRole("navigation", { name: "En esta página" });
      const lastLink = contents.getByRole("link").last();
      const title = (await lastLink.textContent())!;
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => scrollTo(0, 0));
        if (width === 390) await contents.locator("summary").click();
        await lastLink.click();
        await expect(page.getByRole("heading", { level: 2, name: title })).toBeInViewport();
        await expectAccessible(page);
      }
    });
  }
});

test("the page for a missing path, product or category offers a search and categories", async ({ page }) => {
  for (const [path, title] of [
    ["/no-existe", "No encontramos esta página"],
    ["/products/no-existe/details", "No encontramos este producto"],
    ["/?category=no-existe", "No encontramos esta categoría"],
  ] as const) {
    await test.step(path, async () => {
      expect((await page.goto(path))!.status()).toBe(404);
      await waitUntilReady(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(`${title} · Casa Maguey`);
      await expectAccessible(page);
      const main = page.getByRole("main");
      await main.getByRole("searchbox", { name: "¿Qué buscas?" }).fill("jeans");
      await main.getByRole("button", { name: "Buscar" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resultados de «jeans»");
      await page.goBack();
      // Waits for the page of the missing path, because the list has a link with the same name.
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await main.getByRole("link", { name: "Mujer", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mujer");
    });
  }
});

test("the page for a missing path is not replaced while its code loads, so that no click is lost", async ({ page }) => {
  let releaseCode = (): void => {};
  const codeReleased = new Promise<void>((resolve) => (releaseCode = resolve));
  await page.route(/\/error-p-[\w-]+\.js$/, async (route) => {
    await codeReleased;
    await route.continue();
  });
  const codeRequest = page.waitForRequest(/\/error-p-[\w-]+\.js$/);
  await page.goto("/no-existe");
  const title = await page.getByRole("heading", { level: 1 }).elementHandle();
  await codeRequest;
  // The session is read and the cart is loaded meanwhile, which renders the page again.
  await page.waitForTimeout(1_000);
  releaseCode();
  await waitUntilReady(page);
  expect(await title!.evaluate((heading) => heading.isConnected)).toBe(true);
});

test("client-side navigation to a missing product shows the page for a missing product", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await waitUntilReady(page);
  await page.evaluate(() => history.pushState(null, "", "/products/no-existe/details"));
  await page.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No encontramos este producto");
  await expect(page.getByRole("contentinfo")).toBeVisible();
});

test("a product page has one canonical link, one og:title and two JSON-LD scripts; the manifest has a name", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await waitUntilReady(page);
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(2);
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(1);
  const manifest = await request.get("/manifest.webmanifest");
  expect((await manifest.json()).name).toBe("Casa Maguey");
});
