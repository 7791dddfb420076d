import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../src/server/testing/find-free-port.ts";

/** How long the simulated service manager waits before it restarts a process that ended. */
const RESTART_AFTER_MS = 300;
const READY_WITHIN_MS = 60_000;

/** A process of the shop. Whenever it ends, it is started again, as systemd and Kubernetes do it. */
export class ShopProcess {
  readonly name: string;
  /** Empty until the process is started. */
  origin = "";
  readonly isWorker: boolean;
  private root: string;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;
  private isStopping = false;
  private errorOutput = "";

  /** `root` is the folder of the shop's program. */
  constructor(name: string, root: string, env: Record<string, string>) {
    this.name = name;
    this.root = root;
    this.isWorker = env.ROLE === "worker";
    this.env = { ...env };
  }

  /** Resolves when the process is ready. */
  async start(): Promise<void> {
    const port = await findFreePort();
    this.origin = `http://127.0.0.1:${port}`;
    this.env[this.isWorker ? "HEALTH_PORT" : "PORT"] = String(port);
    this.spawnChild();
    await this.waitUntilReady(READY_WITHIN_MS);
  }

  /** Replaces the running program with the one in another folder. Resolves when the new one is ready. */
  async deploy(root: string): Promise<void> {
    const { child } = this;
    this.root = root;
    const exitEvent = child && once(child, "exit");
    child?.kill("SIGTERM");
    await exitEvent;
    await this.waitUntilReady(READY_WITHIN_MS);
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  }

  private async waitUntilReady(withinMs: number): Promise<void> {
    const startedAt = performance.now();
    while (!(await this.isReady())) {
      if (performance.now() - startedAt > withinMs) throw new Error(`${this.name} is not ready:\n${this.errorOutput}`);
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exitEvent = once(child, "exit");
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
    await exitEvent;
    clearTimeout(timer);
  }

  private spawnChild(): void {
    this.child = spawn(process.execPath, ["src/main.ts"], {
      cwd: this.root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", LOG_LEVEL: "error", ...this.env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.child.stderr?.on(
      "data",
      (chunk: Buffer) => (this.errorOutput = (this.errorOutput + chunk.toString()).slice(-4_000)),
    );
    this.child.once("exit", () => {
      if (!this.isStopping) setTimeout(() => this.isStopping || this.spawnChild(), RESTART_AFTER_MS);
    });
  }
}
