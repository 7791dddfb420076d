import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** WCAG 2.2 AA as far as a machine can tell, and nothing wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  // Axe's other mode opens a second page for each analysis, and details of what passed are not read: three times as slow.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: "tag", values: WCAG_22_AA }, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  expect(violations.map((violation) => [violation.id, violation.nodes.map((node) => node.target)])).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/**
 * Samples run no code, not even that which looks for faults: they are set aside, being pages of the shop that are looked at
 * elsewhere. The last thing done on a page, once React has taken over: what is removed before comes back.
 */
export async function expectAccessibleAround(page: Page): Promise<void> {
  await page.waitForFunction(() => "__ready" in window);
  await page.locator("iframe").evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  await expectAccessible(page);
}
