import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import type { Db } from "../db/connect.ts";
import { enqueue } from "./enqueue.ts";
import { endLease, releaseJobsOfDeadRunners, renewLease } from "./leases.ts";
import { CONCURRENCY, JobRunner, type JobTasks } from "./runner.ts";

/** All in milliseconds. */
export interface Timing {
  /** How often a lease is renewed. */
  heartbeat: number;
  /** A runner that has not renewed its lease for this long is dead. */
  lease: number;
  /**
   * A runner releases the jobs of others only after it has renewed its own lease for this long without a failure. When
   * the database was unavailable all leases have expired, and the other runners need a moment to renew theirs.
   */
  trusted: number;
  /** How long running jobs may take when their runner has failed, and when the process stops. */
  replace: number;
  stop: number;
}

export interface WorkerOptions {
  timing?: Timing;
  concurrency?: number;
}

const TIMING: Timing = { heartbeat: 4_000, lease: 15_000, trusted: 10_000, replace: 5_000, stop: 20_000 };

const RESTART_AFTER_MS = 1_000;

/**
 * Runs jobs until stopped. `tasksNow` says which: while its answer is another one than before, the runner is replaced. A
 * runner that failed or stalled is replaced, whatever its own shutdown does. Jobs that it
 * does not end in time stay locked until its lease expires, then another runner runs them again.
 */
export function superviseJobs(
  app: App,
  tasksNow: () => Promise<JobTasks>,
  { timing = TIMING, concurrency = CONCURRENCY }: WorkerOptions = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const heartbeat = new Heartbeat(app.db, timing);
  const running = (async () => {
    while (!signal.aborted) {
      try {
        const tasks = await tasksNow();
        const isCurrent = async () => (await tasksNow()) === tasks;
        const runner = await JobRunner.start(app, tasks, concurrency);
        await runUntilFailed(app, runner, { heartbeat, timing, signal, isCurrent });
      } catch (error) {
        app.log.warn({ err: error }, "job runner stopped");
      }
      await pause(RESTART_AFTER_MS, signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

interface Watched {
  heartbeat: Heartbeat;
  timing: Timing;
  signal: AbortSignal;
  /** Whether these are still the jobs to run. */
  isCurrent: () => Promise<boolean>;
}

/** Watches the runner until it fails or the process stops, and stops it. Throws why it failed. */
async function runUntilFailed(
  app: App,
  runner: JobRunner,
  { heartbeat, timing, signal, isCurrent }: Watched,
): Promise<void> {
  const ended = new AbortController();
  const watch = AbortSignal.any([signal, ended.signal]);
  let failure: Error | undefined;
  void runner.failed.then((error) => {
    failure ??= error;
    ended.abort();
  });
  await heartbeat.beat(runner.poolId);
  // For imports of the previous process.
  await enqueue(app.db, "schedule_imports", { isFresh: true }).catch(() => {});
  while (!watch.aborted && !failure) {
    await pause(timing.heartbeat, watch);
    await heartbeat.beat(runner.poolId);
    if (runner.isStalled()) failure ??= new Error("the job runner takes no jobs");
    if (!(await isCurrent().catch(() => true))) break;
  }
  // Jobs in progress end first when the process stops, and when the set of jobs changed.
  const isOrderly = signal.aborted || !failure;
  const isClean = await runner.stop(isOrderly ? timing.stop : timing.replace);
  if (isClean && isOrderly) await endLease(app.db, runner.poolId).catch(() => {});
  else heartbeat.expire(runner.poolId);
  if (!signal.aborted && failure) throw failure;
}

/** Renews the lease of the runner, and releases the jobs of dead ones. Failures are retried at the next beat. */
class Heartbeat {
  private renewedSince = Infinity;
  /** Runners of this process that ended and may have left locked jobs. Their leases start to expire once more. */
  private readonly ended = new Set<string>();
  private readonly db: Db;
  private readonly timing: Timing;

  constructor(db: Db, timing: Timing) {
    this.db = db;
    this.timing = timing;
  }

  async beat(poolId: string): Promise<void> {
    try {
      await renewLease(this.db, poolId, this.timing.lease);
      for (const ended of this.ended) {
        await renewLease(this.db, ended, this.timing.lease);
        this.ended.delete(ended);
      }
      this.renewedSince = Math.min(this.renewedSince, performance.now());
      if (performance.now() - this.renewedSince >= this.timing.trusted) await releaseJobsOfDeadRunners(this.db);
    } catch {
      this.renewedSince = Infinity;
    }
  }

  expire(poolId: string): void {
    this.ended.add(poolId);
  }
}

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
