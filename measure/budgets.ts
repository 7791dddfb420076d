/**
 * The budgets of pages (decision 7). Unless stated otherwise, sizes are the bytes that a page loads without
 * interaction. Scripts, styles and HTML are measured with gzip.
 */
export const BUDGET = {
  styles: 14_000,
  fonts: 45_000,
  /** The demo's home page has 19.9 kB. Its cards may also name promotions that other tests create. */
  homeHtml: 22_000,
  /** A chunk that is loaded on demand, including those of its imports that no page loads without interaction. */
  lazyChunk: 25_000,
  /** All transferred bytes of the first view, with headers. */
  transfer: 290_000,
  requestCount: 25,
  leadPicture: 40_000,
  homeElementCount: 900,
  layoutShift: 0.02,
  /** Milliseconds from a click to the frame that shows the next page. */
  navigationMs: 100,
  /** Milliseconds from a press to the next frame, on a processor that is four times slower. */
  interactionMs: 100,
} as const;

const SCRIPT_BUDGETS: Record<string, number> = { "/": 130_000, "/products/:productId/details": 135_000 };
const OTHER_SCRIPT_BUDGET = 145_000;
/** Pages of the back office. Only its sign-in page is measured. */
const PANEL_SCRIPT_BUDGET = 350_000;

/** The bytes of scripts that a page may load without interaction. `pattern` is that of its route in routes.ts. */
export function scriptBudget(pattern: string): number {
  return SCRIPT_BUDGETS[pattern] ?? (pattern.startsWith("/panel") ? PANEL_SCRIPT_BUDGET : OTHER_SCRIPT_BUDGET);
}
