/** What a page may load without interaction (decision 7), in bytes. Code, styles and HTML count as gzip. */
export const BUDGET = {
  styles: 14_000,
  fonts: 45_000,
  /** The demo's is 19.9 kB. Promotions of other tests are named on its cards. */
  homeHtml: 22_000,
  lazyChunk: 25_000,
  /** Of the first view, over the wire, with headers. */
  transfer: 290_000,
  requests: 25,
  leadPicture: 40_000,
  homeNodes: 900,
  layoutShift: 0.02,
  /** From click to the frame that shows the next page. */
  navigationMs: 100,
  /** From a press to the next frame, with the processor throttled four times. */
  interactionMs: 100,
} as const;

const SCRIPTS: Record<string, number> = { "/": 130_000, "/products/:productId/details": 135_000 };
const OTHER_SCRIPTS = 145_000;
/** The back office's first screen. */
const PANEL_SCRIPTS = 350_000;

/** How much code the page of a route (its pattern in routes.ts) may load by itself. */
export function scriptBudget(pattern: string): number {
  return SCRIPTS[pattern] ?? (pattern.startsWith("/panel") ? PANEL_SCRIPTS : OTHER_SCRIPTS);
}
