import type { Page } from "@playwright/test";
import { demoId } from "../demo/load/demo-id.ts";
import { addSize, expect, shop, takeProduct, test } from "./support/shop.ts";
import { expectAccessible } from "./support/accessible.ts";

/** Some pieces of each on the shelf, and none at all. */
const STOCKED = demoId("product", "abrigo-acolchado-de-temporada-crudo");
const MADE = demoId("product", "cardigan-de-ochos-marfil");

async function newCode(): Promise<string> {
  return (await shop("presale", "codes", "primavera", "--count", "1")).trim();
}

async function enter(page: Page, code: string): Promise<void> {
  await page.goto("/preventa/auth");
  await page.getByLabel("Código").fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Productos en Preventa" })).toBeVisible();
}

const card = (page: Page, productId: string) => page.locator(`#p-${productId}`);

/** From the first step of the checkout to its confirmation, paid by transfer. */
async function fillCheckout(page: Page): Promise<void> {
  await page.getByLabel("Nombre(s)").fill("Lucía");
  await page.getByLabel("Apellidos").fill("Núñez Ávila");
  await page.getByLabel("Teléfono celular").fill("55 1234 5678");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByLabel("Código postal").fill("06700");
  await expect(page.getByLabel("Estado")).toHaveValue("Ciudad de México");
  await page.getByLabel("Ciudad, municipio o alcaldía").fill("Cuauhtémoc");
  await page.getByLabel("Colonia").fill("Roma Norte");
  await page.getByLabel("Calle y número").fill("Orizaba 101");
  await page.getByRole("button", { name: "Guardar y continuar" }).click();
  await expect(page.getByRole("heading", { name: "Confirma tu pedido" })).toBeVisible();
}

