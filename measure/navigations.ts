import type { Page } from "@playwright/test";
import { measureTimeToHeading } from "./time-to-heading.ts";

/** How long a visitor hovers over a link before the press. */
const HOVER_MS = 300;

/** The milliseconds of each navigation that must be instant, by its kind. */
export interface NavigationTimes {
  card: number[];
  category: number[];
  back: number[];
}

/** Opens a list of products and waits until its page is hydrated. */
export async function openList(page: Page): Promise<void> {
  await page.goto("/?category=mujer");
  await page.waitForFunction(() => "__ready" in window);
}

/**
 * Navigates from a card to its product, back, from a category to its list, and back. Hovers over each link first.
 * Returns the milliseconds of each navigation.
 */
export async function measureNavigations(page: Page, rounds: number): Promise<NavigationTimes> {
  const navigations: NavigationTimes = { card: [], category: [], back: [] };
  // Without a graphics card, the start of a view transition takes longer to paint than the whole page.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openList(page);
  for (let round = 0; round < rounds; round++) {
    const card = page.locator("main article h3 a").nth(round % 8);
    navigations.card.push(
      await measurePressAfterHover(
        page,
        () => card.hover(),
        () => card.click(),
      ),
    );
    navigations.back.push(await measureTimeToHeading(page, () => page.evaluate(() => history.back())));
    const category = page.locator("main nav a[href*='category=']").nth(round % 4);
    navigations.category.push(
      await measurePressAfterHover(
        page,
        () => category.hover(),
        () => category.click(),
      ),
    );
    navigations.back.push(await measureTimeToHeading(page, () => page.evaluate(() => history.back())));
  }
  return navigations;
}

async function measurePressAfterHover(
  page: Page,
  hover: () => Promise<void>,
  press: () => Promise<void>,
): Promise<number> {
  await hover();
  await page.waitForTimeout(HOVER_MS);
  return measureTimeToHeading(page, press);
}
