import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/shop.ts";

test("banners change every ten seconds and stop after the first interaction", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto("/");
  await page.clock.runFor(2_500);
  const carousel = page.getByRole("region", { name: "Destacados" });
  const dots = carousel.getByRole("button", { name: /^Ver «/ });
  const pauseButton = carousel.getByRole("button", { name: "Pausar los banners" });
  await expect(pauseButton).toBeVisible();
  await expect(dots.nth(0)).toHaveAttribute("aria-current", "true");
  await expect(async () => {
    await page.clock.runFor(3_000);
    await expect(dots.nth(1)).toHaveAttribute("aria-current", "true", { timeout: 300 });
  }).toPass();
  await pauseButton.click();
  await expect(pauseButton).toBeHidden();
  await page.mouse.move(5, 880);
  await page.clock.runFor(25_000);
  await expect(dots.nth(1)).toHaveAttribute("aria-current", "true");
  await dots.nth(2).click();
  await expect(dots.nth(2)).toHaveAttribute("aria-current", "true");
});

test("one message is shown at a time, and the button shows the next one", async ({ page }) => {
  await page.goto("/");
  const messages = page.getByRole("region", { name: "Avisos de la tienda" });
  await expect(messages).toHaveText("Envíos a todo México");
  await messages.getByRole("button", { name: "Siguiente aviso" }).click();
  await expect(messages).toHaveText("Precio de mayoreo desde 10 piezas, surtidas como quieras");
});

test("with reduced motion the home page has nothing to pause", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.waitForTimeout(1_000);
  await expect(page.getByRole("button", { name: /^Pausar/ })).toHaveCount(0);
  await expectAccessible(page);
});
