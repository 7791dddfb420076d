import type { Browser, Page } from "@playwright/test";
import { demoId } from "../demo/load/demo-id.ts";
import { expectAccessible, expectFitsScreen } from "./support/accessible.ts";
import { signInStaff, openStaffPage } from "./support/office.ts";
import { addSize, expect, openVisitor, sizeOf, claimProduct, test } from "./support/shop.ts";
import { buyTickets } from "./support/tickets.ts";

const fact = (page: Page, name: string) => page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("+ dd");

async function newCustomer(browser: Browser): Promise<Page> {
  return (await openVisitor(browser)).newPage();
}

test("the warehouse receives a delivery, counts, and releases a piece held in a cart", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(480_000); // several browsers, four accessibility checks
  const product = await claimProduct(request);
  const size = sizeOf(product, "M");
  const customer = await newCustomer(browser);
  await customer.goto(`/products/${product._id}/details`);
  await addSize(customer, "M");

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
  await expect(fact(page, "En carritos")).toHaveText("1");
  await expectAccessible(page);
  const onHand = Number(await fact(page, "En total aquí").textContent());

  // The count is one less. A colleague writes one piece off before it is saved, so the count must be confirmed again.
  await page.getByLabel("Piezas contadas").fill(String(onHand - 1));
  await page.getByRole("button", { name: "Ver la diferencia" }).click();
  await expect(page.getByText("Falta 1", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const colleague = await openStaffPage(browser, "warehouse");
  await colleague.goto(`/panel/existencias/${size._id}`);
  const writeOff = colleague.locator("section", { has: colleague.getByRole("heading", { name: "Dar de baja" }) });
  await writeOff.getByLabel("Piezas", { exact: true }).fill("1");
  await writeOff.getByLabel("Qué pasó").fill("Se mojó");
  await writeOff.getByRole("button", { name: "Dar de baja" }).click();
  await expect(colleague.getByRole("alert")).toContainText("Dado de baja");
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
  await expect(fact(page, "En carritos")).toHaveText("0");
  await expect(fact(page, "En total aquí")).toHaveText(String(onHand - 1));
  await customer.goto("/cart");
  await expect(customer.getByText(/expiró|venció|vacío/i).first()).toBeVisible();

  // Both pages fit a phone.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/panel/existencias");
  await expectFitsScreen(page);
  await page.goto(`/panel/existencias/${size._id}`);
  await expectFitsScreen(page);
  await colleague.context().close();
  await customer.context().close();
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
  const customer = await newCustomer(browser);
  await customer.goto(link);
  await expect(customer.getByLabel("Código")).toHaveValue(code);
  expect(customer.url()).not.toContain(code);
  await customer.context().close();

  // Check-in staff make a scanner key and use it on the same phone.
  const eventId = demoId("product", "concierto-de-ajolote-electrico");
  const { tickets } = await buyTickets(request, { slug: "concierto-de-ajolote-electrico", seat: "General" });
  const scanner = await openStaffPage(browser, "door");
  await expect(scanner.getByRole("link", { name: "Existencias" })).toHaveCount(0);
  await scanner.getByRole("link", { name: "Boletos" }).first().click();
  await scanner.goto(`/panel/boletos/${eventId}?q=${tickets[0]!.code}`);
  await expect(scanner.getByRole("cell", { name: tickets[0]!.code })).toBeVisible();
  await expectAccessible(scanner);
  await scanner.getByLabel("Cómo se llama esa puerta").fill("Puerta del panel");
  await scanner.getByRole("button", { name: "Hacer una llave" }).click();
  await expect(scanner.getByRole("img", { name: "Código QR que abre Puerta del panel" })).toBeVisible();
  await scanner.getByRole("link", { name: "Abrir la puerta en este teléfono" }).click();
  await expect(scanner.getByRole("heading", { level: 1, name: "Puerta del panel" })).toBeVisible({ timeout: 30_000 });
  await scanner.goto(`/panel/boletos/${eventId}`);
  await expect(scanner.getByText("es la única vez que la verás")).toHaveCount(0);
  await scanner.getByRole("button", { name: "Cerrar Puerta del panel" }).click();
  await expect(scanner.getByRole("alert")).toContainText("ya no abre nada");
  await scanner.context().close();

  // A review is hidden and shown again.
  await page.goto("/panel/resenas?estado=shown");
  const reviews = page.getByRole("list", { name: "Reseñas" }).getByRole("listitem");
  const [first, shownCount] = [reviews.first(), await reviews.count()];
  const title = (await first.getByRole("heading").textContent())!;
  await first.getByRole("checkbox").check();
  await page.getByLabel("Motivo para ocultar").fill("Repetida");
  // The review leaves the list before the server responds.
  const answer = Promise.withResolvers<void>();
  await page.route(/\/panel\/resenas/, async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Ocultar" }).click();
  await expect(reviews).toHaveCount(shownCount - 1);
  await expect(page.getByRole("alert")).toHaveCount(0);
  answer.resolve();
  await expect(page.getByRole("alert")).toContainText("Listo: 1 reseña, oculta");
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(page.getByRole("alert")).toContainText("Se deshizo");
  await expect(page.getByRole("heading", { name: title }).first()).toBeVisible();
});
