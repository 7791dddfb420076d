import type { Browser, Page } from "@playwright/test";
import { demoId } from "../demo/load/demo-id.ts";
import { expectAccessible, expectFitsScreen } from "./support/accessible.ts";
import { signInStaff, openStaffPage } from "./support/office.ts";
import { addSize, expect, openVisitorContext, sizeOf, claimProduct, test } from "./support/shop.ts";
import { buyTickets } from "./support/tickets.ts";

const figureOf = (page: Page, name: string) => page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("+ dd");

async function openCustomerPage(browser: Browser): Promise<Page> {
  return (await openVisitorContext(browser)).newPage();
}

test("the warehouse receives a delivery, counts a size, and releases a piece held in a cart", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(480_000); // several browsers, four accessibility checks
  const product = await claimProduct(request);
  const size = sizeOf(product, "M");
  const customerPage = await openCustomerPage(browser);
  await customerPage.goto(`/products/${product._id}/details`);
  await addSize(customerPage, "M");

  await signInStaff(page, "warehouse");
  await page.getByRole("link", { name: "Existencias" }).click();
  await expect(page.getByRole("heading", { name: "Existencias" })).toBeVisible();
  await page.getByLabel("Busca un producto").fill(product._id);
  await page.keyboard.press("Enter");
  // Waits for the filtered list, because other colours have the same name.
  await expect(page.getByRole("list", { name: "Productos" }).getByRole("heading")).toHaveText([product.name]);

  // A delivery, first with an invalid line.
  await page.getByRole("link", { name: "Recibir mercancía" }).click();
  await page.getByLabel("Un renglón por talla").fill(`${size._id}, 4\nNo existe, M, 2`);
  await page.getByLabel("De dónde viene").fill("Remisión 8841");
  await page.getByRole("button", { name: "Revisar" }).click();
  await expect(page.getByRole("alert")).toContainText("Renglón 2");
  await expectAccessible(page);
  await page.getByLabel("Un renglón por talla").fill("");
  await page.getByLabel("Busca un producto").fill(product._id);
  await page.getByLabel("Busca un producto").press("Enter");
  await page.getByRole("button", { name: new RegExp(`^Agregar ${product.name}\\b.*, talla M$`) }).click();
  await expect(page.getByLabel("Un renglón por talla")).toHaveValue(/, M, 1$/);
  await page.getByLabel("Un renglón por talla").fill(`${size._id}, 4`);
  await page.getByRole("button", { name: "Revisar" }).click();
  await expect(page.getByRole("heading", { name: "Revisa antes de recibir" })).toBeVisible();
  await page.getByRole("button", { name: "Recibir 4 piezas" }).click();
  await expect(page.getByRole("heading", { name: /^Entrega \d+$/ })).toBeVisible();
  await expectAccessible(page);

  // The page shows which cart holds a piece, and how many pieces there should be.
  await page.getByRole("link", { name: "M", exact: true }).click();
  await expect(figureOf(page, "En carritos")).toHaveText("1");
  await expectAccessible(page);
  const onHand = Number(await figureOf(page, "En total aquí").textContent());

  // The count is one less. A colleague writes one piece off before it is saved, so the count must be confirmed again.
  await page.getByLabel("Piezas contadas").fill(String(onHand - 1));
  await page.getByRole("button", { name: "Ver la diferencia" }).click();
  await expect(page.getByText("Falta 1", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const colleaguePage = await openStaffPage(browser, "warehouse");
  await colleaguePage.goto(`/panel/existencias/${size._id}`);
  const writeOffForm = colleaguePage.locator("section", {
    has: colleaguePage.getByRole("heading", { name: "Dar de baja" }),
  });
  await writeOffForm.getByLabel("Piezas", { exact: true }).fill("1");
  await writeOffForm.getByLabel("Qué pasó").fill("Se mojó");
  await writeOffForm.getByRole("button", { name: "Dar de baja" }).click();
  await expect(colleaguePage.getByRole("alert")).toContainText("Dado de baja");
  await page.getByRole("button", { name: "Guardar el conteo" }).click();
  await expect(page.getByRole("alert")).toContainText("cambiaron mientras contabas");
  await expect(page.getByText("Cuadra")).toBeVisible();
  await page.getByRole("button", { name: "Guardar el conteo" }).click();
  await expect(page.getByRole("alert")).toContainText("Conteo guardado");

  // The cart is released, and its customer sees that.
  await page.goto(`/panel/existencias/${size._id}`);
  await expect(page.getByRole("table", { name: "Movimientos" })).toContainText("Dañada: Se mojó");
  await page.getByText("Liberar…").click();
  await expect(page.getByText("su cliente verá que el carrito venció")).toBeVisible();
  await page.getByRole("button", { name: "Liberar el carrito" }).click();
  await expect(page.getByRole("alert")).toContainText("volvieron a la venta");
  await expect(figureOf(page, "En carritos")).toHaveText("0");
  await expect(figureOf(page, "En total aquí")).toHaveText(String(onHand - 1));
  await customerPage.goto("/cart");
  await expect(customerPage.getByText(/expiró|venció|vacío/i).first()).toBeVisible();

  // Both pages fit a phone.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/panel/existencias");
  await expectFitsScreen(page);
  await page.goto(`/panel/existencias/${size._id}`);
  await expectFitsScreen(page);
  await colleaguePage.context().close();
  await customerPage.context().close();
});

test("the owner makes a presale with a code, check-in staff connect a scanner, reviews are hidden and shown", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(480_000); // several browsers, two accessibility checks
  await signInStaff(page, "owner");

  // A presale that opens far in the future.
  const name = `Otoño ${Date.now()}`;
  await page.goto("/panel/preventas");
  await page.getByLabel("Nombre").fill(name);
  await page.getByLabel("Abre").fill("2099-09-01T10:00");
  await page.getByLabel("Cierra").fill("2099-10-01T10:00");
  await page.getByRole("button", { name: "Hacer la preventa" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const code = `E2E-${Date.now()}`;
  await page.getByLabel("O uno elegido por ti").fill(code);
  await page.getByRole("button", { name: "Hacer códigos" }).click();
  await expect(page.getByRole("alert")).toContainText("El código está hecho");
  await expectAccessible(page);
  const link = (await page.getByText(`#codigo=${code}`).first().textContent())!.trim();
  const customerPage = await openCustomerPage(browser);
  await customerPage.goto(link);
  await expect(customerPage.getByLabel("Código")).toHaveValue(code);
  expect(customerPage.url()).not.toContain(code);
  await customerPage.context().close();

  // Check-in staff make a scanner key and use it on the same phone.
  const eventId = demoId("product", "concierto-de-ajolote-electrico");
  const { tickets } = await buyTickets(request, { slug: "concierto-de-ajolote-electrico", seat: "General" });
  const scannerPage = await openStaffPage(browser, "door");
  await expect(scannerPage.getByRole("link", { name: "Existencias" })).toHaveCount(0);
  await scannerPage.getByRole("link", { name: "Boletos" }).first().click();
  await scannerPage.goto(`/panel/boletos/${eventId}?q=${tickets[0]!.code}`);
  await expect(scannerPage.getByRole("cell", { name: tickets[0]!.code })).toBeVisible();
  await expectAccessible(scannerPage);
  await scannerPage.getByLabel("Cómo se llama esa puerta").fill("Puerta del panel");
  await scannerPage.getByRole("button", { name: "Hacer una llave" }).click();
  await expect(scannerPage.getByRole("img", { name: "Código QR que abre Puerta del panel" })).toBeVisible();
  await scannerPage.getByRole("link", { name: "Abrir la puerta en este teléfono" }).click();
  await expect(scannerPage.getByRole("heading", { level: 1, name: "Puerta del panel" })).toBeVisible({
    timeout: 30_000,
  });
  await scannerPage.goto(`/panel/boletos/${eventId}`);
  await expect(scannerPage.getByText("es la única vez que la verás")).toHaveCount(0);
  await scannerPage.getByRole("button", { name: "Cerrar Puerta del panel" }).click();
  await expect(scannerPage.getByRole("alert")).toContainText("ya no abre nada");
  await scannerPage.context().close();

  // A review is hidden and shown again.
  await page.goto("/panel/resenas?estado=shown");
  const reviews = page.getByRole("list", { name: "Reseñas" }).getByRole("listitem");
  const [firstReview, shownCount] = [reviews.first(), await reviews.count()];
  const title = (await firstReview.getByRole("heading").textContent())!;
  await firstReview.getByRole("checkbox").check();
  await page.getByLabel("Motivo para ocultar").fill("Repetida");
  // The review leaves the list before the server responds.
  const answerReleased = Promise.withResolvers<void>();
  await page.route(/\/panel\/resenas/, async (route) => {
    if (route.request().method() === "POST") await answerReleased.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Ocultar" }).click();
  await expect(reviews).toHaveCount(shownCount - 1);
  await expect(page.getByRole("alert")).toHaveCount(0);
  answerReleased.resolve();
  await expect(page.getByRole("alert")).toContainText("Listo: 1 reseña, oculta");
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(page.getByRole("alert")).toContainText("Se deshizo");
  await expect(page.getByRole("heading", { name: title }).first()).toBeVisible();
});
