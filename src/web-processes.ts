import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConfig } from "./server/db/database-config.ts";
import type { Log } from "./server/log.ts";

/** The argument of `main.ts` for a process that serves the port of the process that started it. */
const SHARE_PORT_ARGUMENT = "--shares-port";

/** Whether another process started this one to share its port. */
export function isStartedToSharePort(): boolean {
  return process.argv.includes(SHARE_PORT_ARGUMENT);
}

const STOP_MESSAGE = "stop";

/** Stops this process when its parent sends the stop message, and exits when the parent has ended. */
export function stopWithParent(stop: () => void): void {
  process.on("message", (message) => {
    if (message === STOP_MESSAGE) stop();
  });
  process.on("disconnect", () => process.exit(1));
}

/** How long to wait before an ended process is started again. */
const RESTART_DELAY_MS = 1_000;

interface WebProcessesOptions {
  /** The number of further processes. */
  furtherProcessCount: number;
  port: number;
  /** The database that all processes share. */
  databaseConfig: DatabaseConfig;
  log: Log;
}

/**
 * Starts further processes that serve the shop on the port of this one (WEB_PROCESSES). The system gives each new
 * connection to this process or to one of the further ones. A further process that ends is started again. If this
 * process is killed, the further ones exit immediately, because the process that replaces this one may give their
 * unfinished work to others.
 */
export function startWebProcesses({ furtherProcessCount, port, databaseConfig, log }: WebProcessesOptions): {
  stop(): Promise<void>;
} {
  const children = new Set<ChildProcess>();
  let isStopping = false;
  const start = (): void => {
    const child = fork(path.join(import.meta.dirname, "main.ts"), [SHARE_PORT_ARGUMENT], {
      env: {
        ...process.env,
        ROLE: "web",
        PORT: String(port),
        DATABASE_URL: process.env.DATABASE_URL || toDatabaseUrl(databaseConfig),
      },
    });
    children.add(child);
    const restart = (): void => {
      if (children.delete(child) && !isStopping) void sleep(RESTART_DELAY_MS).then(() => !isStopping && start());
    };
    child.once("error", (error) => {
      log.error({ err: error }, "a web process failed");
      // A process that could not be started has no exit.
      if (child.pid === undefined) restart();
    });
    child.once("exit", (code, signal) => {
      if (!isStopping) log.warn({ code, signal }, "a web process ended and is started again");
      restart();
    });
  };
  for (let n = 0; n < furtherProcessCount; n++) start();
  return {
    stop: async () => {
      isStopping = true;
      const runningChildren = [...children].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      await Promise.all(
        runningChildren.map(async (child) => {
          const ended = once(child, "exit");
          if (child.connected) child.send(STOP_MESSAGE);
          await ended;
        }),
      );
    },
  };
}

/** The URL of the embedded PostgreSQL server, whose host is the folder of its socket. */
function toDatabaseUrl({ host, port, user, database }: DatabaseConfig): string {
  return `postgres://${user}@/${database}?${new URLSearchParams({ host: host!, port: String(port) })}`;
}
