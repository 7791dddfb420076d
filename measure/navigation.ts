import type { Page } from "@playwright/test";

/**
 * Milliseconds from the press (or `history.back()`) to the first frame that shows another heading. Two animation frames
 * after the change that frame has been painted. The result is too high by up to one frame, never too low.
 */
export async function timeToHeading(page: Page, go: () => Promise<unknown>): Promise<number> {
  await page.evaluate(watchHeading);
  await go();
  await page.waitForFunction(() => window.headingMs !== undefined);
  return page.evaluate(() => window.headingMs!);
}

declare global {
  interface Window {
    headingMs?: number;
  }
}

/** Runs in the browser. */
function watchHeading(): void {
  window.headingMs = undefined;
  const heading = (): string | undefined => document.querySelector("h1")?.textContent ?? undefined;
  const before = heading();
  let startedAt: number | undefined;
  const start = (event: Event): void => {
    startedAt ??= event.timeStamp;
  };
  for (const name of ["click", "popstate"]) addEventListener(name, start, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const now = heading();
    if (startedAt === undefined || now === undefined || now === before) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.headingMs = performance.now() - startedAt!;
      }),
    );
  });
  observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
}
