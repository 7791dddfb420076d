import { median } from "./figures.ts";
import type { OpenLoad, Outcome, Round } from "./load.ts";
import { Load } from "./load-process.ts";

export interface Compared {
  shop: number;
  limit: number;
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

/** Above this share of a core the load itself is what is measured. */
const TOO_BUSY = 0.95;

/**
 * Both sides alternate in short turns, shop, limit, shop, limit: a disturbance of the machine affects both. Medians
 * count.
 */
export async function compare({ shop, limit, round, warmUp = round, rounds = 5 }: Plan): Promise<Compared> {
  const [ours, theirs] = await Promise.all([Load.open(shop), Load.open(limit)]);
  try {
    await ours.run(warmUp);
    await theirs.run(warmUp);
    const shopRounds: Outcome[] = [];
    const limitRounds: Outcome[] = [];
    for (let turn = 0; turn < rounds; turn++) {
      shopRounds.push(await ours.run(round));
      limitRounds.push(await theirs.run(round));
    }
    warnOfBusyLoad(shop.kind, shopRounds);
    return {
      shop: median(shopRounds.map((outcome) => outcome.perSecond)),
      limit: median(limitRounds.map((outcome) => outcome.perSecond)),
      // The ratio of each turn first: within one turn both sides had the same machine.
      ratio: median(shopRounds.map((outcome, turn) => outcome.perSecond / limitRounds[turn]!.perSecond)),
      p50: median(shopRounds.map((outcome) => outcome.p50)),
      p99: median(shopRounds.map((outcome) => outcome.p99)),
      failed: shopRounds.reduce((sum, outcome) => sum + outcome.failed, 0),
    };
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}

function warnOfBusyLoad(kind: string, outcomes: Outcome[]): void {
  const busy = median(outcomes.map((outcome) => outcome.busy));
  if (busy > TOO_BUSY) console.error(`  the load "${kind}" took a whole core: the shop may be faster than shown`);
}
