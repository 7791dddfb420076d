import { median } from "./figures.ts";
import type { OpenLoad, Outcome, Round } from "./load.ts";
import { Load } from "./load-process.ts";

export interface Comparison {
  /** Actions per second of the shop and of the limit: the medians of the rounds. */
  shop: number;
  limit: number;
  /** The shop's rate divided by the limit's. */
  ratio: number;
  /** Latency of the shop in milliseconds: the median of the rounds' figures. */
  p50: number;
  p99: number;
  failed: number;
}

interface Plan {
  shop: OpenLoad;
  limit: OpenLoad;
  round: Round;
  warmUp?: Round;
  rounds?: number;
}

/** If the load uses more than this share of a core, its own speed is measured, not the shop's. */
const MAX_BUSY = 0.95;

/**
 * Compares the shop with its limit. Both run in short alternating rounds, so that a disturbance of the machine affects
 * both. The figures are medians.
 */
export async function compare({ shop, limit, round, warmUp = round, rounds = 5 }: Plan): Promise<Comparison> {
  const [shopLoad, limitLoad] = await Promise.all([Load.open(shop), Load.open(limit)]);
  try {
    await shopLoad.run(warmUp);
    await limitLoad.run(warmUp);
    const shopRounds: Outcome[] = [];
    const limitRounds: Outcome[] = [];
    for (let index = 0; index < rounds; index++) {
      shopRounds.push(await shopLoad.run(round));
      limitRounds.push(await limitLoad.run(round));
    }
    warnIfLoadIsBusy(shop.kind, shopRounds);
    return {
      shop: median(shopRounds.map((outcome) => outcome.perSecond)),
      limit: median(limitRounds.map((outcome) => outcome.perSecond)),
      // The ratio is computed for each round, because both sides of a round ran under the same conditions.
      ratio: median(shopRounds.map((outcome, index) => outcome.perSecond / limitRounds[index]!.perSecond)),
      p50: median(shopRounds.map((outcome) => outcome.p50)),
      p99: median(shopRounds.map((outcome) => outcome.p99)),
      failed: shopRounds.reduce((sum, outcome) => sum + outcome.failed, 0),
    };
  } finally {
    await Promise.all([shopLoad.close(), limitLoad.close()]);
  }
}

function warnIfLoadIsBusy(kind: string, outcomes: Outcome[]): void {
  const busy = median(outcomes.map((outcome) => outcome.busy));
  if (busy > MAX_BUSY) console.error(`  the load "${kind}" took a whole core: the shop may be faster than shown`);
}
