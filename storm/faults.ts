import { setTimeout as sleep } from "node:timers/promises";
import { getPostmasterPid, freezeServer, signalChildProcesses, thawServer } from "./database.ts";
import { migrateAll } from "../src/server/start-app.ts";
import type { Provider } from "./provider.ts";
import type { ShopProcess } from "./processes.ts";
import type { StormShop } from "./shop.ts";

export interface FaultTarget {
  shop: StormShop;
  provider: Provider;
  /** The folder of the version to deploy. Null if there is none, or it was deployed. */
  nextVersionFolder: string | null;
  randomBelow(below: number): number;
}

/** Causes a failure. Resolves once the cause is removed: from then on the shop must recover by itself. */
type Fault = (target: FaultTarget) => Promise<void>;

const pickOne = <Item>(items: readonly Item[], { randomBelow }: FaultTarget): Item => items[randomBelow(items.length)]!;
const listProcesses = ({ shop }: FaultTarget): ShopProcess[] => [...shop.webProcesses, ...shop.workers];

const FULL_DISK = "the disk of the database is full";
const DEPLOYMENT = "the database is migrated, then each process is replaced by the new version";
const DEPLOYMENT_MS = 15_000;
const FAILOVER = "the primary is frozen, its standby takes over";

export const FAULTS: Record<string, Fault> = {
  "kill -9 of a web process": async (target) => pickOne(target.shop.webProcesses, target).signal("SIGKILL"),
  "kill -9 of the worker": async (target) => pickOne(target.shop.workers, target).signal("SIGKILL"),
  "kill -9 of all processes": async (target) => {
    for (const shopProcess of listProcesses(target)) shopProcess.signal("SIGKILL");
  },
  "a web process is stopped (SIGTERM)": async (target) => pickOne(target.shop.webProcesses, target).signal("SIGTERM"),
  "a process is frozen for three seconds": async (target) => {
    const frozenProcess = pickOne(listProcesses(target), target);
    frozenProcess.signal("SIGSTOP");
    await sleep(3_000);
    frozenProcess.signal("SIGCONT");
  },
  "kill -9 of the database server": async ({ shop: { database } }) => {
    process.kill(getPostmasterPid(database.dataDir), "SIGKILL");
  },
  "kill -9 of a database connection": async ({ shop: { database } }) => {
    signalChildProcesses(getPostmasterPid(database.dataDir), "KILL", ["-o", "-f", "postgres: postgres escaparate"]);
  },
  "the database server is frozen": async ({ shop: { database }, randomBelow }) => {
    freezeServer(database.dataDir);
    await sleep(3_000 + randomBelow(5_000));
    thawServer(database.dataDir);
  },
  "the network to the database drops everything": async ({ shop: { database }, randomBelow }) => {
    database.proxy.freeze();
    await sleep(2_000 + randomBelow(5_000));
    database.proxy.thaw();
  },
  "all database connections are cut": async ({ shop }) => shop.database.proxy.disconnect(),
  [FULL_DISK]: async ({ shop: { database } }) => {
    database.disk?.fill();
    await sleep(3_000);
    database.disk?.free();
  },
  [DEPLOYMENT]: async (target) => {
    const nextRoot = target.nextVersionFolder!;
    target.nextVersionFolder = null;
    await migrateAll(target.shop.database.databaseConfig);
    // The earlier version runs on the new schema for as long as a deployment takes.
    await sleep(DEPLOYMENT_MS);
    for (const shopProcess of listProcesses(target)) await shopProcess.deploy(nextRoot);
  },
  [FAILOVER]: async ({ shop: { database } }) => database.failOver?.(),
  "webhooks are lost, doubled, forged or unsigned": async ({ provider, randomBelow }) => {
    await provider.setFaults({ webhook: [(["drop", "dup", "forge", "noheader"] as const)[randomBelow(4)]!] });
    await sleep(2_500);
    await provider.setFaults({ webhook: [] });
  },
  "the provider answers 500": async ({ provider }) => failProvider(provider, "500"),
  "the provider does the work and its answer is lost": async ({ provider }) => failProvider(provider, "stallbody"),
  "the provider closes the connection without an answer": async ({ provider }) => failProvider(provider, "down"),
};

/** The faults that can happen to this shop now. */
export function listFaults({ shop: { database }, nextVersionFolder }: FaultTarget): string[] {
  const isPossible: Record<string, boolean> = {
    [FAILOVER]: database.failOver !== null,
    [FULL_DISK]: database.disk !== null,
    [DEPLOYMENT]: nextVersionFolder !== null,
  };
  return Object.keys(FAULTS).filter((name) => isPossible[name] ?? true);
}

async function failProvider(provider: Provider, fault: "500" | "stallbody" | "down"): Promise<void> {
  await provider.setFaults({ api: fault });
  await sleep(2_500);
  await provider.setFaults({ api: null });
}
