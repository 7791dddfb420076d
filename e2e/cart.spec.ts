import { expectAccessible } from "./support/accessible.ts";
import { addSize, expect, claimProduct, runShopCommand, sizeOf, test } from "./support/shop.ts";

test("the first customer gets the last piece; the second sees that it is sold out", async ({ page, request }) => {
  const product = await claimProduct(request);
  const size = sizeOf(product, "M");
  await runShopCommand("stock", "set", size._id, "1");
  await page.goto(`/products/${product._id}/details`);
  await page.getByRole("radio", { name: "M", exact: true }).check();
  await expect(page.getByText("Queda 1 pieza")).toBeVisible();
  // Another customer reserves the last piece first.
  const otherCartResponse = await request.post("/api/v1/carts", {
    data: { products: [{ productId: product._id, attributeId: size._id, quantity: 1 }] },
  });
  expect((await otherCartResponse.json()).failed).toEqual([]);
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(page.getByText(/^Agotado! Se agotó/)).toBeVisible();
  await expect(page.getByRole("radio", { name: "M agotada" })).toBeDisabled();
  await expect(page.getByRole("banner").getByRole("link", { name: "Carrito", exact: true })).toBeVisible();
});

test("removing a line asks for confirmation and can be undone", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await page.getByRole("button", { name: /^Quitar/ }).click();
  const dialog = page.getByRole("dialog", { name: "Quitar del carrito" });
  await expect(dialog).toContainText("¿Desea eliminar el producto del carrito?");
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: /^Quitar/ }).click();
  await dialog.getByRole("button", { name: "Eliminar" }).click();
  await expect(page.getByText("No tienes productos en el carrito")).toBeVisible();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("the drawer changes the pieces of a line, removes it and restores it", async ({ page, request }) => {
  const product = await claimProduct(request);
  await runShopCommand("stock", "set", sizeOf(product, "M")._id, "2");
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  const drawer = page.getByRole("dialog");
  const [lessButton, moreButton] = ["menos", "más"].map((word) =>
    drawer.getByRole("button", { name: `Una pieza ${word} de` }),
  );
  await expect(lessButton!).toHaveAttribute("aria-disabled", "true");
  await moreButton!.click();
  await expect(drawer.getByRole("listitem")).toContainText("2 piezas");
  // The focus stays on the button when the last available piece is added.
  await expect(moreButton!).toHaveAttribute("aria-disabled", "true");
  await expect(moreButton!).toBeFocused();
  await drawer.getByRole("button", { name: /^Quitar/ }).click();
  await expect(drawer.getByRole("listitem")).toHaveCount(0);
  await expect(drawer.getByRole("status").filter({ hasText: "Quitaste" })).toContainText(product.name);
  await expect(drawer.getByRole("button", { name: "Deshacer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drawer.getByRole("listitem")).toContainText("2 piezas");
  await expect(page.getByRole("link", { name: "Carrito, 2 piezas", includeHidden: true })).toHaveCount(1);
});

test("after a removal in the drawer, a changed line keeps the focus; two clicks on 'Deshacer' restore once", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  const otherSize = product.stocks.find((size) => size.stock > 1 && size.attribute !== "M")!;
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await page.getByRole("dialog").press("Escape");
  await addSize(page, otherSize.attribute);
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("listitem")).toHaveCount(2);
  await drawer
    .getByRole("button", { name: /^Quitar/ })
    .first()
    .click();
  await expect(drawer.getByRole("button", { name: "Deshacer" })).toBeFocused();
  const moreButton = drawer.getByRole("button", { name: "Una pieza más de" });
  await moreButton.click();
  await expect(drawer.getByRole("listitem")).toContainText("2 piezas");
  await expect(moreButton).toBeFocused();
  await drawer.getByRole("button", { name: "Deshacer" }).dblclick();
  await expect(drawer.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Carrito, 3 piezas", includeHidden: true })).toHaveCount(1);
  expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test("pieces that another customer took are not added in the drawer, which says so", async ({ page, request }) => {
  const product = await claimProduct(request);
  const size = sizeOf(product, "M");
  await runShopCommand("stock", "set", size._id, "2");
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  const drawer = page.getByRole("dialog", { name: "Se agregó a tu carrito" });
  await expect(drawer.getByRole("listitem")).toHaveCount(1);
  await request.post("/api/v1/carts", {
    data: { products: [{ productId: product._id, attributeId: size._id, quantity: 1 }] },
  });
  await drawer.getByRole("button", { name: "Una pieza más de" }).click();
  await expect(drawer.getByRole("alert")).toHaveText("Solo queda 1 pieza.");
  await expect(drawer.getByRole("listitem")).toContainText("1 pieza");
});

test("the cart's page changes pieces in the row, says why it cannot add more, and shows products of the look", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  const size = sizeOf(product, "M");
  await runShopCommand("stock", "set", size._id, "3");
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto("/cart");
  const row = page.getByRole("row").nth(1);
  const moreButton = row.getByRole("button", { name: "Una pieza más de" });
  await moreButton.click();
  await expect(row.getByRole("cell").nth(1)).toHaveText("2 piezas");
  await expect(moreButton).toBeFocused();
  await runShopCommand("stock", "set", size._id, "0");
  await moreButton.click();
  await expect(row.getByRole("alert")).toHaveText("Solo quedan 2 piezas: elige 2 o menos.");
  await row.getByRole("button", { name: "Una pieza menos de" }).click();
  await expect(row.getByRole("cell").nth(1)).toHaveText("1 pieza");
  await expect(row.getByRole("alert")).toHaveCount(0);

  const look = page.getByRole("region", { name: "Completa el look" });
  await expect(look.getByRole("article")).not.toHaveCount(0);
  await expect(look.locator(`#p-${product._id}`)).toHaveCount(0);
  await expectAccessible(page);
});

test("two tabs show the same cart", async ({ page, context, request }) => {
  const product = await claimProduct(request);
  const secondTab = await context.newPage();
  await secondTab.goto("/cart");
  await expect(secondTab.getByText("No tienes productos en el carrito")).toBeVisible();
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(secondTab.getByRole("row")).toHaveCount(2);
});

test("a cart that was read before an addition and arrives after it does not replace the newer cart", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("link", { name: "Carrito, 1 pieza" })).toBeVisible();
  let markRead: (() => void) | undefined;
  let release: (() => void) | undefined;
  const cartRead = new Promise<void>((resolve) => (markRead = resolve));
  const answerReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/v1/carts/*", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    markRead!();
    await answerReleased;
    await route.fulfill({ response });
  });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await cartRead;
  await page.getByRole("dialog", { name: "Se agregó a tu carrito" }).press("Escape");
  await addSize(page, product.stocks.find((size) => size.stock > 0 && size.attribute !== "M")!.attribute);
  await expect(page.getByRole("link", { name: "Carrito, 2 piezas" })).toBeVisible();
  const cartResponse = page.waitForResponse((response) => response.request().method() === "GET");
  release!();
  await (await cartResponse).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  await expect(page.getByRole("link", { name: "Carrito, 2 piezas" })).toBeVisible();
});

test("when the shop cannot be reached a message says so, and the customer can try again", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await page.route("**/api/v1/carts", (route) => route.abort());
  await addSize(page, "M");
  await expect(page.getByText("No pudimos comunicarnos con la tienda.")).toBeVisible();
  await page.unroute("**/api/v1/carts");
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
});
