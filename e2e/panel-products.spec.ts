import { readFileSync } from "node:fs";
import { expectAccessible } from "./support/accessible.ts";
import { signInStaff, openStaffPage } from "./support/office.ts";
import { expect, openVisitorContext, test } from "./support/shop.ts";

const { products } = JSON.parse(readFileSync("demo/catalog.json", "utf8")) as { products: { pictures: string[] }[] };

/** Pictures of the demo's first product, to upload. */
const PICTURE_FILES = products[0]!.pictures.slice(0, 2).map((key, index) => ({
  name: `foto-${index + 1}.webp`,
  mimeType: "image/webp",
  buffer: readFileSync(`demo/pictures/${key}.540.webp`),
}));

test("sales staff publish a product with pictures; another member's change is not overwritten unnoticed", async ({
  page,
  request,
  browser,
}) => {
  test.slow(); // encodes pictures and checks the accessibility of each screen
  const name = `Falda tableada ${Date.now().toString(36)}`;
  await signInStaff(page, "sales");
  await page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name: "Productos" }).click();
  await expect(page.getByRole("heading", { name: "Productos" })).toBeVisible();
  await page.getByRole("link", { name: "Producto nuevo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Producto nuevo" })).toBeVisible();
  await page.getByLabel("Nombre", { exact: true }).fill(name);
  await page.getByLabel("Descripción").fill("Tablas cosidas a mano.");
  await page.getByLabel("Precio", { exact: true }).fill("cuatrocientos");
  await page.getByLabel("Color").fill("Vino");
  await page.getByLabel("Marca (opcional)", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Mujer › Faldas y shorts").check();
  await page.getByLabel("Piezas de CH").fill("2");
  await page.getByLabel("Piezas de M", { exact: true }).fill("4");
  await page.getByRole("button", { name: "Guardar y poner fotos" }).click();
  await expect(page.getByText("Escribe un precio, p. ej. 349.50.")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel("Nombre")).toHaveValue(name);
  await expect(page.getByLabel("Piezas de M", { exact: true })).toHaveValue("4");
  await page.getByLabel("Precio", { exact: true }).fill("$1,400.50");
  await page.getByRole("button", { name: "Guardar y poner fotos" }).click();

  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page
    .getByLabel("Agregar fotos")
    .setInputFiles([
      ...PICTURE_FILES,
      { name: "lista.jpg", mimeType: "image/jpeg", buffer: Buffer.from("esto no es una foto") },
    ]);
  await page.getByRole("button", { name: "Subir fotos" }).click();
  await expect(page.getByText(/lista\.jpg: /)).toBeVisible({ timeout: 60_000 });
  const pictures = page.getByRole("list", { name: "Fotos del producto" }).getByRole("listitem");
  await expect(pictures).toHaveCount(2);
  const readFirstPictureUrl = () => pictures.first().locator("img").first().getAttribute("src");
  const pictureBefore = await readFirstPictureUrl();
  await page.getByRole("button", { name: "Bajar la foto 1" }).click();
  await expect.poll(readFirstPictureUrl).not.toBe(pictureBefore);
  await pictures.nth(1).dragTo(pictures.first());
  await expect.poll(readFirstPictureUrl).toBe(pictureBefore);
  await pictures.first().getByText("Descripción y centro").click();
  await pictures.first().getByLabel("Qué se ve").fill("Falda vino de frente");
  await pictures.first().getByLabel("Desde arriba, %").fill("20");
  await pictures.first().getByRole("button", { name: "Guardar foto" }).click();
  await expect(page.getByText("Foto guardada.")).toBeVisible();
  await page.getByRole("button", { name: "Quitar la foto 2" }).click();
  await expect(pictures).toHaveCount(1);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(pictures).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publicar" }).click();
  await expect(page.getByText("Publicado", { exact: true })).toBeVisible();

  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const visitorContext = await openVisitorContext(browser);
  const productPage = await visitorContext.newPage();
  await productPage.goto(new URL(`/products/${id}/details`, page.url()).href);
  await expect(productPage.getByRole("heading", { name })).toBeVisible();
  await expect(productPage.getByText("$1,400.50").first()).toBeVisible();
  await expect(productPage.getByAltText("Falda vino de frente").first()).toHaveCSS("object-position", "50% 20%");
  await visitorContext.close();

  // Two members of staff edit one product: the second sees the conflict and keeps what they typed.
  const ownerPage = await openStaffPage(browser, "owner");
  await ownerPage.goto(page.url());
  await ownerPage.getByLabel("Precio", { exact: true }).fill("1390");
  await page.getByLabel("Color").fill("Guinda");
  await ownerPage.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(ownerPage.getByText("Guardado.")).toBeVisible();
  // A second save by the same member is no conflict.
  await ownerPage.getByLabel("Precio", { exact: true }).fill("1390.50");
  await ownerPage.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(ownerPage.getByText("Guardado.")).toBeVisible();
  await expect(ownerPage.getByText("precio: $1,390.00 → precio: $1,390.50")).toBeVisible();
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Alguien más cambió esto mientras lo editabas.")).toBeVisible();
  await expect(page.getByText("Precio: 1390.50")).toBeVisible();
  await expect(page.getByLabel("Color")).toHaveValue("Guinda");
  await page.getByLabel("Precio", { exact: true }).fill("1390");
  await page.getByRole("button", { name: "Guardar lo mío de todos modos" }).click();
  await expect(page.getByText("Guardado.")).toBeVisible();
  const wireProduct = (await (await request.get(`/api/v1/products/${id}`)).json()) as { color: string; price: number };
  expect(wireProduct).toMatchObject({ color: "Guinda", price: 1390 });
  await ownerPage.context().close();
});

