import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../src/server/testing/find-free-port.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const READY_WITHIN_MS = 120_000;

/** The real shop as a child process: `node src/main.ts`. */
export class ShopProcess {
  readonly port: number;
  readonly pid: number;
  /** From spawning to /readyz 200, in milliseconds. */
  readonly startMs: number;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, port: number, startMs: number) {
    this.child = child;
    this.pid = child.pid!;
    this.port = port;
    this.startMs = startMs;
  }

  static async start(environment: Record<string, string>): Promise<ShopProcess> {
    const port = await findFreePort();
    const startedAt = performance.now();
    const child = spawn(process.execPath, ["src/main.ts"], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        RATE_LIMIT_SCALE: "1000",
        // Loads send the IP address of each visitor in X-Forwarded-For (request.ts).
        TRUST_PROXY: "127.0.0.1",
        // As in deploy/: otherwise glibc keeps freed memory in many arenas.
        MALLOC_ARENA_MAX: "2",
        // As in deploy/: otherwise the young generation grows further.
        NODE_OPTIONS: "--max-semi-space-size=32",
        // As in deploy/: without the cache all modules are compiled at each start, and the type stripper stays in
        // memory.
        NODE_COMPILE_CACHE: path.join(tmpdir(), "node-compile-cache"),
        LOG_LEVEL: "error",
        ...environment,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode} before it was ready`);
      if (performance.now() - startedAt > READY_WITHIN_MS) {
        child.kill("SIGKILL");
        throw new Error("the shop did not become ready");
      }
      await sleep(10);
    }
    return new ShopProcess(child, port, performance.now() - startedAt);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await ended;
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
