import type { Page } from "@playwright/test";
import { expect, test } from "./support/shop.ts";

/** Whether the page that a link leads to, as a new document, was revealed by a view transition. */
async function hadTransition(page: Page): Promise<boolean> {
  await page.addInitScript(() => {
    addEventListener("pagereveal", (event) => {
      const { viewTransition } = event as Event & { viewTransition: object | null };
      sessionStorage.setItem("transition", String(viewTransition !== null));
    });
  });
  await page.goto("/terminos");
  await page.evaluate(() => {
    sessionStorage.removeItem("transition");
    location.assign("/cambios-y-devoluciones");
  });
  await expect(page).toHaveURL("/cambios-y-devoluciones");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("transition"))).not.toBeNull();
  return (await page.evaluate(() => sessionStorage.getItem("transition"))) === "true";
}

test("documents fade into each other, and the next one can be pressed meanwhile", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await hadTransition(page)).toBe(true);
  const overlay = () => getComputedStyle(document.documentElement, "::view-transition").pointerEvents;
  expect(await page.evaluate(overlay)).toBe("none");
});

test("nothing moves from document to document under reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await hadTransition(page)).toBe(false);
});
