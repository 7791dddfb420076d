import { expect, claimProduct, test } from "./support/shop.ts";

test("a message stays while it has the focus, and a newer one does not prolong it", async ({ page, request }) => {
  const product = await claimProduct(request);
  await page.clock.install();
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto(`/products/${product._id}/details`);
  const toasts = page.getByRole("region", { name: "Avisos", exact: true }).getByRole("status");
  const shareButton = page.getByRole("button", { name: "Compartir" });
  // A click has an effect only once the page's scripts have run, so it is repeated.
  await expect(async () => {
    await page.clock.runFor(200);
    await shareButton.click();
    await expect(toasts).not.toHaveCount(0, { timeout: 500 });
  }).toPass();
  await page.clock.runFor(6_000);
  await expect(toasts).toHaveCount(0);

  await shareButton.click();
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(3_000);
  await shareButton.click();
  await expect(toasts).toHaveCount(2);
  await page.clock.runFor(3_000);
  await expect(toasts).toHaveCount(1);

  await toasts.getByRole("button", { name: "Cerrar aviso" }).focus();
  await toasts.hover();
  await page.mouse.move(1, 1);
  await page.clock.runFor(6_000);
  await expect(toasts).toHaveCount(1);
  await shareButton.focus();
  await page.clock.runFor(6_000);
  await expect(toasts).toHaveCount(0);
});
