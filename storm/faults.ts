import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "./provider.ts";
import type { ShopProcess } from "./processes.ts";
import type { StormShop } from "./shop.ts";

export interface Target {
  shop: StormShop;
  provider: Provider;
  pick(below: number): number;
}

/** Something breaks. Resolves when it is repaired from outside: from then on the shop has to recover by itself. */
type Fault = (target: Target) => Promise<void>;

const oneOf = <Item>(items: readonly Item[], { pick }: Target): Item => items[pick(items.length)]!;
const allProcesses = ({ shop }: Target): ShopProcess[] => [...shop.web, ...shop.workers];

function postmaster({ shop }: Target): number {
  return Number(readFileSync(path.join(shop.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

function signalBackends(pid: number, signal: string, pattern: string[] = []): void {
  try {
    execFileSync("pkill", [`-${signal}`, "-P", String(pid), ...pattern]);
  } catch {
    // No such process: nothing to signal.
  }
}

export const FAULTS: Record<string, Fault> = {
  "kill -9 of a web process": async (target) => oneOf(target.shop.web, target).signal("SIGKILL"),
  "kill -9 of the worker": async (target) => oneOf(target.shop.workers, target).signal("SIGKILL"),
  "kill -9 of all processes": async (target) => {
    for (const shop of allProcesses(target)) shop.signal("SIGKILL");
  },
  "a web process is stopped (SIGTERM)": async (target) => oneOf(target.shop.web, target).signal("SIGTERM"),
  "a process is frozen for three seconds": async (target) => {
    const frozen = oneOf(allProcesses(target), target);
    frozen.signal("SIGSTOP");
    await sleep(3_000);
    frozen.signal("SIGCONT");
  },
  "kill -9 of the database server": async (target) => {
    process.kill(postmaster(target), "SIGKILL");
  },
  "kill -9 of a database connection": async (target) => {
    signalBackends(postmaster(target), "KILL", ["-o", "-f", "postgres: postgres escaparate"]);
  },
  "the database server is frozen": async (target) => {
    const pid = postmaster(target);
    process.kill(pid, "SIGSTOP");
    signalBackends(pid, "STOP");
    await sleep(3_000 + target.pick(5_000));
    signalBackends(pid, "CONT");
    process.kill(pid, "SIGCONT");
  },
  "the network to the database drops everything": async ({ shop, pick }) => {
    shop.proxy.freeze();
    await sleep(2_000 + pick(5_000));
    shop.proxy.thaw();
  },
  "all database connections are cut": async ({ shop }) => shop.proxy.disconnect(),
  "webhooks are lost, doubled and forged": async ({ provider, pick }) => {
    await provider.setFaults({ webhook: [(["drop", "dup", "forge", "noheader"] as const)[pick(4)]!] });
    await sleep(2_500);
    await provider.setFaults({ webhook: [] });
  },
  "the provider answers 500": async ({ provider }) => failProvider(provider, "500"),
  "the provider does the work and its answer is lost": async ({ provider }) => failProvider(provider, "stallbody"),
  "the provider hangs up": async ({ provider }) => failProvider(provider, "down"),
};

async function failProvider(provider: Provider, api: "500" | "stallbody" | "down"): Promise<void> {
  await provider.setFaults({ api });
  await sleep(2_500);
  await provider.setFaults({ api: null });
}
