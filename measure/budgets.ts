/**
 * The budgets of pages (decision 7). Sizes are in bytes, of what a page loads without interaction. Scripts, styles and
 * HTML are measured with gzip.
 */
export const BUDGET = {
  styles: 14_000,
  fonts: 45_000,
  /** The demo's home page has 19.9 kB. Its cards may also name promotions that other tests create. */
  homeHtml: 22_000,
  lazyChunk: 25_000,
  /** All transferred bytes of the first view, with headers. */
  transfer: 290_000,
  requests: 25,
  leadPicture: 40_000,
  homeNodes: 900,
  layoutShift: 0.02,
  /** Milliseconds from a click to the frame that shows the next page. */
  navigationMs: 100,
  /** Milliseconds from a press to the next frame, on a processor that is four times slower. */
  interactionMs: 100,
} as const;

const SCRIPTS: Record<string, number> = { "/": 130_000, "/products/:productId/details": 135_000 };
const OTHER_SCRIPTS = 145_000;
/** Pages of the back office. Only its sign-in page is measured. */
const PANEL_SCRIPTS = 350_000;

/** The bytes of scripts that a page may load without interaction. `pattern` is that of its route in routes.ts. */
export function scriptBudget(pattern: string): number {
  return SCRIPTS[pattern] ?? (pattern.startsWith("/panel") ? PANEL_SCRIPTS : OTHER_SCRIPTS);
}