test("sales staff change the prices of selected products as previewed, and undo the change", async ({ page }) => {
  test.slow();
  await signInStaff(page, "sales");
  const suffix = `lote${Date.now().toString(36)}`;
  const csv = [
    "Clave,Nombre,Precio,Mayoreo,Talla,Piezas",
    `${suffix}-a,Blusa ${suffix},100,80,CH,3`,
    `${suffix}-b,Saco ${suffix},250.50,,M,1`,
    `${suffix}-c,Mal ${suffix},gratis,,M,1`,
  ];
  await page.goto("/panel/productos/importar");
  await page
    .getByLabel("Archivo CSV")
    .setInputFiles({ name: "foto.csv", mimeType: "text/csv", buffer: PICTURE_FILES[0]!.buffer });
  await page.getByRole("button", { name: "Ver qué haría" }).click();
  await expect(page.getByText("Eso no es un CSV")).toBeVisible();
  await page
    .getByLabel("Archivo CSV")
    .setInputFiles({ name: "productos.csv", mimeType: "text/csv", buffer: Buffer.from(csv.join("\n")) });
  await page.getByRole("button", { name: "Ver qué haría" }).click();
  await expect(page.getByRole("heading", { name: "productos.csv" })).toBeVisible();
  await expect(page.getByText("Precio no es un precio: «gratis»")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Empezar" }).click();
  await expect(page.getByText(/^Terminada/)).toBeVisible({ timeout: 30_000 });

  await page.goto(`/panel/productos?q=${suffix}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByLabel(`Elegir Blusa ${suffix}`).check();
  await page.getByLabel(`Elegir Saco ${suffix}`).check();
  await page.getByLabel("Cambio de precio: +10 % o -20 pesos").fill("+10%");
  await page.getByRole("button", { name: "Ver precios nuevos" }).click();
  await expect(page.getByText("$250.50 → $275.55")).toBeVisible();
  await expect(page.getByText("$80.00 → $88.00")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cambiar 2 precios" }).click();
  await expect(page.getByText("Listo: 2 productos cambiaron.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "$275.55" })).toBeVisible();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(page.getByRole("cell", { name: "$250.50" })).toBeVisible();

  // All products of a filter, other pages included. Repeated if another test publishes a product at the same time.
  await expect(async () => {
    await page.goto("/panel/productos?estado=published");
    const productCount = Number(
      /[\d,]+/.exec((await page.getByText(/^[\d,]+ productos$/).textContent())!)![0].replace(",", ""),
    );
    expect(productCount).toBeGreaterThan(50);
    const pageCheckbox = page.getByRole("checkbox", { name: "Elegir todos los que se ven" });
    const listCheckbox = page.getByRole("checkbox", { name: `Los ${productCount} de la lista` });
    await pageCheckbox.check();
    await expect(page.getByText("Con los 50 elegidos:")).toBeVisible();
    await listCheckbox.check();
    await pageCheckbox.uncheck();
    await pageCheckbox.check();
    await expect(listCheckbox).not.toBeChecked();
    await listCheckbox.check();
    // Another list begins without it.
    await page.getByRole("link", { name: "Siguientes" }).click();
    await expect(page).toHaveURL(/desde=/);
    await page.goBack();
    await expect(page).not.toHaveURL(/desde=/);
    await pageCheckbox.check();
    await expect(page.getByText("Con los 50 elegidos:")).toBeVisible();
    await expect(listCheckbox).not.toBeChecked();
    await listCheckbox.check();
    await page.getByLabel("Cambio de precio: +10 % o -20 pesos").fill("+0.01");
    await page.getByRole("button", { name: "Ver precios nuevos" }).click();
    await expect(page.getByRole("button", { name: `Cambiar ${productCount} precios` })).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText(`Y ${productCount - 100} más.`)).toBeVisible();
  }).toPass({ timeout: 60_000 });
});

test("the owner adds a category, hides it and deletes it", async ({ page }) => {
  const suffix = Date.now().toString(36);
  await signInStaff(page, "owner");
  await page.goto("/panel/catalogo");
  await page.getByLabel("Nombre", { exact: true }).last().fill(`Playa ${suffix}`);
  await page.getByRole("button", { name: "Agregar" }).click();
  await page.getByRole("button", { name: `Ocultar Playa ${suffix}` }).click();
  await expect(page.getByText("Oculta del menú")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Borrar Playa ${suffix}` }).click();
  await expect(page.getByText(`Playa ${suffix}`, { exact: true })).toHaveCount(0);
});