async function choose(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /Mensajería Exprés/ }).check();
  await page.getByRole("radio", { name: /Transferencia Bancaria/ }).check();
  await page.getByRole("checkbox", { name: /Acepto los términos/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Acepto" }).click();
  await expect(page.getByRole("dialog", { name: "Envíos y apartado" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Acepto" }).click();
}

const confirm = (page: Page) => page.getByRole("button", { name: "Confirmar pedido y pagar" });

test("with a code one gets in, orders what there is and what is made, and follows the order @phone", async ({
  page,
}) => {
  test.slow();
  const code = await newCode();
  await page.goto("/preventa");
  await expect(page).toHaveURL("/preventa/auth");
  await expect(page.getByText("Solicita tu código a tu asesor")).toBeVisible();
  await expectAccessible(page);
  const field = page.getByLabel("Código");
  await field.fill("   ");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Escribe tu código")).toBeVisible();
  await field.fill("no-es-este");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Código inválido! Parece que tu código no es valido")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(`  ${code.toLowerCase()} `);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Acceso correcto!")).toBeVisible();
  await expect(page).toHaveURL("/preventa");
  await expect(page.getByRole("heading", { name: "Productos en Preventa" })).toBeVisible();
  await expect(page.getByText(/Primavera\..*Entrega a partir del \d+ de [a-z]+ de \d{4}/)).toBeVisible();
  await expect(card(page, MADE)).toContainText("Sobre pedido");
  await expectAccessible(page);

  await page.getByLabel("Categoría", { exact: true }).selectOption({ label: "Vestidos (2)" });
  await expect(page.getByRole("list", { name: "Productos" }).getByRole("article")).toHaveCount(2);
  await page.getByLabel("Categoría", { exact: true }).selectOption({ index: 0 });

  await card(page, STOCKED)
    .getByRole("button", { name: /^Agregar/ })
    .click();
  const quick = page.getByRole("dialog");
  await quick.getByRole("button", { name: "Una pieza más" }).first().click();
  await quick.getByRole("button", { name: "Agregar 1 pieza al carrito" }).click();
  await expect(page.getByText(/^Se agregó Abrigo/)).toBeVisible();

  await card(page, MADE).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("ochos");
  await expect(page.getByText(/Entrega a partir del/)).toBeVisible();
  await page.getByRole("radio", { name: "M sobre pedido", exact: true }).check();
  await expect(page.getByText("Se hace sobre pedido, hasta 10 piezas")).toBeVisible();
  await page.getByLabel("Piezas", { exact: true }).fill("10");
  await page.getByRole("button", { name: "Agregar al carrito" }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();

  await expect(page.getByText("Preventa Primavera", { exact: true })).toBeVisible();
  await expect(page.getByText("Sobre pedido", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Modificar.*ochos/ }).click();
  const quantity = page.getByRole("dialog", { name: "Modificar cantidad" });
  await expect(quantity).toContainText("Puedes llevar hasta 10");
  await quantity.getByRole("button", { name: "Una pieza menos" }).click();
  await quantity.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Actualización correcta")).toBeVisible();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();

  await fillCheckout(page);
  await expect(page.getByText("Preventa Primavera", { exact: true })).toBeVisible();
  await choose(page);
  await confirm(page).click();
  await expect(page.getByText("Pedido ingresado correctamente")).toBeVisible();
  await expect(page.getByText("Preventa Primavera", { exact: true })).toBeVisible();
  await expect(page.getByText(/Entrega a partir del \d+ de/)).toBeVisible();
  await expect(page.getByText("Sobre pedido", { exact: true })).toBeVisible();
  await expect(page.getByText(/^9 × /)).toBeVisible();
});

test("presale and normal goods do not go into one cart, either way round", async ({ page, request }) => {
  const normal = await takeProduct(request);
  const sentence = "No puedes agregar productos normales y productos en Preventa en el mismo pedido";
  await enter(page, await newCode());
  await card(page, MADE).getByRole("link").click();
  await addSize(page, "G sobre pedido");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto(`/products/${normal._id}/details`);
  await addSize(page, "M");
  await expect(page.getByText(sentence)).toBeVisible();

  await page.goto("/cart");
  await page.getByRole("button", { name: /^Quitar/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Eliminar" }).click();
  await expect(page.getByText("No tienes productos en el carrito")).toBeVisible();
  await page.goto(`/products/${normal._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto(`/preventa/${MADE}`);
  await addSize(page, "G sobre pedido");
  await expect(page.getByText(sentence)).toBeVisible();
});

test("a code revoked in mid-way orders nothing more, and leads to the door with a sentence", async ({ page }) => {
  test.slow();
  const code = await newCode();
  await enter(page, code);
  await card(page, MADE).getByRole("link").click();
  await addSize(page, "CH sobre pedido");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await fillCheckout(page);
  await choose(page);
  await expect(confirm(page)).toBeEnabled();
  await shop("presale", "revoke", code);
  await confirm(page).click();
  await expect(page.getByText(/Tu código de preventa ya no vale/).first()).toBeVisible();
  await page.getByRole("link", { name: "Ingresar otro código" }).click();
  await expect(page).toHaveURL("/preventa/auth");

  // Whoever comes back later with it stored hears why.
  await page.evaluate((stored) => localStorage.setItem("escaparate.code", stored), code);
  await page.goto("/preventa");
  await expect(page).toHaveURL("/preventa/auth");
  await expect(page.getByText(/Tu código de preventa ya no vale/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("escaparate.code"))).toBeNull();
});

test("without the code no page shows its goods, and the header leads to the door @phone", async ({
  page,
  isMobile,
}) => {
  expect((await page.request.get(`/products/${STOCKED}/details`)).status()).toBe(404);
  expect(await (await page.request.get(`/preventa/${STOCKED}`)).text()).not.toContain("Abrigo acolchado");
  await page.goto("/?searchTerm=cardigan+de+ochos+marfil");
  await expect(card(page, MADE)).toHaveCount(0);
  if (isMobile) await page.getByLabel("Menú", { exact: true }).click();
  await page.getByRole("link", { name: "Preventa", exact: true }).click();
  await expect(page).toHaveURL("/preventa/auth");
});
