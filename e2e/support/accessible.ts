import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Frame, Page } from "@playwright/test";
import { expect } from "@playwright/test";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The minified build of axe. The other build takes twice as long to send and to parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Checks the rules of WCAG 2.2 AA that axe can check, and that nothing is wider than the screen. It scrolls the page to
 * its top, because axe measures only the part of a link or button that the sticky header does not cover.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: "instant" });
    // The header starts its transition after the scroll event.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const header = document.querySelector("header");
    await Promise.allSettled((header?.getAnimations() ?? []).map(({ finished }) => finished));
  });
  // To check a frame, the page's axe needs an axe in that frame.
  await Promise.all(page.frames().map((frame) => loadAxe(frame)));
  const foundViolations = await page.evaluate(async (tags) => {
    const options = { runOnly: { type: "tag" as const, values: tags }, resultTypes: ["violations" as const] };
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
  }, WCAG_22_AA);
  expect(foundViolations).toEqual([]);
  await expectFitsScreen(page);
}

/**
 * Checks that nothing is wider than the screen. It measures after the next frame: just after a change of the size, the
 * browser may report a width that it never draws.
 */
export async function expectFitsScreen(page: Page, name = page.url()): Promise<void> {
  const overflow = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // On a phone `innerWidth` grows with the content.
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(overflow, `${name} is wider than ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}

async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(AXE);
}

/**
 * Checks a page of the panel without its sample frames. They run no scripts, so axe cannot check them, and they show
 * pages of the shop that have their own checks. The frames are removed after hydration, because React would restore
 * them before it. Call this last on a page, because they stay removed.
 */
export async function expectAccessibleWithoutSamples(page: Page): Promise<void> {
  await page.waitForFunction(() => "__ready" in window);
  await page.locator("iframe").evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  await expectAccessible(page);
}
