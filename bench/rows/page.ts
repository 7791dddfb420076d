import { median } from "../figures.ts";
import { Load } from "../load-process.ts";
import { cpuMs } from "../process-figures.ts";
import type { Measurement } from "./measurement.ts";

const BUDGET_CPU_MS = 8;
const WARM_UP = 400;
const PAGES = 150;
const ROUNDS = 3;

/** CPU time of the shop's process for a page that was not requested before. */
export const page: Measurement = {
  name: "page",
  async measure(shop) {
    const options = { port: shop.port, paths: ["/"], isUnique: true };
    const load = await Load.open({ kind: "get", options, workers: 4 });
    try {
      await load.run({ count: WARM_UP });
      const perPage: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const before = cpuMs(shop.pid);
        const { done } = await load.run({ count: PAGES });
        perPage.push((cpuMs(shop.pid) - before) / done);
      }
      const ms = median(perPage);
      return [
        {
          label: "home page, not cached",
          measured: `${ms.toFixed(1)} ms CPU`,
          budget: `≤ ${BUDGET_CPU_MS} ms`,
          isMet: ms <= BUDGET_CPU_MS,
        },
      ];
    } finally {
      await load.close();
    }
  },
};
