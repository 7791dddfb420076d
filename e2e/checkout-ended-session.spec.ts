import { detailsHeading, fillAddress, fillGuest, goToReview } from "./support/checkout.ts";
import { addSize, expect, claimProduct, test } from "./support/shop.ts";

test("a guest whose session ended during the checkout continues with all typed values", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await fillGuest(page);
  await fillAddress(page);
  await goToReview(page);
  await page.getByRole("button", { name: "Cambiar dirección de entrega" }).click();
  const storedSession = await page.evaluate(() => localStorage.getItem("escaparate.session"));
  const { token } = JSON.parse(storedSession!) as { token: string };
  await page.request.post("/api/v1/auth/logout", { headers: { Authorization: `Bearer ${token}` } });
  await page.getByLabel("Calle y número").fill("Orizaba 101, int. 4");
  await page.getByRole("button", { name: "Continuar", exact: true }).click();

  await expect(page.getByText("Lo que escribiste sigue aquí")).toBeVisible();
  await expect(detailsHeading(page)).toBeVisible();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Lucía");
  await expect(page.getByLabel("Teléfono celular")).toHaveValue(/55 ?1234 ?5678/);
  await expect(page.getByLabel("Calle y número")).toHaveValue("Orizaba 101, int. 4");
  await goToReview(page);
  await expect(page.getByText("Orizaba 101, int. 4")).toBeVisible();
});
