import { expectAccessible } from "./support/accessible.ts";
import { waitForMailMatch } from "./support/mail.ts";
import { expect, runShopCommand, sizeOf, claimProduct, test } from "./support/shop.ts";

test("a customer joins a sold-out size's waiting list and puts the piece in the cart with the link in the mail", async ({
  page,
  request,
}) => {
  const product = await claimProduct(request);
  const size = sizeOf(product, "M");
  await runShopCommand("stock", "set", size._id, "0");
  const email = `${crypto.randomUUID()}@ejemplo.mx`;
  await page.goto(`/products/${product._id}/details`);
  await page.getByRole("button", { name: /^¿Tu talla está agotada/ }).click();
  const dialog = page.getByRole("dialog", { name: "Avísame cuando vuelva" });
  await dialog.getByRole("button", { name: "Avísame" }).click();
  await expect(dialog.getByText("Escribe tu correo, p. ej. ana@ejemplo.mx")).toBeVisible();
  await dialog.getByLabel("Correo electrónico").fill(email);
  // After the dialog is closed by mistake, the typed e-mail address stays.
  await page.keyboard.press("Escape");
  // Forced, because the radio is disabled and Playwright would wait for it.
  await page.locator("label", { hasText: "M agotada" }).click({ force: true });
  await expect(dialog.getByLabel("Correo electrónico")).toHaveValue(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Avísame" }).click();
  await expect(dialog.getByText(email)).toBeVisible();

  await page.goto(await waitForMailMatch(request, email, /^¿Te avisamos[^]*(\/lista-de-espera#token=[\w-]+)/));
  await page.getByRole("button", { name: "Sí, avísame" }).click();
  await expect(page.getByText("Eres la primera persona en la lista.")).toBeVisible();
  await expectAccessible(page);

  await runShopCommand("stock", "add", size._id, "1", "--reason", "Llegó");
  const link = await waitForMailMatch(request, email, /^Volvió[^]*(\/lista-de-espera#token=[\w-]+)/);
  // No other customer can buy the held piece.
  const otherCartResponse = await request.post("/api/v1/carts", {
    data: { products: [{ productId: product._id, attributeId: size._id, quantity: 1 }] },
  });
  expect((await otherCartResponse.json()).failed).toHaveLength(1);
  await page.goto(link);
  await expect(page.getByText(/^Es tuya hasta las \d\d:\d\d/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Agregar a mi carrito" }).click();
  await expect(page.getByRole("heading", { name: "Carrito" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Ya está en tu carrito" })).toBeVisible();
});

test("an incomplete or unknown link shows an error", async ({ page }) => {
  await page.goto("/lista-de-espera");
  await expect(page.getByText("A este enlace le falta una parte")).toBeVisible();
  await page.goto("/lista-de-espera#token=nada");
  await page.reload();
  await expect(page.getByText("Este enlace ya no abre ningún lugar en la lista de espera.")).toBeVisible();
});
