import { chromium } from "@playwright/test";
import { resolveBrowserPath } from "../../e2e/support/browser.ts";
import { BUDGET } from "../../measure/budgets.ts";
import { measureNavigations } from "../../measure/navigations.ts";
import { median, quantile } from "../figures.ts";
import type { Measurement } from "./measurement.ts";

const ROUND_COUNT = 12;
const LABELS = {
  card: "card to product, hovered before",
  category: "category to list, hovered before",
  back: "Back",
};

/** Milliseconds from the press to the frame that shows the next page, in a browser on this machine. */
export const navigate: Measurement = {
  name: "navigate",
  async measure(shop) {
    const browser = await chromium.launch({
      executablePath: await resolveBrowserPath(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const page = await browser.newPage({
        baseURL: `http://localhost:${shop.port}`,
        viewport: { width: 1440, height: 900 },
      });
      await measureNavigations(page, 2);
      const navigations = await measureNavigations(page, ROUND_COUNT);
      return Object.entries(LABELS).map(([name, label]) => {
        const durationsMs = navigations[name as keyof typeof LABELS];
        const medianMs = median(durationsMs);
        return {
          label,
          measured: `${medianMs.toFixed(0)} ms, p90 ${quantile(durationsMs, 0.9).toFixed(0)}`,
          comparedWith: `${BUDGET.navigationMs} ms`,
          ratio: medianMs / BUDGET.navigationMs,
          isLowerBetter: true,
          budget: "≤ 1",
          isMet: medianMs <= BUDGET.navigationMs,
        };
      });
    } finally {
      await browser.close();
    }
  },
};
