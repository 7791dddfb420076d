import { expectAccessible } from "./support/accessible.ts";
import { expect, claimProduct, test } from "./support/shop.ts";

const HEART_BUTTON_OPTIONS = { name: "Favorito", exact: true };

test("@phone-only a guest saves a product, finds it in 'Favoritos', removes it and restores it", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  await page.goto("/favoritos");
  await expect(page.getByText("Aquí verás lo que te guste")).toBeVisible();
  await expect(page.getByRole("region", { name: "Lo nuevo en la tienda" }).getByRole("article")).toHaveCount(4);
  await expectAccessible(page);

  await page.goto(`/products/${product._id}/details`);
  await expect(page.getByRole("button", HEART_BUTTON_OPTIONS)).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", HEART_BUTTON_OPTIONS).click();
  await expect(page.getByRole("button", HEART_BUTTON_OPTIONS)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Ver mis favoritos" }).click();

  await expect(page).toHaveURL(/\/favoritos$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Favoritos");
  await expect(page.getByRole("main").getByRole("article").filter({ hasText: product.name })).toHaveCount(1);
  await expect(page.getByText("1 producto", { exact: true })).toBeVisible();
  await expect(page.getByText("Tus favoritos están solo en este navegador.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Quitar ${product.name}` }).click();
  await expect(page.getByText("Aquí verás lo que te guste")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Favoritos", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(page.getByRole("main").getByRole("article").filter({ hasText: product.name })).toHaveCount(1);

  await page.reload();
  await expect(page.getByRole("main").getByRole("article").filter({ hasText: product.name })).toHaveCount(1);
  await page.goto(`/products/${product._id}/details`);
  await expect(page.getByRole("button", HEART_BUTTON_OPTIONS)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", HEART_BUTTON_OPTIONS).click();
  await expect(page.getByText("Lo quitamos de tus favoritos")).toBeVisible();
  await expect(page.getByRole("button", HEART_BUTTON_OPTIONS)).toHaveAttribute("aria-pressed", "false");
});

test("products that a guest saved are added to the customer's list at sign-in, and are deleted from the browser at sign-out", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  const username = `favoritos-${crypto.randomUUID()}@ejemplo.mx`;
  await request.post("/api/v1/customers", {
    data: { name: "Ana", lastName: "Prueba", phone: "5512345678", username, password: "secreta-1" },
  });
  await page.goto(`/products/${product._id}/details`);
  await page.getByRole("button", HEART_BUTTON_OPTIONS).click();
  await expect(page.getByRole("button", HEART_BUTTON_OPTIONS)).toHaveAttribute("aria-pressed", "true");
  // Changes the stored list as if the product had been sold out when it was saved.
  await page.evaluate(() => {
    const list = localStorage.getItem("escaparate.wishlist")!;
    localStorage.setItem("escaparate.wishlist", list.replace('"wasSoldOut":false', '"wasSoldOut":true'));
  });
  await page.goto("/favoritos");
  await expect(page.getByText("Volvió a haber")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Inicia sesión" }).click();
  await page.getByLabel("Correo electrónico o teléfono celular").fill(username);
  await page.getByLabel("Contraseña", { exact: true }).fill("secreta-1");
  await page.getByRole("button", { name: "Ingresar" }).click();

  await expect(page).toHaveURL(/\/favoritos$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Favoritos");
  await expect(page.getByRole("main").getByRole("article").filter({ hasText: product.name })).toHaveCount(1);
  await expect(page.getByText("Volvió a haber")).toBeVisible();
  await expect(page.getByText("Tus favoritos están solo en este navegador.")).toBeHidden();
  // The list is on the server: a browser without a copy shows it, too.
  await page.evaluate(() => localStorage.removeItem("escaparate.wishlist"));
  await page.reload();
  await expect(page.getByRole("main").getByRole("article").filter({ hasText: product.name })).toHaveCount(1);

  // The heart on the product's page shows that the product is in the list. Signing out deletes the browser's copy.
  await page.goto(`/products/${product._id}/details`);
  await expect(page.getByRole("button", HEART_BUTTON_OPTIONS)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page.getByText("Sesión finalizada! Vuelve pronto")).toBeVisible();
  await page.goto("/favoritos");
  await expect(page.getByText("Aquí verás lo que te guste")).toBeVisible();
});

test("@phone-only products viewed before are listed on the next product's page, until they are cleared", async ({
  page,
  request,
}) => {
  const [firstProduct, secondProduct] = [await claimProduct(request), await claimProduct(request)];
  const viewedProductsRegion = page.getByRole("region", { name: "Visto hace poco" });
  await page.goto(`/products/${firstProduct._id}/details`);
  // The page's script stores the product, which takes a while on a busy machine.
  await page.waitForFunction(() => "__ready" in window);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  await expect(viewedProductsRegion).toBeHidden();

  await page.goto(`/products/${secondProduct._id}/details`);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(viewedProductsRegion.getByRole("heading", { name: firstProduct.name })).toBeVisible();
  await expect(viewedProductsRegion.getByRole("article")).toHaveCount(1);
  await expectAccessible(page);
  await viewedProductsRegion.getByRole("button", { name: "Borrar" }).click();
  await expect(viewedProductsRegion.getByRole("article")).toHaveCount(0);
  await expect(viewedProductsRegion.getByRole("button", { name: "Deshacer" })).toBeFocused();
  await viewedProductsRegion.getByRole("button", { name: "Deshacer" }).click();
  await expect(viewedProductsRegion.getByRole("article")).toHaveCount(1);
  await viewedProductsRegion.getByRole("button", { name: "Borrar" }).click();
  await page.reload();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  await expect(viewedProductsRegion).toBeHidden();
});
