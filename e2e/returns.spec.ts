import { expectAccessible } from "./support/accessible.ts";
import { waitForOrderLink, createBuyer, placeOrder } from "./support/order.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

test("a guest exchanges a garment for another size on a phone, with the link in the email @phone-only", async ({
  page,
  request,
}, info) => {
  const email = `cambio.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const order = await placeOrder(request, await createBuyer(request, { email }));
  await runShopCommand("order", "pay", order.reference);
  await runShopCommand("order", "ship", order.reference, "--tracking", `MX${Date.now()}`);
  await runShopCommand("order", "delivered", order.reference);
  await page.goto(await waitForOrderLink(request, email, order._id));
  await page.getByRole("link", { name: "Devolver o cambiar" }).click();

  await page.getByRole("checkbox").check();
  await page.getByRole("radio", { name: /Otra talla/ }).check();
  await page.getByRole("button", { name: "Pedir el cambio" }).click();
  await expect(page.getByText("Elige la talla que quieres")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("¿Por qué?").selectOption("Me quedó chica");
  // The size that was too small is not offered again.
  await expect(page.getByLabel("Talla nueva").getByRole("option", { name: "M", exact: true })).toHaveCount(0);
  await page.getByLabel("Talla nueva").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Pedir el cambio" }).click();
  const confirmation = page.getByRole("alert").filter({ hasText: "Recibimos tu solicitud" });
  await expect(confirmation).toBeVisible();
  const [returnNumber] = /\d+/.exec(await confirmation.innerText())!;

  await runShopCommand("return", "approve", returnNumber, "--answer", "Mándala a la tienda.");
  await page.reload();
  const card = page.getByRole("region", { name: `Devolución ${returnNumber}` });
  await expect(card).toContainText("Mándala a la tienda.");
  await expect(card).toContainText("El envío de regreso va por nuestra cuenta.");
  await card.getByRole("textbox").fill("REGRESO 1");
  await card.getByRole("button", { name: "Guardar guía" }).click();
  await runShopCommand("return", "receive", returnNumber, "--restock", "all");
  await runShopCommand(
    "return",
    "settle",
    returnNumber,
    "--paid",
    "transfer",
    "--carrier",
    "Estafeta",
    "--guide",
    "CAMBIO1",
  );
  await page.reload();
  await expect(card).toContainText("Tu cambio ya salió con Estafeta, guía CAMBIO1.");
  await expectAccessible(page);
});
