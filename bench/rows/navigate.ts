import { chromium } from "@playwright/test";
import { browserPath } from "../../e2e/support/browser.ts";
import { BUDGET } from "../../measure/budgets.ts";
import { measureNavigations } from "../../measure/visit.ts";
import { median, quantile } from "../figures.ts";
import type { Measurement } from "./measurement.ts";

const ROUNDS = 12;
const NAMES = {
  card: "card to product, hovered before",
  category: "category to list, hovered before",
  back: "Back",
};

/** Milliseconds from the press to the frame that shows the next page, in a browser on this machine. */
export const navigate: Measurement = {
  name: "navigate",
  async measure(shop) {
    const browser = await chromium.launch({
      executablePath: await browserPath(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const page = await browser.newPage({
        baseURL: `http://localhost:${shop.port}`,
        viewport: { width: 1440, height: 900 },
      });
      await measureNavigations(page, 2);
      const navigations = await measureNavigations(page, ROUNDS);
      return Object.entries(NAMES).map(([name, label]) => {
        const times = navigations[name as keyof typeof NAMES];
        const middle = median(times);
        return {
          label,
          measured: `${middle.toFixed(0)} ms, p90 ${quantile(times, 0.9).toFixed(0)}`,
          limit: `${BUDGET.navigationMs} ms`,
          ratio: middle / BUDGET.navigationMs,
          isLowerBetter: true,
          budget: "≤ 1",
          isMet: middle <= BUDGET.navigationMs,
        };
      });
    } finally {
      await browser.close();
    }
  },
};
