import { expectAccessible, expectFitsScreen } from "./support/accessible.ts";
import { fillAddress, fillGuest, goToReview } from "./support/checkout.ts";
import { addSize, expect, claimProduct, test } from "./support/shop.ts";

const PAGES = {
  "/": "home",
  "/?category=vestidos": "a category",
  "/?searchTerm=xyzzyplugh": "an empty search",
  "/test": "the component samples in all eight colours",
  "/cart": "an empty cart",
  "/cart/checkout": "a checkout without a cart",
  "/orders/01990000-0000-7000-8000-000000000000": "an order that does not exist",
  "/reviews": "the reviews",
  "/invoice": "the invoice form",
  "/login": "the sign-in page",
  "/signup": "the sign-up page",
  "/no-existe": "a page that does not exist",
};

test("the pages that need no preparation are accessible and fit the screen @phone", async ({ page }) => {
  const screen = page.viewportSize()!;
  for (const [path, name] of Object.entries(PAGES)) {
    await test.step(name, async () => {
      await page.setViewportSize(screen);
      await page.goto(path);
      await page.waitForFunction(() => "__ready" in window || document.readyState === "complete");
      await page.waitForTimeout(400);
      await expectAccessible(page);
      // 320 px is the width of a 1280 px screen at 400 % zoom (WCAG 1.4.10).
      await page.setViewportSize({ width: 320, height: 640 });
      await expectFitsScreen(page);
    });
  }
});

test("the product page, its dialog, the cart and the checkout are accessible @phone", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await expectAccessible(page);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ver mi carrito" }).click();
  await expect(page.getByRole("button", { name: /^Modificar/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByText("Escribe tu nombre")).toBeVisible();
  await expectAccessible(page);
  await fillGuest(page);
  await fillAddress(page);
  await goToReview(page);
  await expectAccessible(page);
});

test("a customer adds a size to the cart with the keyboard alone", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Saltar al contenido" })).toBeFocused();
  await page.getByRole("radio", { name: "M", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Se agregó a tu carrito" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Carrito, 1 pieza" })).toBeVisible();
});
