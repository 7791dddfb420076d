import { expectAccessible } from "./support/accessible.ts";
import { openStaffPage } from "./support/office.ts";
import { findOrderLink, newBuyer, placeSizeOrder } from "./support/order.ts";
import { expect, shop, sizeOf, claimGarmentInM, test } from "./support/shop.ts";

test("a customer collects an order with the code on their phone, which staff type in @phone-only", async ({
  page,
  browser,
  request,
}, info) => {
  const email = `recoge.${info.project.name}.${Date.now()}@ejemplo.mx`;
  const product = await claimGarmentInM(request);
  const garment = { productId: product._id, attributeId: sizeOf(product, "M")._id };
  const order = await placeSizeOrder(request, await newBuyer(request, { email }), garment, "TB", "pickup");
  await shop("order", "pay", order.reference);
  await shop("pickup", "ready", order.reference);

  await page.goto(await findOrderLink(request, email, order._id));
  const pickup = page.getByRole("region", { name: "Listo para recoger" });
  await expect(pickup).toContainText("Tienda Roma Norte");
  const alt = await pickup.getByRole("img", { name: /Código QR/ }).getAttribute("alt");
  const code = alt!.replace("Código QR ", "");
  await expectAccessible(page);

  const staff = await openStaffPage(browser, "warehouse");
  await staff.goto("/panel/recoger");
  await staff.waitForFunction(() => "__ready" in window);
  await staff.getByRole("searchbox", { name: /^Código/ }).fill(code);
  await staff.keyboard.press("Enter");
  await staff.getByRole("button", { name: `Entregar, pedido ${order.reference}` }).click();
  const row = staff
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `#${order.reference}` });
  await expect(row.getByText("Entregado en tienda")).toBeVisible();
  await staff.context().close();

  await page.reload();
  await expect(page.getByText(/Lo entregamos el/).first()).toBeVisible();
  await expect(pickup).toHaveCount(0);
});
