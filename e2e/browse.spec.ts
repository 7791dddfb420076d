import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/shop.ts";

test("filters narrow the list, and chips remove them one by one", async ({ page }) => {
  await page.goto("/?category=vestidos");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vestidos");
  const countText = page.getByText(/^\d+ productos?$/);
  const totalCount = Number.parseInt((await countText.textContent())!, 10);
  await page.getByRole("button", { name: "Filtrar" }).click();
  const filterDialog = page.getByRole("dialog", { name: "Filtrar" });
  await expect(filterDialog.getByRole("radio", { name: /^Vestidos \d+$/ })).toBeChecked();
  await filterDialog.getByRole("checkbox", { name: /^G \d/ }).check();
  await expect(filterDialog.getByRole("button", { name: `Ver ${totalCount} productos` })).toBeHidden();
  await filterDialog.getByRole("checkbox", { name: /^CH \d/ }).check();
  await filterDialog.getByRole("checkbox", { name: /^Almendra Ruiz/ }).check();
  await expectAccessible(page);
  const showButton = filterDialog.getByRole("button", { name: /^Ver \d+ productos?$/ });
  await expect(showButton).toBeVisible();
  await page.waitForTimeout(400);
  const shownCount = Number.parseInt((await showButton.textContent())!.replace("Ver ", ""), 10);
  await showButton.click();
  await expect(page.getByRole("link", { name: "Quitar Talla G" })).toBeVisible();
  await expect(page).toHaveURL("/?category=vestidos&brand=almendra-ruiz&attribute=G&attribute=CH");
  await expect(countText).toHaveText(shownCount === 1 ? "1 producto" : `${shownCount} productos`);
  expect(shownCount).toBeLessThan(totalCount);
  await page.getByRole("link", { name: "Quitar Talla G" }).click();
  await page.getByRole("link", { name: "Quitar Almendra Ruiz" }).click();
  await page.getByRole("link", { name: "Quitar Talla CH" }).click();
  await expect(countText).toHaveText(`${totalCount} productos`);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Quitar Talla CH" })).toBeVisible();
});

test("when the counts of the filters cannot be loaded the dialog says so and offers a retry", async ({ page }) => {
  await page.goto("/?category=mujer");
  await page.route("**/search2/facets*", (route) => route.abort());
  await page.getByRole("button", { name: "Filtrar" }).click();
  const filterDialog = page.getByRole("dialog", { name: "Filtrar" });
  await expect(filterDialog.getByRole("alert")).toContainText("No pudimos comunicarnos con la tienda");
  await page.unroute("**/search2/facets*");
  await filterDialog.getByRole("button", { name: "Reintentar" }).click();
  await expect(filterDialog.getByRole("group", { name: "Talla" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Filtrar" })).toBeFocused();
});

test("the list loads more on scroll, then by a link; Back returns to the same card", async ({ page }) => {
  await page.goto("/?category=mujer");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(12);
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await expect(cards).toHaveCount(36, { timeout: 500 });
  }).toPass();
  const moreLink = page.getByRole("link", { name: /^Ver más productos \(36 de \d+\)$/ });
  await moreLink.click();
  await expect(cards).toHaveCount(48);
  await expect(page).toHaveURL(/page=4/);
  const card = cards.nth(40);
  const title = (await card.getByRole("heading").textContent())!;
  await card.getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title.split(" · ")[0]!);
  await page.goBack();
  await expect(cards).toHaveCount(48);
  await expect(cards.nth(40)).toBeInViewport();
});

test("a list of one page says that there are no more products", async ({ page }) => {
  await page.goto("/?category=vestidos&brand=casa-marlen");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByText("Ya no hay más productos.")).toBeVisible();
});

test("with reload=false the page offers a link to the list instead of the list", async ({ page }) => {
  await page.goto("/?reload=false");
  await expect(page.getByRole("article")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ver los productos" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("article")).toHaveCount(12);
});

test("offline, the list stays; once online again, a retry loads more", async ({ page, context }) => {
  await page.goto("/?category=mujer");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(12);
  await page.waitForFunction(() => "__ready" in window);
  await context.setOffline(true);
  await page.mouse.wheel(0, 4_000);
  const retryButton = page.getByRole("button", { name: "Reintentar" });
  await expect(retryButton).toBeVisible();
  await expect(cards).toHaveCount(12);
  await context.setOffline(false);
  await retryButton.click();
  await expect(cards.nth(23)).toBeAttached();
});

test("a search without results proposes the newest products and leads to the whole shop", async ({ page }) => {
  await page.goto("/?searchTerm=xyzzyplugh");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No encontramos «xyzzyplugh»");
  await expect(page.getByText("No hay productos para mostrar en esta categoría o búsqueda")).toBeVisible();
  await expect(page.getByRole("button", { name: "Filtrar" })).toBeHidden();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(8);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Ver toda la tienda" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("an empty list names the filter that excludes everything, shows the products without it and removes it", async ({
  page,
}) => {
  await page.goto("/?category=vestidos&maxPrice=1&attribute=M");
  await expect(page.getByText("Nada cumple con todo a la vez. Esto hay sin «Hasta $1.00».")).toBeVisible();
  await page.locator("[data-part=empty-list]").getByRole("link", { name: "Quitar Hasta $1.00" }).click();
  await expect(page).toHaveURL("/?category=vestidos&attribute=M");
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("the price slider works with keys, fills the fields and counts the products", async ({ page }) => {
  await page.goto("/?category=vestidos");
  await page.getByRole("button", { name: "Filtrar" }).click();
  const filterDialog = page.getByRole("dialog", { name: "Filtrar" });
  const minimumSlider = filterDialog.getByRole("slider", { name: "Precio mínimo" });
  await minimumSlider.focus();
  await page.keyboard.press("PageUp");
  await expect(filterDialog.getByLabel("Desde")).not.toHaveValue("");
  const minimumPrice = await minimumSlider.inputValue();
  await expect(filterDialog.getByLabel("Desde")).toHaveValue(minimumPrice);
  await filterDialog.getByLabel("Hasta").fill(minimumPrice);
  await expect(filterDialog.getByRole("slider", { name: "Precio máximo" })).toHaveValue(minimumPrice);
  await filterDialog.getByLabel("Hasta").fill("");
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await filterDialog.getByRole("button", { name: /^Ver \d+ productos?$/ }).click();
  await expect(page).toHaveURL(`/?category=vestidos&minPrice=${minimumPrice}`);
});

for (const path of ["/%", "/%E0%A4%A", "/%6Frders/x", "/?category=%00", "/?page=-1&sort=%00"]) {
  test(`the unusual URL ${path} is never answered with a 5xx`, async ({ request }) => {
    expect((await request.get(path)).status()).toBeLessThan(500);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("list, search and product are plain links and forms", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("combobox", { name: "Buscar" }).fill("jeans");
    await page.getByRole("search").getByRole("button", { name: "Buscar" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resultados de «jeans»");
    await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("button", { name: "Agregar al carrito" })).toBeVisible();
    await page.goto("/?category=mujer");
    await page.getByRole("link", { name: /^Ver más productos/ }).click();
    await expect(page.getByRole("article")).toHaveCount(24);
  });
});
