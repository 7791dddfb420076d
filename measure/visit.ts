import type { Page } from "@playwright/test";
import { timeToHeading } from "./navigation.ts";

/** How long a visitor hovers over a link before the press. */
const HOVER_MS = 300;

/** The navigations of the shop that must be instant. */
export interface Ways {
  card: number[];
  category: number[];
  back: number[];
}

/** Opens a list and waits until its code runs. */
export async function openList(page: Page): Promise<void> {
  await page.goto("/?category=mujer");
  await page.waitForFunction(() => "__ready" in window);
}

/** Card to product, back, category to list, back. Each link is hovered first, as a mouse does. Milliseconds each. */
export async function walkThrough(page: Page, rounds: number): Promise<Ways> {
  const ways: Ways = { card: [], category: [], back: [] };
  await openList(page);
  for (let round = 0; round < rounds; round++) {
    const card = page.locator("main article h3 a").nth(round % 8);
    ways.card.push(
      await pressAfterLook(
        page,
        () => card.hover(),
        () => card.click(),
      ),
    );
    ways.back.push(await timeToHeading(page, () => page.evaluate(() => history.back())));
    const category = page.locator("main nav a[href*='category=']").nth(round % 4);
    ways.category.push(
      await pressAfterLook(
        page,
        () => category.hover(),
        () => category.click(),
      ),
    );
    ways.back.push(await timeToHeading(page, () => page.evaluate(() => history.back())));
  }
  return ways;
}

async function pressAfterLook(page: Page, look: () => Promise<void>, press: () => Promise<void>): Promise<number> {
  await look();
  await page.waitForTimeout(HOVER_MS);
  return timeToHeading(page, press);
}
