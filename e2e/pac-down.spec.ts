import { expectAccessible } from "./support/accessible.ts";
import {
  fillReceiver,
  generateInvoice,
  listAttachmentsByInvoiceEmail,
  searchOrder,
  placeShippedOrder,
} from "./support/invoice.ts";
import { expect, test } from "./support/shop.ts";

test("an invoice requested while the PAC is down is issued and e-mailed once the PAC answers again", async ({
  page,
  request,
}) => {
  const email = `espera.${crypto.randomUUID()}@ejemplo.mx`;
  const order = await placeShippedOrder(request, email);
  await page.goto("/invoice");
  await searchOrder(page, order);
  await fillReceiver(page, { email });
  await request.post("/sandbox/pac/control", { data: { fault: "down" } });
  try {
    await generateInvoice(page);
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
  await expect.poll(() => listAttachmentsByInvoiceEmail(request, email)).toHaveLength(1);
});
