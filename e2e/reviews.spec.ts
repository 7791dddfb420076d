import sharp from "sharp";
import { expectAccessible } from "./support/accessible.ts";
import { createBuyer, placeOrder, signInAs } from "./support/order.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

test("a customer reviews a delivered product, with a picture, and the product's page shows it @phone-only", async ({
  page,
  request,
}) => {
  const buyer = await createBuyer(request, { username: `${crypto.randomUUID()}@ejemplo.mx`, password: "secreta-1" });
  const order = await placeOrder(request, buyer);
  await runShopCommand("order", "pay", order.reference);
  await runShopCommand("order", "ship", order.reference, "--tracking", "MX123");
  await signInAs(page, buyer, "registered");
  await page.goto(`/orders/${order._id}`);

  const writeButton = page.getByRole("button", { name: /Escribir reseña de/ });
  await writeButton.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publicar reseña" }).click();
  await expect(dialog.getByText("Elige de 1 a 5 estrellas")).toBeVisible();
  await expect(dialog.getByText("Escribe tu reseña")).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole("radio", { name: /4 estrellas/ }).check({ force: true });
  await dialog.getByText("Justa", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Reseña" }).fill("Muy suave.");
  const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: "#8899aa" } })
    .jpeg()
    .toBuffer();
  await dialog.getByLabel("Fotos de tu reseña").setInputFiles([
    { name: "bien.jpg", mimeType: "image/jpeg", buffer: picture },
    { name: "mal.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no soy una foto") },
  ]);
  await expect(dialog.getByText("Esto no es una foto que se pueda leer")).toBeVisible();
  await expect(dialog.getByAltText("Tu foto 1")).toBeVisible();

  // Typed text and uploaded pictures survive a reload.
  await page.reload();
  await writeButton.click();
  await expect(dialog.getByRole("textbox", { name: "Reseña" })).toHaveValue("Muy suave.");
  await expect(dialog.getByAltText("Tu foto 1")).toBeVisible();
  const reviewRequest = page.waitForRequest(/\/products\/[^/]+\/reviews$/);
  await dialog.getByRole("button", { name: "Publicar reseña" }).click();
  await expect(page.getByText("Gracias por tu reseña.")).toBeVisible();
  await expect(writeButton).toHaveCount(0);

  const [, productId] = /products\/([^/]+)\/reviews/.exec((await reviewRequest).url())!;
  await page.goto(`/products/${productId}/details`);
  await page.getByRole("link", { name: "4.0 de 5 estrellas, 1 reseña" }).click();
  const reviews = page.getByRole("region", { name: "Reseñas" });
  await expect(reviews.getByText("Muy suave.")).toBeVisible();
  await expect(reviews.getByText("Le quedó justa")).toBeVisible();
  await expect(reviews.getByAltText("Foto 1 de la reseña de Nora")).toBeVisible();
  await expectAccessible(page);
});

test("the bar of four stars in the summary links to the shop's reviews with four stars", async ({ page }) => {
  await page.goto("/reviews");
  const cards = page.locator("article");
  const reviewCount = await cards.count();
  await page.getByRole("link", { name: /^4 estrellas/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "con 4 estrellas" })).toBeVisible();
  await expect(page).toHaveURL("/reviews?stars=4");
  await expect(cards).toHaveCount(await cards.getByRole("img", { name: "4 de 5 estrellas" }).count());
  expect(await cards.count()).toBeLessThan(reviewCount);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ver todas" }).click();
  await expect(cards).toHaveCount(reviewCount);
  await expect(page).toHaveURL("/reviews");
});
