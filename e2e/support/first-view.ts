import type { Page } from "@playwright/test";

/** What a page took to show itself to somebody who touches nothing. */
export interface FirstView {
  requests: string[];
  /** Bytes over the wire, headers included. */
  transferred: number;
  /** Requests to other hosts. */
  thirdParty: string[];
  /** Bytes of the picture that was the largest thing to appear; none where that was text. */
  leadPicture: { url: string; bytes: number } | undefined;
}

/** Nothing more is asked for during this long: the page is there, its code included. */
const QUIET_MS = 800;

/** Opens a page for the first time, with an empty cache, and waits until its code runs and the network rests. */
export async function openFirstView(page: Page, path: string): Promise<FirstView> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: false });
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  let lastAt = performance.now();
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (!request.url.startsWith("http")) return;
    urls.set(requestId, request.url);
    lastAt = performance.now();
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength);
    lastAt = performance.now();
  });
  await page.addInitScript(watchPaint);
  await page.goto(path);
  await page.waitForFunction(() => "__ready" in window);
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
  await network.detach();

  const requests = [...urls.values()];
  const { host } = new URL(page.url());
  const leadUrl = await page.evaluate(() => window.leadPicture);
  const leadId = [...urls].find(([, url]) => url === leadUrl)?.[0];
  return {
    requests,
    transferred: [...bytes.values()].reduce((sum, some) => sum + some, 0),
    thirdParty: requests.filter((url) => new URL(url).host !== host),
    leadPicture: leadId === undefined ? undefined : { url: leadUrl!, bytes: bytes.get(leadId) ?? 0 },
  };
}

/** How far what was seen has moved by itself so far, all shifts together. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.shifts.reduce((sum, shift) => sum + shift.value, 0));
}

declare global {
  interface Window {
    shifts: { value: number; nodes: string[] }[];
    leadPicture?: string;
  }
}

/** Runs in the browser. */
function watchPaint(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Element | null }[];
  }
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
      if (!hadRecentInput) window.shifts.push({ value, nodes: sources.map(({ node }) => node?.nodeName ?? "") });
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    const url = (list.getEntries().at(-1) as PerformanceEntry & { url?: string }).url;
    window.leadPicture = url || undefined;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
