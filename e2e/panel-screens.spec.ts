import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { workAs } from "./support/office.ts";
import { routePatterns } from "./support/routes.ts";
import { expect, test } from "./support/shop.ts";

/** Answers with a file, takes forms alone, or is the door that who works here has passed. */
const NO_SCREEN =
  /\/(exportar|hojas|etiquetas|salir|vistas|parte|entrar|segundo-factor|invitacion|llave|varios|renglones)$|\.csv$|\*$/;
const SCREENS = routePatterns().filter(
  (path) => path.startsWith("/panel") && !path.includes(":") && !NO_SCREEN.test(path),
);

async function lookAt(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    // A look for accessibility takes seconds; on a phone and a tablet it is the width that differs.
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
}

test("every list and form of the panel is whole and accessible, on a laptop and a phone", async ({ page }) => {
  test.setTimeout(480_000); // some thirty pages
  await workAs(page, "owner");
  for (const path of SCREENS) await lookAt(page, path);
});
