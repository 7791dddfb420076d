import { median } from "./figures.ts";
import type { LoadSetup, RoundOutcome, RoundLength } from "./load.ts";
import { LoadProcess } from "./load-process.ts";

export interface Comparison {
  /** Actions per second of the shop and of the bare load: the medians of the rounds. */
  shopPerSecond: number;
  barePerSecond: number;
  /** The shop's rate divided by that of the bare load. */
  ratio: number;
  /** Latency of the shop in milliseconds: the median of the rounds' figures. */
  p50Ms: number;
  p99Ms: number;
  failedCount: number;
}

interface ComparisonSetup {
  shop: LoadSetup;
  bareSetup: LoadSetup;
  roundLength: RoundLength;
  warmUpLength?: RoundLength;
  roundCount?: number;
}

/** If the load uses more than this share of a core, its own speed is measured, not the shop's. */
const MAX_CPU_SHARE = 0.95;

/**
 * Compares the shop with a bare load, which does similar work without the shop's code. Both run in short alternating
 * rounds, so that a disturbance of the machine affects both. The figures are medians.
 */
export async function compareWithBareLoad({
  shop,
  bareSetup,
  roundLength,
  warmUpLength = roundLength,
  roundCount = 5,
}: ComparisonSetup): Promise<Comparison> {
  const [shopLoad, bareLoad] = await Promise.all([LoadProcess.open(shop), LoadProcess.open(bareSetup)]);
  try {
    await shopLoad.run(warmUpLength);
    await bareLoad.run(warmUpLength);
    const shopRounds: RoundOutcome[] = [];
    const bareRounds: RoundOutcome[] = [];
    for (let index = 0; index < roundCount; index++) {
      shopRounds.push(await shopLoad.run(roundLength));
      bareRounds.push(await bareLoad.run(roundLength));
    }
    warnIfLoadIsBusy(shop.kind, shopRounds);
    return {
      shopPerSecond: median(shopRounds.map((outcome) => outcome.perSecond)),
      barePerSecond: median(bareRounds.map((outcome) => outcome.perSecond)),
      // The ratio is computed for each round, because both sides of a round ran under the same conditions.
      ratio: median(shopRounds.map((outcome, index) => outcome.perSecond / bareRounds[index]!.perSecond)),
      p50Ms: median(shopRounds.map((outcome) => outcome.p50Ms)),
      p99Ms: median(shopRounds.map((outcome) => outcome.p99Ms)),
      failedCount: shopRounds.reduce((sum, outcome) => sum + outcome.failedCount, 0),
    };
  } finally {
    await Promise.all([shopLoad.close(), bareLoad.close()]);
  }
}

function warnIfLoadIsBusy(kind: string, outcomes: RoundOutcome[]): void {
  const cpuShare = median(outcomes.map((outcome) => outcome.cpuShare));
  if (cpuShare > MAX_CPU_SHARE)
    console.error(`  the load "${kind}" took a whole core: the shop may be faster than shown`);
}
