import { addSize, expect, takeProduct, test } from "./support/shop.ts";

test("a guest whose session ended during the checkout continues with everything they typed", async ({
  page,
  request,
}) => {
  const product = await takeProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await page.getByLabel("Nombre(s)").fill("Lucía");
  await page.getByLabel("Apellidos").fill("Núñez Ávila");
  await page.getByLabel("Teléfono celular").fill("5512345678");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByLabel("Código postal").fill("06700");
  await page.getByLabel("Ciudad, municipio o alcaldía").fill("Cuauhtémoc");
  await page.getByLabel("Colonia").fill("Roma Norte");
  await page.getByLabel("Calle y número").fill("Orizaba 101, int. 4");
  const stored = await page.evaluate(() => localStorage.getItem("escaparate.session"));
  const { token } = JSON.parse(stored!) as { token: string };
  await page.request.post("/api/v1/auth/logout", { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole("button", { name: "Guardar y continuar" }).click();

  await expect(page.getByText("Lo que escribiste sigue aquí")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Continuar como invitado" })).toBeVisible();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Lucía");
  await expect(page.getByLabel("Teléfono celular")).toHaveValue(/55 ?1234 ?5678/);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByLabel("Calle y número")).toHaveValue("Orizaba 101, int. 4");
  await page.getByRole("button", { name: "Guardar y continuar" }).click();
  await expect(page.getByRole("heading", { name: "Confirma tu pedido" })).toBeVisible();
});
