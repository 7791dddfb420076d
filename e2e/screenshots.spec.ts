import type { Page } from "@playwright/test";
import { demoId } from "../demo/load/demo-id.ts";
import { expectScreenshot, VIEWS } from "./support/screenshots.ts";
import { createBuyer, placeTicketOrder, signInAs } from "./support/order.ts";
import { expect, test } from "./support/shop.ts";

/** An event that no other test uses. */
const EVENT_SLUG = "pasarela-nuevos-talentos";

/** The screens that need no preparation. Their data are the demo's, so that each run shows the same. */
const SCREENS: Record<string, string> = {
  home: "/",
  list: "/?category=vestidos&sort=name",
  product: `/products/${demoId("product", "vestido-floreado-de-tirantes-marfil")}/details`,
  ticket: `/products/${demoId("product", EVENT_SLUG)}/details`,
  login: "/login",
  missing: "/no-existe",
  components: "/test",
};

/** Elements that a screen shows only after the page is loaded. */
const LOADED_LATER: Record<string, string> = {
  missing: "main img",
  cart: "main table",
  checkout: "main img",
  order: "#next",
};

test("ten screens match their stored screenshots in three views", async ({ page, request }, info) => {
  test.slow();
  const compareScreen = async (name: string, path: string): Promise<void> => {
    await page.goto(path);
    await page.waitForFunction(() => "__ready" in window);
    if (LOADED_LATER[name]) await page.locator(LOADED_LATER[name]).first().waitFor({ state: "attached" });
    for (const [view, { colorScheme, ...size }] of Object.entries(VIEWS)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await waitForPictures(page);
      await expectScreenshot(page, `${name}-${view}`, info);
    }
  };
  for (const [name, path] of Object.entries(SCREENS)) await compareScreen(name, path);

  const product = await (await request.get(`/api/v1/products/${demoId("product", EVENT_SLUG)}`)).json();
  const [orderedSize, sizeInCart] = (product.stocks as { _id: string; attribute: string; stock: number }[]).filter(
    ({ stock }) => stock > 0,
  );
  const line = { productId: product._id, attributeId: sizeInCart!._id, quantity: 1 };
  const { cart } = await (await request.post("/api/v1/carts", { data: { products: [line] } })).json();
  await page.evaluate((id) => localStorage.setItem("escaparate.cart", id), cart._id as string);
  await compareScreen("cart", "/cart");
  await compareScreen("checkout", "/cart/checkout");
  const buyer = await createBuyer(request, { email: `aspecto.${Date.now()}@ejemplo.mx` });
  const order = await placeTicketOrder(request, buyer, { slug: EVENT_SLUG, seat: orderedSize!.attribute });
  await signInAs(page, buyer, "guest");
  await compareScreen("order", `/orders/${order._id}`);
  expect(info.errors).toEqual([]);
});

/** Scrolls to the top, and waits until the fonts and the pictures in view are drawn. */
async function waitForPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    scrollTo({ top: 0, behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.allSettled(inView.map((image) => image.decode()));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
