import { expectAccessible } from "./support/accessible.ts";
import { fillIn, generate, invoiceMails, lookUp, shippedOrder } from "./support/invoice.ts";
import { expect, test } from "./support/shop.ts";

test("with the PAC down an invoice waits: its page says so, and has it later, once", async ({ page, request }) => {
  const email = `espera.${crypto.randomUUID()}@ejemplo.mx`;
  const order = await shippedOrder(request, email);
  await page.goto("/invoice");
  await lookUp(page, order);
  await fillIn(page, { email });
  await request.post("/sandbox/pac/control", { data: { fault: "down" } });
  try {
    await generate(page);
    await expect(page.getByRole("alert")).toContainText("Tu factura va en camino", { timeout: 60_000 });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Ver si ya está" }).click();
    await expect(page.getByRole("button", { name: "Ver si ya está" })).toBeEnabled({ timeout: 60_000 });
  } finally {
    await request.post("/sandbox/pac/control", { data: { fault: null } });
  }
  await page.getByRole("button", { name: "Ver si ya está" }).click();
  await expect(page.getByRole("heading", { name: "Factura generada!" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(email)).toBeVisible();
  await expect.poll(() => invoiceMails(request, email)).toHaveLength(1);
});
