import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "./server/db/address.ts";
import type { Log } from "./server/log.ts";

/** An argument of `main.ts`: this process serves the port of the process that started it. */
const JOINS = "--joins-port";

/** Whether another process started this one, to share its port. */
export function joinsPort(): boolean {
  return process.argv.includes(JOINS);
}

const STOP = "stop";

/** Stops this process when the one that started it says so, and ends it when that one has ended. */
export function followParent(stop: () => void): void {
  process.on("message", (message) => {
    if (message === STOP) stop();
  });
  process.on("disconnect", () => process.exit(1));
}

/** How long after its end a process is started again. */
const RESTART_AFTER_MS = 1_000;

interface Options {
  /** How many, beside this process. */
  count: number;
  port: number;
  /** The database that all processes share. */
  address: DatabaseAddress;
  log: Log;
}

/**
 * Starts further processes that serve the shop on the port of this one (WEB_PROCESSES): the system gives each new
 * connection to one of them. One that ends is started again. If this process is killed, they end at once: the process that
 * takes its place may release what they had begun.
 */
export function startWebProcesses({ count, port, address, log }: Options): { stop(): Promise<void> } {
  const children = new Set<ChildProcess>();
  let isStopping = false;
  const start = (): void => {
    const child = fork(path.join(import.meta.dirname, "main.ts"), [JOINS], {
      env: {
        ...process.env,
        ROLE: "web",
        PORT: String(port),
        DATABASE_URL: process.env.DATABASE_URL || toUrl(address),
      },
    });
    children.add(child);
    child.once("error", (error) => log.error({ err: error }, "a web process failed"));
    child.once("exit", (code, signal) => {
      children.delete(child);
      if (isStopping) return;
      log.warn({ code, signal }, "a web process ended and is started again");
      void sleep(RESTART_AFTER_MS).then(() => !isStopping && start());
    });
  };
  for (let n = 0; n < count; n++) start();
  return {
    stop: async () => {
      isStopping = true;
      const running = [...children].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      await Promise.all(
        running.map(async (child) => {
          const ended = once(child, "exit");
          if (child.connected) child.send(STOP);
          await ended;
        }),
      );
    },
  };
}

/** The embedded server's address: a folder with its socket. */
function toUrl({ host, port, user, database }: DatabaseAddress): string {
  return `postgres://${user}@/${database}?${new URLSearchParams({ host: host!, port: String(port) })}`;
}
