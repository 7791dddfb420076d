import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { openLog } from "../log.ts";
import { readConfig } from "../config.ts";
import { openDb, openPool, type Db } from "../db/connect.ts";
import { findRunningCluster } from "../db/embedded-postgres.ts";
import { ensureDatabase, openDatabase } from "../start-app.ts";
import { copyDataDir } from "../testing/vitest-global-setup.ts";
import { findFreePort } from "../testing/find-free-port.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** The whole demo shop as `npm start` runs it, with its own process and data folder, so that a test can kill it. */
export class ShopProcess {
  readonly dataDir = copyDataDir(inject("demoDataDir"), "escaparate-faults-");
  output = "";
  private child: ChildProcess | undefined;
  private port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    // A restart keeps the port: senders of webhooks deliver to the same URL.
    this.port ||= await findFreePort();
    this.child = spawn(process.execPath, ["src/main.ts"], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: "production",
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        RATE_LIMIT_SCALE: "1000",
        LOG_LEVEL: "info",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    for (let attempt = 0; attempt < 600; attempt++) {
      const isReady = await fetch(`${this.origin}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) return;
      if (this.child.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`the shop did not start:\n${this.output}`);
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child?.exitCode ?? null);
    const exitCode = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    child.kill(signal);
    return exitCode;
  }

  /** Opens the shop's database while `work` runs. */
  async withDatabase<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
    const cluster = await findRunningCluster(this.dataDir);
    if (!cluster) throw new Error("the shop's database does not run");
    const db = openDb(openPool(await ensureDatabase(cluster), 1));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** Stops the process and the database server that a killed process left running, and removes the folder. */
  async remove(): Promise<void> {
    await this.kill("SIGKILL");
    const database = await openDatabase(readConfig({ DATA_DIR: this.dataDir }), openLog("silent"));
    await database.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
