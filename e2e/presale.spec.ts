import type { Page } from "@playwright/test";
import { demoId } from "../demo/load/demo-id.ts";
import {
  chooseCarrier,
  choosePaymentAndAccept,
  confirmButton,
  fillAddress,
  fillGuest,
  goToReview,
} from "./support/checkout.ts";
import { addSize, expect, runShopCommand, claimProduct, test } from "./support/shop.ts";
import { expectAccessible } from "./support/accessible.ts";

/** A presale product with some pieces in stock, and one that is made to order. */
const IN_STOCK_ID = demoId("product", "abrigo-acolchado-de-temporada-crudo");
const MADE_TO_ORDER_ID = demoId("product", "cardigan-de-ochos-marfil");

async function createCode(): Promise<string> {
  return (await runShopCommand("presale", "codes", "primavera", "--count", "1")).trim();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.goto("/preventa/auth");
  await page.getByLabel("Código").fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Productos en Preventa" })).toBeVisible();
}

const card = (page: Page, productId: string) => page.locator(`#p-${productId}`);

/** Fills the first screen of the checkout and continues to the second. */
async function fillCheckout(page: Page): Promise<void> {
  await fillGuest(page);
  await fillAddress(page);
  await chooseCarrier(page, /Mensajería Exprés/);
  await goToReview(page);
}

test("a customer enters a code, orders pieces in stock and made to order, and follows the order @phone-only", async ({
  page,
}) => {
  test.slow();
  const code = await createCode();
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
  await expect(page.getByText("¡Código inválido! Parece que tu código no es válido")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(`  ${code.toLowerCase()} `);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Acceso correcto!")).toBeVisible();
  await expect(page).toHaveURL("/preventa");
  await expect(page.getByRole("heading", { name: "Productos en Preventa" })).toBeVisible();
  await expect(page.getByText(/Primavera\..*Entrega a partir del \d+ de [a-z]+ de \d{4}/)).toBeVisible();
  await expect(card(page, MADE_TO_ORDER_ID)).toContainText("Sobre pedido");
  await expectAccessible(page);

  const categories = page.getByRole("group", { name: "Categoría" });
  await categories.getByRole("button", { name: "Vestidos 3" }).click();
  await expect(page.getByRole("list", { name: "Productos" }).getByRole("article")).toHaveCount(3);
  await categories.getByRole("button", { name: "Toda la preventa" }).click();

  await card(page, IN_STOCK_ID)
    .getByRole("button", { name: /^Agregar/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Varias piezas" }).click();
  const sizesDialog = page.getByRole("dialog");
  await sizesDialog.getByRole("button", { name: "Una pieza más" }).first().click();
  await sizesDialog.getByRole("button", { name: "Agregar 1 pieza al carrito" }).click();
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toContainText("Abrigo");
  // The last line of a presale's cart can be removed and restored.
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Quitar/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Deshacer" }).click();
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" }).getByRole("listitem")).toContainText(
    "Abrigo",
  );
  await page.keyboard.press("Escape");

  await card(page, MADE_TO_ORDER_ID).getByRole("heading").getByRole("link").click();
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
  const quantityDialog = page.getByRole("dialog", { name: "Modificar cantidad" });
  await expect(quantityDialog).toContainText("Puedes llevar hasta 10");
  await quantityDialog.getByRole("button", { name: "Una pieza menos" }).click();
  await quantityDialog.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Actualización correcta")).toBeVisible();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();

  await fillCheckout(page);
  await expect(page.getByText("Preventa Primavera", { exact: true })).toBeVisible();
  await choosePaymentAndAccept(page);
  await confirmButton(page).click();
  await expect(page.getByText("Pedido ingresado correctamente")).toBeVisible();
  await expect(page.getByText("Preventa Primavera", { exact: true })).toBeVisible();
  await expect(page.getByText(/Entrega a partir del \d+ de/)).toBeVisible();
  await expect(page.getByText("Sobre pedido", { exact: true })).toBeVisible();
  await expect(page.getByText(/^9 × /)).toBeVisible();
});

test("presale and normal products cannot share a cart", async ({ page, request }) => {
  const normalProduct = await claimProduct(request);
  const refusalText = "No puedes agregar productos normales y productos en Preventa en el mismo pedido";
  await enterCode(page, await createCode());
  await card(page, MADE_TO_ORDER_ID).getByRole("heading").getByRole("link").click();
  await addSize(page, "G sobre pedido");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto(`/products/${normalProduct._id}/details`);
  await addSize(page, "M");
  await expect(page.getByText(refusalText)).toBeVisible();

  await page.goto("/cart");
  await page.getByRole("button", { name: /^Quitar/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Eliminar" }).click();
  await expect(page.getByText("No tienes productos en el carrito")).toBeVisible();
  await page.goto(`/products/${normalProduct._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto(`/preventa/${MADE_TO_ORDER_ID}`);
  await addSize(page, "G sobre pedido");
  await expect(page.getByText(refusalText)).toBeVisible();
});

test("a code revoked during the checkout orders nothing, and the customer is asked for another", async ({ page }) => {
  test.slow();
  const code = await createCode();
  await enterCode(page, code);
  await card(page, MADE_TO_ORDER_ID).getByRole("heading").getByRole("link").click();
  await addSize(page, "CH sobre pedido");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await page.getByRole("link", { name: "Continuar con el pago" }).click();
  await fillCheckout(page);
  await choosePaymentAndAccept(page);
  await expect(confirmButton(page)).toBeEnabled();
  await runShopCommand("presale", "revoke", code);
  await confirmButton(page).click();
  await expect(page.getByText(/Tu código de preventa ya no vale/).first()).toBeVisible();
  await page.getByRole("link", { name: "Ingresar otro código" }).click();
  await expect(page).toHaveURL("/preventa/auth");

  // A later visit with the stored code shows the reason.
  await page.evaluate((storedCode) => localStorage.setItem("escaparate.code", storedCode), code);
  await page.goto("/preventa");
  await expect(page).toHaveURL("/preventa/auth");
  await expect(page.getByText(/Tu código de preventa ya no vale/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("escaparate.code"))).toBeNull();
});

test("without a code no page shows presale products, and the header leads to the code form @phone-only", async ({
  page,
  isMobile,
}) => {
  expect((await page.request.get(`/products/${IN_STOCK_ID}/details`)).status()).toBe(404);
  expect(await (await page.request.get(`/preventa/${IN_STOCK_ID}`)).text()).not.toContain("Abrigo acolchado");
  await page.goto("/?searchTerm=cardigan+de+ochos+marfil");
  await expect(card(page, MADE_TO_ORDER_ID)).toHaveCount(0);
  if (isMobile) await page.getByLabel("Menú", { exact: true }).click();
  await page.getByRole("link", { name: "Preventa", exact: true }).click();
  await expect(page).toHaveURL("/preventa/auth");
});
