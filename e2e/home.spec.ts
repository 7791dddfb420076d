import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/shop.ts";

test("banners change every ten seconds and stop after the first interaction", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await page.clock.runFor(2_500);
  const carousel = page.getByRole("region", { name: "Destacados" });
  const dots = carousel.getByRole("button", { name: /^Ver «/ });
  const pause = carousel.getByRole("button", { name: "Pausar los banners" });
  await expect(pause).toBeVisible();
  await expect(dots.nth(0)).toHaveAttribute("aria-current", "true");
  await expect(async () => {
    await page.clock.runFor(3_000);
    await expect(dots.nth(1)).toHaveAttribute("aria-current", "true", { timeout: 300 });
  }).toPass();
  await pause.click();
  await expect(pause).toBeHidden();
  await page.mouse.move(5, 880);
  await page.clock.runFor(25_000);
  await expect(dots.nth(1)).toHaveAttribute("aria-current", "true");
  await dots.nth(2).click();
  await expect(dots.nth(2)).toHaveAttribute("aria-current", "true");
});

test("messages scroll in their colours and can be paused", async ({ page }) => {
  await page.goto("/");
  const messages = page.getByRole("region", { name: "Avisos de la tienda" });
  const colors = await messages
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => getComputedStyle(item).color));
  expect(new Set(colors).size).toBe(3);
  await messages.getByRole("button", { name: "Pausar los avisos" }).click();
  const list = messages.getByRole("list");
  await expect(list).toHaveCSS("animation-play-state", "paused");
  await messages.getByRole("button", { name: "Reanudar los avisos" }).click();
  await expect(list).toHaveCSS("animation-play-state", "running");
});

test.describe("with reduced motion", () => {
  test("nothing moves and every message is readable", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.waitForTimeout(1_000);
    await expect(page.getByRole("button", { name: /^Pausar/ })).toHaveCount(0);
    for (const message of await page.getByRole("region", { name: "Avisos de la tienda" }).getByRole("listitem").all()) {
      await expect(message).toBeInViewport();
    }
    await expectAccessible(page);
  });
});
