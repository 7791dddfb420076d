import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { expect, sizeOf, claimProductInM, test } from "./support/shop.ts";

interface WireCart {
  _id: string;
  discounts: { label: string; amount: number }[];
  savings: number;
}

test("the owner creates a 3×2 promotion with its preview, a cart gets it, and the owner ends it", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000); // accessibility checks of several pages
  const product = await claimProductInM(request);
  const promotionName = `3×2 de ${product.name}`;
  await signInStaff(page, "owner");
  await page.getByRole("link", { name: "Promociones", exact: true }).click();
  await page.getByRole("link", { name: "Nueva promoción" }).click();

  // An empty scope is refused at its field, and nothing typed is lost.
  await page.getByLabel("Cómo se llama").fill(promotionName);
  await page.getByRole("radio", { name: /^3×2/ }).check();
  await page.getByRole("radio", { name: "Sólo en lo que elija" }).check();
  await page.getByRole("button", { name: "Hacer la promoción" }).click();
  await expect(page.getByText("Elige al menos un producto, categoría o marca, o toda la tienda.")).toBeVisible();
  await expect(page.getByLabel("Cómo se llama")).toHaveValue(promotionName);

  await page.getByLabel("Busca un producto para agregarlo").fill(product.name);
  await page.getByLabel("Busca un producto para agregarlo").press("Enter");
  const foundProducts = page.getByRole("list", { name: "Productos encontrados" });
  await foundProducts.locator(`input[name=product][value="${product._id}"]`).check();
  const sample = page.getByRole("region", { name: "Con 3 piezas" });
  await expect(sample.getByText(promotionName)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hacer la promoción" }).click();
  await expect(page.getByText("La promoción está hecha.")).toBeVisible();
  await expectAccessible(page);
  const url = page.url();

  const createCart = async (): Promise<WireCart> => {
    const lines = [{ productId: product._id, attributeId: sizeOf(product, "M")._id, quantity: 3 }];
    const answer = await request.post("/api/v1/carts", {
      data: { products: lines },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    });
    const { cart } = (await answer.json()) as { cart: WireCart };
    return cart;
  };
  const cart = await createCart();
  expect(cart.discounts.map(({ label }) => label)).toEqual([promotionName]);
  await page.goto("/promociones");
  await expect(page.getByRole("heading", { name: promotionName })).toBeVisible();
  await expectAccessible(page);

  await page.goto(url);
  await page.getByText("Terminar ahora…").click();
  await page.getByRole("button", { name: "Terminar ahora" }).click();
  await expect(page.getByText("La promoción terminó.")).toBeVisible();
  await expect(page.getByText("Terminada", { exact: true })).toBeVisible();
  await expect
    .poll(async () => ((await (await request.get(`/api/v1/carts/${cart._id}`)).json()) as WireCart).savings)
    .toBe(0);
});
