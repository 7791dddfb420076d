import { expectAccessible } from "./support/accessible.ts";
import { openStaffPage } from "./support/office.ts";
import { waitForOrderLink, createBuyer, placeSizeOrder } from "./support/order.ts";
import { expect, runShopCommand, sizeOf, claimProductInM, test } from "./support/shop.ts";

test("a customer collects an order with the code on their phone, which staff type in @phone-only", async ({
  page,
  browser,
  request,
}, info) => {
  const email = `recoge.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const product = await claimProductInM(request);
  const sizeToOrder = { productId: product._id, attributeId: sizeOf(product, "M")._id };
  const order = await placeSizeOrder(request, await createBuyer(request, { email }), sizeToOrder, "TB", "pickup");
  await runShopCommand("order", "pay", order.reference);
  await runShopCommand("pickup", "ready", order.reference);

  await page.goto(await waitForOrderLink(request, email, order._id));
  const pickup = page.getByRole("region", { name: "Listo para recoger" });
  await expect(pickup).toContainText("Tienda Roma Norte");
  const alt = await pickup.getByRole("img", { name: /Código QR/ }).getAttribute("alt");
  const code = alt!.replace("Código QR ", "");
  await expectAccessible(page);

  const staffPage = await openStaffPage(browser, "warehouse");
  await staffPage.goto("/panel/recoger");
  await staffPage.waitForFunction(() => "__ready" in window);
  await staffPage.getByRole("searchbox", { name: /^Código/ }).fill(code);
  await staffPage.keyboard.press("Enter");
  await staffPage.getByRole("button", { name: `Entregar, pedido ${order.reference}` }).click();
  const row = staffPage
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `#${order.reference}` });
  await expect(row.getByText("Entregado en tienda")).toBeVisible();
  await staffPage.context().close();

  await page.reload();
  await expect(page.getByText(/Lo entregamos el/).first()).toBeVisible();
  await expect(pickup).toHaveCount(0);
});
