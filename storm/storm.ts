import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom } from "../bench/seeded-random.ts";
import { attackUntilOver } from "./attackers.ts";
import { Client } from "./client.ts";
import { FAULTS, listFaults, type FaultTarget } from "./faults.ts";
import { Oracle } from "./oracle.ts";
import { Provider } from "./provider.ts";
import { RECOVERED_WITHIN_SECONDS, waitForRecovery, type Recovery } from "./recovery.ts";
import { startShop } from "./shop.ts";
import { shopUntilOver, type StormContext } from "./shoppers.ts";
import { workUntilOver } from "./staff.ts";
import { findViolations } from "./verify.ts";

export interface StormOptions {
  seconds: number;
  seed: number;
  /** The folder of the shop's program. */
  root: string;
  /**
   * The folder of an earlier version, which runs first and is replaced by the version in `root` during the storm. Null
   * without one.
   */
  earlierRoot: string | null;
  /** How many shoppers buy at the same time. */
  shoppers: number;
  /** Whether to run the shop as on several machines (`ShopOptions`). */
  isCluster: boolean;
  report(line: string): void;
}

export interface StormResult {
  violations: string[];
  outcomeCounts: Client["outcomeCounts"];
  orderCount: number;
  paymentCount: number;
  attackCount: number;
  /** The number of staff actions, by intent. */
  staffActionCounts: Oracle["staffActionCounts"];
  /** Seconds until the shop worked again, by fault. */
  recoveries: Map<string, number[]>;
}

/**
 * Starts a new shop, runs a storm on it, and checks all invariants afterwards. The seed determines the random choices
 * of faults and actions, but not how processes interleave.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const { seconds, seed, root, earlierRoot, shoppers, isCluster, report } = options;
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-storm-"));
  const provider = await Provider.start(path.join(folder, "provider"));
  const program = { root: earlierRoot ?? root, isEarlierVersion: earlierRoot !== null };
  const location = { folder: path.join(folder, "shop"), providerOrigin: provider.origin };
  const shop = await startShop({ ...location, ...program, isCluster }).catch(async (error: unknown) => {
    await provider.stop();
    throw error;
  });
  const client = new Client({ isBalanced: isCluster });
  const oracle = new Oracle();
  const recoveries = new Map<string, number[]>();
  try {
    const endsAt = performance.now() + seconds * 1_000;
    const isOver = (): boolean => performance.now() > endsAt;
    const contextOf = (n: number): StormContext => {
      const pick = createSeededRandom(seed * 1_000 + n);
      const pickOrigin = (): string => shop.origins[pick(shop.origins.length)]!;
      return {
        client,
        oracle,
        sizes: shop.sizes,
        providerOrigin: provider.origin,
        pickOrigin,
        randomBelow: pick,
        isOver,
      };
    };
    const activities = [
      ...Array.from({ length: shoppers }, (_, n) => shopUntilOver(contextOf(n))),
      workUntilOver(contextOf(shoppers), shop),
      attackUntilOver(contextOf(shoppers + 1)),
    ];
    const target = { shop, provider, nextVersionFolder: earlierRoot && root, randomBelow: createSeededRandom(seed) };
    await causeFaults(target, isOver, (name, { seconds: recoverySeconds, lastProblem }) => {
      const outcome =
        recoverySeconds === Infinity ? "not recovered" : `recovered after ${recoverySeconds.toFixed(1)} s`;
      report(`${name}: ${outcome}${lastProblem ? ` (last: ${lastProblem})` : ""}`);
      recoveries.set(name, [...(recoveries.get(name) ?? []), recoverySeconds]);
      if (recoverySeconds === Infinity)
        oracle.recordViolation(`${name}: not recovered after ${RECOVERED_WITHIN_SECONDS} s: ${lastProblem}`);
    });
    await Promise.all(activities);
    report("the storm is over, checking");
    const violations = await findViolations({ shop, provider, client, oracle });
    const paymentCount = (await provider.readPayments()).size;
    return {
      violations,
      outcomeCounts: client.outcomeCounts,
      orderCount: oracle.orders.size,
      paymentCount,
      attackCount: oracle.attackCount,
      staffActionCounts: oracle.staffActionCounts,
      recoveries,
    };
  } finally {
    await client.close();
    await shop.stop();
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Causes all possible faults in a random order, repeatedly, until the storm is over. Waits after each fault until the
 * shop has recovered, at most `RECOVERED_WITHIN_SECONDS`.
 */
async function causeFaults(
  target: FaultTarget,
  isOver: () => boolean,
  reportRecovery: (name: string, recovery: Recovery) => void,
): Promise<void> {
  let remainingNames: string[] = [];
  await sleep(1_500);
  while (!isOver()) {
    if (remainingNames.length === 0) remainingNames = listFaults(target);
    const [name] = remainingNames.splice(target.randomBelow(remainingNames.length), 1);
    await FAULTS[name!]!(target);
    reportRecovery(name!, await waitForRecovery(target.shop));
    await sleep(300 + target.randomBelow(700));
  }
}
