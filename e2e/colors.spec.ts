import { writeFileSync } from "node:fs";
import { expectAccessible } from "./support/accessible.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

test("@phone a customer filters by colour and price, which the URL keeps, and opens the other colour by its swatch", async ({
  page,
}, testInfo) => {
  test.slow(); // starts a command and checks the accessibility of each screen
  const word = `tinta${Date.now().toString(36)}`;
  const file = testInfo.outputPath("colores.csv");
  const toCsvRow = (handle: string, color: string, pesos: number) =>
    `${handle},Camisa ${word},Color,${color},Size,M,3,${pesos}`;
  writeFileSync(
    file,
    [
      "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Inventory Qty,Variant Price",
      toCsvRow(`${word}-a`, "Azul marino", 450),
      toCsvRow(`${word}-a`, "Vino", 480),
      toCsvRow(`${word}-b`, "Celeste", 900),
      toCsvRow(`${word}-c`, "Negro", 450),
    ].join("\n"),
  );
  await runShopCommand("import", file);

  await page.goto(`/?searchTerm=${word}`);
  await expect(page.getByRole("article")).toHaveCount(4);
  await page.getByRole("button", { name: "Filtrar" }).click();
  const filterDialog = page.getByRole("dialog", { name: "Filtrar" });
  await expect(filterDialog.getByRole("group", { name: "Marca" })).toBeHidden();
  await filterDialog.getByRole("checkbox", { name: "Azul 2" }).check();
  await filterDialog.getByLabel("Desde").fill("mil");
  await expect(filterDialog.getByText("Escribe pesos, p. ej. 499.")).toBeVisible();
  await filterDialog.getByLabel("Desde").fill("400");
  await filterDialog.getByLabel("Hasta").fill("$1,000.00");
  await expect(filterDialog.getByRole("button", { name: "Ver 2 productos" })).toBeVisible();
  await filterDialog.getByLabel("Hasta").fill("500");
  await expectAccessible(page);
  await filterDialog.getByRole("button", { name: "Ver 1 producto" }).click();
  await expect(page).toHaveURL(`/?color=azul&minPrice=400&maxPrice=500&searchTerm=${word}`);
  await expect(page.getByRole("link", { name: "Quitar Desde $400.00" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Quitar Hasta $500.00" })).toBeVisible();
  await expect(page).toHaveTitle(/en color azul.*de \$400\.00 a \$500\.00/);

  // The URL alone shows the same list.
  await page.reload();
  const card = page.getByRole("article");
  await expect(card).toHaveCount(1);
  const colors = card.getByRole("list", { name: "Colores" });
  await expect(colors.getByRole("link", { name: "Azul marino" })).toHaveAttribute("aria-current", "true");
  await colors.getByRole("link", { name: "Vino" }).click();
  await expect(page.getByText("Color: Vino")).toBeVisible();
  await expect(page.getByText("$480.00").first()).toBeVisible();
  await page.getByRole("navigation", { name: "Colores" }).getByRole("link", { name: "Azul marino" }).click();
  await expect(page.getByText("Color: Azul marino")).toBeVisible();
  await expect(page.getByText("$450.00").first()).toBeVisible();
  await expectAccessible(page);
});
