import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../figures.ts";
import { readResidentBytes } from "../process-figures.ts";
import type { Measurement } from "./measurement.ts";

const START_BUDGET_S = 4;
const MEMORY_BUDGET_MIB = 180;
const START_COUNT = 3;
const IDLE_MS = 4_000;

/** The time from spawning to ready, of a shop that is built and migrated, and the memory of the idle process. */
export const start: Measurement = {
  name: "start",
  async measure(shop) {
    const seconds: number[] = [];
    for (let n = 0; n < START_COUNT; n++) seconds.push((await shop.restart()) / 1_000);
    await sleep(IDLE_MS);
    const mebibytes = readResidentBytes(shop.pid) / 1024 ** 2;
    const medianSeconds = median(seconds);
    return [
      {
        label: "start, spawn to ready",
        measured: `${medianSeconds.toFixed(2)} s`,
        budget: `≤ ${START_BUDGET_S} s`,
        isMet: medianSeconds <= START_BUDGET_S,
      },
      {
        label: "idle memory of the process",
        measured: `${mebibytes.toFixed(0)} MiB`,
        budget: `≤ ${MEMORY_BUDGET_MIB} MiB`,
        isMet: mebibytes <= MEMORY_BUDGET_MIB,
      },
    ];
  },
};
