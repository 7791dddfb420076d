import { expectAccessible } from "./support/accessible.ts";
import { waitForMailMatch } from "./support/mail.ts";
import { signInStaff } from "./support/office.ts";
import { createBuyer, placeOrder } from "./support/order.ts";
import { expect, runShopCommand, sizeOf, claimProduct, test } from "./support/shop.ts";

test("staff change the lines of an unpaid order and give a discount, and the customer gets an email", async ({
  page,
  request,
}) => {
  test.slow();
  const email = `cambio-${crypto.randomUUID()}@ejemplo.mx`;
  const buyer = await createBuyer(request, { email });
  const order = await placeOrder(request, buyer);
  const garment = await claimProduct(request);
  await runShopCommand("stock", "set", sizeOf(garment, "M")._id, "2");

  await signInStaff(page, "sales");
  await page.goto(`/panel/pedidos/${order._id}`);
  await page.getByRole("link", { name: "Cambiar productos" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cambiar productos");
  const lines = page.getByRole("list", { name: "En el pedido" });
  await expect(lines.getByRole("listitem")).toHaveCount(1);

  // Staff search, add and see the difference before anything is stored. The screen does not work without its code,
  // so the test waits for it.
  await page.waitForFunction(() => "__ready" in window);
  await page.getByLabel("Buscar un producto").fill(`${garment.name} ${garment.color}`);
  await page.getByLabel("Buscar un producto").press("Enter");
  const foundProducts = page.getByRole("list", { name: "Productos encontrados" });
  await foundProducts
    .getByRole("button", { name: `M 2 agregar ${garment.name} ${garment.color}`, exact: true })
    .click();
  await expect(lines.getByRole("listitem")).toHaveCount(2);
  const addedLine = lines.getByRole("listitem").nth(1);
  await expect(addedLine).toContainText("Nuevo");
  await expect(page.getByText(/^Son \$[\d,.]+ más\.$/)).toBeVisible();

  // A line is removed and restored, and pieces are added to another.
  const firstLine = lines.getByRole("listitem").first();
  await firstLine.getByRole("button", { name: /^Quitar/ }).click();
  await expect(firstLine).toContainText("Se quita");
  await firstLine.getByRole("button", { name: /^Deshacer/ }).click();
  await expect(firstLine.getByRole("spinbutton")).toHaveValue("1");
  await addedLine.getByRole("button", { name: "Una pieza más" }).click();
  await page.getByLabel("Tu descuento").fill("10%");
  await page.getByLabel("Por qué el descuento").fill("Cliente frecuente");
  const summary = page.getByRole("table");
  await expect(summary).toContainText("Descuento: Cliente frecuente");
  await expectAccessible(page);

  // Meanwhile one piece is no longer available: the line says so, and typed values stay.
  await runShopCommand("stock", "set", sizeOf(garment, "M")._id, "1");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(addedLine.getByRole("alert")).toHaveText("Puede llevar a lo más 1.");
  await expect(page.getByLabel("Por qué el descuento")).toHaveValue("Cliente frecuente");
  await addedLine.getByRole("button", { name: "Una pieza menos" }).click();
  await expect(page.getByText(/^Son \$[\d,.]+ (?:más|menos)\.$/)).toBeVisible();
  await expect(addedLine).not.toContainText("…");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await page.waitForURL(/hecho=editLines/);
  await expect(page.getByRole("alert")).toContainText("Los productos cambiaron");
  await expect(page.getByText(/Cambio de productos: se agregó 1 ×/)).toBeVisible();

  // The customer follows the link in the email, and sees the discount on the order's page.
  const link = await waitForMailMatch(request, email, /Cambiamos tu pedido[\s\S]*?(https?:\/\/\S+\/orders\/\S+)/);
  await page.goto(link);
  await expect(page.getByText("Descuento: Cliente frecuente").first()).toBeVisible();
});
