import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "./figures.ts";
import { CrowdVisitor, type CrowdFigures } from "./crowd-visitor.ts";
import { createSeededRandom } from "./seeded-random.ts";

export interface Crowd {
  port: number;
  visitorCount: number;
  /** All visitors arrive within this time, even if earlier ones have no answer yet. */
  arrivalPeriodMs: number;
  /** This long after the start, visitors leave the waiting room, even without a result. */
  waitEndsAfterMs: number;
  code: string;
  presaleId: string;
  /** The sizes for sale: each visitor wants one piece of one of them. */
  sizes: { sizeId: string; productId: string }[];
  carrierId: string;
  /** Whether visitors add to the cart directly, without waiting room and access code. */
  isDirect: boolean;
}

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export interface CrowdOutcome {
  /** How much later than planned the visitors arrived, in ms. If it is high, the load's own speed is measured. */
  lateness: Percentiles;
  /** From the arrival until the visitor has a place, a turn, a piece, Agotado or a refusal, in ms. */
  firstResult: Percentiles;
  /** The latency of every attempt at a call, in ms. */
  attemptLatency: Percentiles;
  /** From the first Agotado in the waiting room until each of the others, in ms. */
  soldOutAfter: Percentiles;
  statusCounts: Record<string, number>;
  /** How many visits ended in each way. */
  endCounts: Record<string, number>;
  attemptCount: number;
  /** Share of one core that the load used. */
  cpuShare: number;
}

// Runs in a child process, so that its event loop is not shared with the benchmark or the shop.
process.on("disconnect", () => process.exit());
process.once("message", (crowd: Crowd) => {
  run(crowd).then(
    (outcome) => process.send!({ outcome }),
    (error: Error) => process.send!({ failure: error.stack }),
  );
});

/** Runs the crowd as an open loop: visitors arrive at random times, even if the shop is busy. */
async function run(crowd: Crowd): Promise<CrowdOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4_000, maxFreeSockets: 4_000 });
  const figures: CrowdFigures = { lateMs: [], firstResultMs: [], attemptMs: [], soldOutAt: [], statusCounts: {} };
  const pick = createSeededRandom(7);
  const arrivalTimes = Array.from(
    { length: crowd.visitorCount },
    () => (pick(1_000_000) / 1_000_000) * crowd.arrivalPeriodMs,
  );
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const ends = await Promise.all(
    arrivalTimes
      .toSorted((a, b) => a - b)
      .map(async (arrivalMs, visitorIndex) => {
        await sleep(arrivalMs);
        figures.lateMs.push(performance.now() - startedAt - arrivalMs);
        return new CrowdVisitor({
          crowd,
          agent,
          figures,
          visitorIndex,
          pick,
          endsAt: startedAt + crowd.waitEndsAfterMs,
        }).visit();
      }),
  );
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  agent.destroy();
  const firstSoldOutAt = Math.min(...figures.soldOutAt);
  return {
    lateness: toPercentiles(figures.lateMs),
    firstResult: toPercentiles(figures.firstResultMs),
    attemptLatency: toPercentiles(figures.attemptMs),
    soldOutAfter: toPercentiles(figures.soldOutAt.map((at) => at - firstSoldOutAt)),
    statusCounts: figures.statusCounts,
    endCounts: countEnds(ends),
    attemptCount: figures.attemptMs.length,
    cpuShare: (user + system) / 1_000 / elapsedMs,
  };
}

function toPercentiles(values: readonly number[]): Percentiles {
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => quantile(values, share));
  return { p50: p50!, p95: p95!, p99: p99!, max: max! };
}

function countEnds(ends: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}
