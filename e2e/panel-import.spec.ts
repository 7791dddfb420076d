import { readFileSync } from "node:fs";
import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { expect, test } from "./support/shop.ts";

test("sales staff import a Shopify CSV, see which of its data are not used, and export the products", async ({
  page,
}) => {
  test.slow(); // checks the accessibility of each screen
  const handle = `lino-${Date.now().toString(36)}`;
  const csv = [
    "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Barcode,Variant Inventory Qty,Variant Price,Composición (product.metafields.custom.composition),SEO Title",
    `${handle},Camisa ${handle},Color,Azul,Talla,CH,${handle}-1,,3,"1,200.00","95 % lino, 5 % elastano",Camisa fresca`,
    `${handle},,,Rojo,,CH,${handle}-2,4006381333932,3,"1,200.00",,`,
    `${handle},,,Rojo,,M,${handle}-3,,3,"1,200.00",,`,
  ];
  await signInStaff(page, "sales");
  await page.goto("/panel/productos/importar");
  await page
    .getByLabel("Archivo CSV")
    .setInputFiles({ name: "shopify.csv", mimeType: "text/csv", buffer: Buffer.from(csv.join("\n")) });
  await page.getByRole("button", { name: "Ver qué haría" }).click();
  await expect(page.getByRole("heading", { name: "shopify.csv" })).toBeVisible();
  await expect(page.getByText("Esto no se va a tomar del archivo")).toBeVisible();
  await expect(page.getByText("No usamos estas columnas: SEO Title.")).toBeVisible();
  await expect(page.getByText(/^Variant Barcode: El último número no corresponde/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Empezar" }).click();
  await expect(page.getByText(/^Terminada/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Esto no se tomó del archivo")).toBeVisible();
  await expect(page.getByText("No usamos estas columnas: SEO Title.")).toBeVisible();

  await page.goto(`/panel/productos?q=${handle}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exportar para Shopify" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text.split("\r\n").filter((line) => line.startsWith(handle))).toHaveLength(2);
  expect(text).toContain("95 % Lino, 5 % Elastano");
});
