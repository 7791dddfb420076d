import { median } from "../figures.ts";
import { LoadProcess } from "../load-process.ts";
import { readCpuMs } from "../process-figures.ts";
import type { Measurement } from "./measurement.ts";

const BUDGET_CPU_MS = 8;
const WARM_UP_PAGE_COUNT = 400;
const PAGE_COUNT = 150;
const ROUND_COUNT = 3;

/** CPU time of the shop's process for a page that was not requested before. */
export const page: Measurement = {
  name: "page",
  async measure(shop) {
    const options = { port: shop.port, paths: ["/"], addsNumbers: true };
    const load = await LoadProcess.open({ kind: "get", options, workerCount: 4 });
    try {
      await load.run({ count: WARM_UP_PAGE_COUNT });
      const cpuPerPageMs: number[] = [];
      for (let round = 0; round < ROUND_COUNT; round++) {
        const cpuBeforeMs = readCpuMs(shop.pid);
        const { doneCount } = await load.run({ count: PAGE_COUNT });
        cpuPerPageMs.push((readCpuMs(shop.pid) - cpuBeforeMs) / doneCount);
      }
      const medianCpuMs = median(cpuPerPageMs);
      return [
        {
          label: "home page, not cached",
          measured: `${medianCpuMs.toFixed(1)} ms CPU`,
          budget: `≤ ${BUDGET_CPU_MS} ms`,
          isMet: medianCpuMs <= BUDGET_CPU_MS,
        },
      ];
    } finally {
      await load.close();
    }
  },
};
