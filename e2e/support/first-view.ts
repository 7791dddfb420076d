import type { Page } from "@playwright/test";

/** What a page loads before the visitor does anything. */
export interface FirstView {
  requests: string[];
  /** Bytes over the wire, headers included. */
  transferredBytes: number;
  /** The URLs of requests to other hosts. */
  thirdPartyUrls: string[];
  /** The picture of the largest contentful paint and its bytes; undefined if that is text. */
  leadPicture: { url: string; bytes: number } | undefined;
}

/** The page counts as loaded, its scripts included, after this long without a request. */
const QUIET_MS = 800;

/**
 * Opens a page, and waits until its scripts run and the network is idle. The cache is empty only if the page is the
 * first one of its browser context.
 */
export async function openFirstView(page: Page, path: string): Promise<FirstView> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: false });
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  let lastEventAt = performance.now();
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (!request.url.startsWith("http")) return;
    urls.set(requestId, request.url);
    lastEventAt = performance.now();
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength);
    lastEventAt = performance.now();
  });
  await page.addInitScript(recordFirstView);
  await page.goto(path);
  await page.waitForFunction(() => "__ready" in window);
  while (performance.now() - lastEventAt < QUIET_MS) await page.waitForTimeout(100);
  await network.detach();

  const requests = [...urls.values()];
  const { host } = new URL(page.url());
  const leadUrl = await page.evaluate(() => window.leadPictureUrl);
  const leadId = [...urls].find(([, url]) => url === leadUrl)?.[0];
  return {
    requests,
    transferredBytes: [...bytes.values()].reduce((sum, size) => sum + size, 0),
    thirdPartyUrls: requests.filter((url) => new URL(url).host !== host),
    leadPicture: leadId === undefined ? undefined : { url: leadUrl!, bytes: bytes.get(leadId) ?? 0 },
  };
}

/** The sum of all layout shifts so far. */
export function sumLayoutShifts(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShifts.reduce((sum, shift) => sum + shift.value, 0));
}

declare global {
  interface Window {
    layoutShifts: { value: number; timeAndPath: string; movedElements: string[] }[];
    leadPictureUrl?: string;
  }
}

/** Records the layout shifts and the picture of the largest contentful paint. Runs in the browser. */
function recordFirstView(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const formatRect = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join();
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, startTime, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      const movedElements = sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? `${node.nodeName} ${node.className}` : node?.nodeName;
        return `${name}: ${formatRect(previousRect)} to ${formatRect(currentRect)}`;
      });
      window.layoutShifts.push({
        value,
        timeAndPath: `${Math.round(startTime)} ms, ${location.pathname}${location.search}`,
        movedElements,
      });
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    const url = (list.getEntries().at(-1) as PerformanceEntry & { url?: string }).url;
    window.leadPictureUrl = url || undefined;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
