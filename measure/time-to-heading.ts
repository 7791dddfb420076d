import type { Page } from "@playwright/test";

/**
 * The milliseconds from the press (or `history.back()`) to the first frame that shows another heading. That frame has
 * been painted two animation frames after the change, so the result may be up to one frame too high.
 */
export async function measureTimeToHeading(page: Page, navigate: () => Promise<unknown>): Promise<number> {
  await page.evaluate(watchHeading);
  await navigate();
  await page.waitForFunction(() => window.timeToHeadingMs !== undefined);
  return page.evaluate(() => window.timeToHeadingMs!);
}

declare global {
  interface Window {
    timeToHeadingMs?: number;
  }
}

/** Runs in the browser. */
function watchHeading(): void {
  window.timeToHeadingMs = undefined;
  const readHeading = (): string | undefined => document.querySelector("h1")?.textContent ?? undefined;
  const headingBefore = readHeading();
  let startedAt: number | undefined;
  const recordStart = (event: Event): void => {
    startedAt ??= event.timeStamp;
  };
  for (const name of ["click", "popstate"]) addEventListener(name, recordStart, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const currentHeading = readHeading();
    if (startedAt === undefined || currentHeading === undefined || currentHeading === headingBefore) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.timeToHeadingMs = performance.now() - startedAt!;
      }),
    );
  });
  observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
}
