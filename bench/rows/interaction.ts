import { chromium, devices } from "@playwright/test";
import { resolveBrowserPath } from "../../e2e/support/browser.ts";
import { BUDGET } from "../../measure/budgets.ts";
import { measureInteractions } from "../../measure/interactions.ts";
import { median } from "../figures.ts";
import type { Measurement } from "./measurement.ts";

const ROUND_COUNT = 5;
/** How many times slower the processor is, to simulate Lighthouse's mid-range phone. */
const CPU_SLOWDOWN = 4;

/**
 * Milliseconds from a press to the next frame on a phone (INP), for the most frequent interactions. Each round has a
 * new browser profile.
 */
export const interaction: Measurement = {
  name: "interaction",
  async measure(shop) {
    const browser = await chromium.launch({
      executablePath: await resolveBrowserPath(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const productPath = await shop.getProductPath();
      const rounds: Map<string, number>[] = [];
      for (let round = 0; round < ROUND_COUNT; round++) {
        const context = await browser.newContext({
          ...devices["Pixel 7"],
          baseURL: `http://localhost:${shop.port}`,
          locale: "es-MX",
          reducedMotion: "reduce",
        });
        rounds.push(await measureInteractions(await context.newPage(), productPath, CPU_SLOWDOWN));
        await context.close();
      }
      return [...rounds[0]!.keys()].map((name) => {
        const durationsMs = rounds.map((round) => round.get(name)!);
        const medianMs = median(durationsMs);
        return {
          label: `${name}, processor ÷ ${CPU_SLOWDOWN}`,
          measured: `${medianMs} ms, at most ${Math.max(...durationsMs)}`,
          budget: `≤ ${BUDGET.interactionMs} ms`,
          isMet: medianMs <= BUDGET.interactionMs,
        };
      });
    } finally {
      await browser.close();
    }
  },
};
