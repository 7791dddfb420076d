import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Checks the rules of WCAG 2.2 AA that axe can check, and that nothing is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  // Three times as fast: the default mode opens a second page per analysis. Details of passed rules are not needed.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: "tag", values: WCAG_22_AA }, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  expect(violations.map((violation) => [violation.id, violation.nodes.map((node) => node.target)])).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/**
 * Checks a page of the panel without its sample frames. They run no scripts, so axe cannot check them, and show pages of
 * the shop that have their own checks. Call it last on a page: React restores frames that are removed before hydration.
 */
export async function expectAccessibleWithoutSamples(page: Page): Promise<void> {
  await page.waitForFunction(() => "__ready" in window);
  await page.locator("iframe").evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  await expectAccessible(page);
}
