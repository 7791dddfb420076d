import { readFile } from "node:fs/promises";
import { expectAccessible } from "./support/accessible.ts";
import { actAs, newBuyer, placeTicketOrder } from "./support/order.ts";
import { expect, shop, test } from "./support/shop.ts";

test("paid tickets are on the order's page, with their PDF and their state", async ({ page, request }, info) => {
  const seat = info.project.name === "phone" ? "Boleto A-01" : "Boleto A-02";
  const guest = await newBuyer(request, { email: `boletos.${info.project.name}.${Date.now()}@ejemplo.mx` });
  const order = await placeTicketOrder(request, guest, { slug: "concierto-de-marea-lenta", seat });
  await actAs(page, guest, "guest");
  await page.goto(`/orders/${order._id}`);
  await expect(page.getByRole("heading", { name: `Pedido #${order.reference}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tus boletos" })).toHaveCount(0);

  await shop("order", "pay", order.reference);
  await page.reload();
  const tickets = page.getByRole("region", { name: "Tus boletos" });
  await expect(tickets).toContainText("Concierto de Marea Lenta");
  await expect(tickets).toContainText("Teatro del Puerto");
  await expect(tickets.getByRole("listitem")).toHaveText(`${seat}Válido`);
  await expect(page.getByRole("region", { name: "Historia del pedido" })).toContainText(
    "Te mandamos tus boletos por correo.",
  );
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await tickets.getByRole("button", { name: "Descargar boletos (PDF)" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`pedido-${order.reference}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(tickets.getByText("Tus boletos están listos.")).toBeVisible();
});
