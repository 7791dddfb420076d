import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import type { Db } from "../db/connect.ts";
import { enqueue } from "./enqueue.ts";
import { endLease, releaseAbandonedJobs, renewLease } from "./leases.ts";
import { JOB_CONCURRENCY, JobRunner, type JobTasks } from "./runner.ts";

export interface Timing {
  /** How often a lease is renewed. */
  heartbeatMs: number;
  /** How long a lease is valid. A runner that has not renewed its lease for this long counts as ended. */
  leaseMs: number;
  /**
   * A runner releases the jobs of others only after it has renewed its own lease for this long without a failure. After
   * an outage of the database all leases have expired, and the other runners need a moment to renew theirs.
   */
  releaseOthersAfterMs: number;
  /** How long running jobs may take to end when their runner has failed. */
  replaceTimeoutMs: number;
  /** How long running jobs may take to end when the process stops. */
  stopTimeoutMs: number;
}

export interface WorkerOptions {
  timing?: Timing;
  concurrency?: number;
}

const DEFAULT_TIMING: Timing = {
  heartbeatMs: 4_000,
  leaseMs: 15_000,
  releaseOthersAfterMs: 10_000,
  replaceTimeoutMs: 5_000,
  stopTimeoutMs: 20_000,
};

const RESTART_AFTER_MS = 1_000;

/**
 * Runs jobs until it is stopped. `getTasks` returns the handlers and the schedule. When it returns another object than
 * before, the runner is replaced. A runner that failed or stalled is replaced even if its own shutdown does not end.
 * Jobs that do not end in time stay locked until the runner's lease expires, then another runner runs them again.
 */
export function superviseJobs(
  app: App,
  getTasks: () => Promise<JobTasks>,
  { timing = DEFAULT_TIMING, concurrency = JOB_CONCURRENCY }: WorkerOptions = {},
): { stop(): Promise<void> } {
  const stopController = new AbortController();
  const { signal } = stopController;
  const heartbeat = new Heartbeat(app.db, timing);
  const supervision = (async () => {
    while (!signal.aborted) {
      try {
        const tasks = await getTasks();
        const hasCurrentTasks = async () => (await getTasks()) === tasks;
        const runner = await JobRunner.start(app, tasks, concurrency);
        await watchUntilEnd(app, runner, { heartbeat, timing, signal, hasCurrentTasks });
      } catch (error) {
        app.log.warn({ err: error }, "job runner stopped");
      }
      await pause(RESTART_AFTER_MS, signal);
    }
  })();
  return {
    stop: async () => {
      stopController.abort();
      await supervision;
    },
  };
}

interface WatchOptions {
  heartbeat: Heartbeat;
  timing: Timing;
  signal: AbortSignal;
  /** Whether the runner still has the current tasks. */
  hasCurrentTasks: () => Promise<boolean>;
}

/**
 * Watches the runner until it fails, its tasks change or the process stops, and stops it. Throws the error with which
 * it failed.
 */
async function watchUntilEnd(
  app: App,
  runner: JobRunner,
  { heartbeat, timing, signal, hasCurrentTasks }: WatchOptions,
): Promise<void> {
  const endController = new AbortController();
  const endSignal = AbortSignal.any([signal, endController.signal]);
  let failure: Error | undefined;
  void runner.endReason.then((error) => {
    failure ??= error;
    endController.abort();
  });
  await heartbeat.beat(runner.poolId);
  // Continues the imports that a previous process has not finished.
  await enqueue(app.db, "schedule_imports", { isFresh: true }).catch(() => {});
  while (!endSignal.aborted && !failure) {
    await pause(timing.heartbeatMs, endSignal);
    await heartbeat.beat(runner.poolId);
    if (runner.isStalled()) failure ??= new Error("the job runner takes no jobs");
    if (!(await hasCurrentTasks().catch(() => true))) break;
  }
  // The stop below ends the runner, which is not a failure.
  const failureBeforeStop = failure;
  // When the process stops or the tasks changed, running jobs get more time to end than after a failure.
  const isPlannedStop = signal.aborted || !failure;
  const areJobsReleased = await runner.stop(isPlannedStop ? timing.stopTimeoutMs : timing.replaceTimeoutMs);
  if (areJobsReleased && isPlannedStop) await endLease(app.db, runner.poolId).catch(() => {});
  else heartbeat.letExpire(runner.poolId);
  if (!signal.aborted && failureBeforeStop) throw failureBeforeStop;
}

/** Renews the lease of the runner, and releases the jobs of ended runners. Failures are retried at the next beat. */
class Heartbeat {
  private renewedSince = Infinity;
  /**
   * Runners of this process that ended, and whose jobs may still be locked. Each lease is renewed once more, then
   * expires.
   */
  private readonly endedPoolIds = new Set<string>();
  private readonly db: Db;
  private readonly timing: Timing;

  constructor(db: Db, timing: Timing) {
    this.db = db;
    this.timing = timing;
  }

  async beat(poolId: string): Promise<void> {
    try {
      await renewLease(this.db, poolId, this.timing.leaseMs);
      for (const endedPoolId of this.endedPoolIds) {
        await renewLease(this.db, endedPoolId, this.timing.leaseMs);
        this.endedPoolIds.delete(endedPoolId);
      }
      this.renewedSince = Math.min(this.renewedSince, performance.now());
      if (performance.now() - this.renewedSince >= this.timing.releaseOthersAfterMs)
        await releaseAbandonedJobs(this.db);
    } catch {
      this.renewedSince = Infinity;
    }
  }

  letExpire(poolId: string): void {
    this.endedPoolIds.add(poolId);
  }
}

/** Waits this long, or until the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
