import { demoId } from "../demo/load/demo-id.ts";
import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { expect, test } from "./support/shop.ts";

const TABLE = "Talla\tCintura (cm)\tLargo total\nCH\t68,5\t60\nM\t74\t62\nG\t70\t64";

test("sales staff paste a size guide from a spreadsheet, correct a cell, save the guide and delete it", async ({
  page,
  context,
}) => {
  test.slow(); // checks the accessibility of each screen
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInStaff(page, "sales");
  const productId = demoId("product", "bolsa-de-grecas-azul-marino");
  await page.goto(`/panel/productos/${productId}`);
  await expect(page.getByText("La tienda no muestra ninguna")).toBeVisible();
  await page.goto("/panel/catalogo/guias");
  await page.getByLabel("Categoría").selectOption({ label: "Accesorios › Calcetas" });
  await page.getByRole("button", { name: "Hacer la guía" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Accesorios › Calcetas/ })).toBeVisible();

  const firstSizeField = page.getByRole("textbox", { name: "Talla del renglón 1" });
  await page.evaluate((text) => navigator.clipboard.writeText(text), TABLE);
  await firstSizeField.click();
  await page.keyboard.press("Control+v");
  await expect(page.getByText("Listo, pegamos tu tabla")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Cintura de CH" })).toHaveValue("68,5");
  await page.getByRole("button", { name: "Quitar XG" }).click();
  await expectAccessible(page);

  const waistOfG = page.getByRole("textbox", { name: "Cintura de G" });
  await page.getByRole("button", { name: "Guardar guía" }).click();
  await expect(page.getByText("Cintura de G: no puede medir menos que M")).toBeVisible();
  await expect(waistOfG).toBeFocused();
  await expect(waistOfG).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("textbox", { name: "Largo de G" })).toHaveValue("64");
  await expectAccessible(page);
  await waistOfG.fill("80");
  await waistOfG.press("ArrowUp");
  await expect(page.getByRole("textbox", { name: "Cintura de M" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(waistOfG).toBeFocused();
  await page.getByRole("button", { name: "Guardar guía" }).click();
  await expect(page.getByText("Guardado: la tienda ya la muestra.")).toBeVisible();
  await expect(page.getByText("hizo la guía de tallas")).toBeVisible();

  await page.getByRole("link", { name: "Guías de tallas" }).first().click();
  await expect(page.getByRole("link", { name: "Accesorios › Calcetas" })).toBeVisible();
  await page.getByRole("link", { name: "Accesorios › Calcetas" }).click();
  await page.getByRole("button", { name: "Borrar la guía" }).click();
  await expect(page.getByText("Guía borrada.")).toBeVisible();
});
