import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { App } from "../app.ts";
import type { DatabaseConfig } from "../db/database-config.ts";
import { GENERIC_PLAN_SETTINGS, openPool } from "../db/connect.ts";
import { destroyConnection } from "../db/shop-client.ts";

export interface JobTasks {
  taskList: TaskList;
  crontab: string;
}

/** How many jobs a process runs at once. */
export const JOB_CONCURRENCY = 4;

/**
 * The runner's own connections, for notifications and scheduled jobs. Each of its
 * workers uses one more, but only while it takes or completes a job.
 */
const RUNNER_CONNECTIONS = 2;

/** After this time without activity a runner that can take another job is stalled. It polls for jobs every second. */
const STALLED_AFTER_MS = 30_000;
/** The same for adding scheduled jobs. `crontab` must have a job for every minute. */
const SCHEDULE_STALLED_AFTER_MS = 180_000;

/** How long a pool may take to close idle connections before the others are closed, too. */
const POOL_END_MS = 1_000;

/**
 * One run of graphile-worker on its own connections. After its first fatal error it does not recover: graphile-worker
 * then waits for its other jobs, and after a lost connection that wait may never end. It is stopped and replaced.
 */
export class JobRunner {
  /** The value of `locked_by` in the jobs that it runs. */
  readonly poolId: string;
  /** Resolves with the reason when the runner can no longer run jobs, also after `stop()`. */
  readonly endReason: Promise<Error>;
  private readonly runner: Runner;
  private readonly connections: Connections;
  private readonly activity: RunnerEventTracker;

  private constructor(runner: Runner, poolId: string, connections: Connections, activity: RunnerEventTracker) {
    this.runner = runner;
    this.poolId = poolId;
    this.connections = connections;
    this.activity = activity;
    this.endReason = Promise.race([
      activity.endReason,
      runner.promise.then(
        () => new Error("the job runner ended"),
        (error: Error) => error,
      ),
    ]);
  }

  /** Throws if the database cannot be reached. */
  static async start(app: App, { taskList, crontab }: JobTasks, concurrency: number): Promise<JobRunner> {
    const connections = new Connections(app.databaseConfig, concurrency + RUNNER_CONNECTIONS);
    const events: WorkerEvents = new EventEmitter();
    const activity = new RunnerEventTracker(events, concurrency);
    const poolCreated = Promise.withResolvers<string>();
    events.on("pool:create", ({ workerPool }) => poolCreated.resolve(workerPool.id));
    try {
      const runner = await run({
        pgPool: connections.pool,
        events,
        taskList,
        crontab,
        concurrency,
        // Without this the runner does not wait until a job's completion is stored: a stop would lose it, and a lost
        // connection would be an unhandled rejection.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        pollInterval: 1_000,
        noHandleSignals: true,
        logger: new Logger(() => (level, message) => {
          if (level === "error" || level === "warning") app.log.warn({ message }, "job runner");
        }),
      });
      return new JobRunner(runner, await poolCreated.promise, connections, activity);
    } catch (error) {
      await connections.close();
      throw error;
    }
  }

  /** Whether it takes no jobs although it could, or no longer adds scheduled jobs. */
  isStalled(): boolean {
    return this.activity.isStalled();
  }

  /**
   * Waits for running jobs at most this long, then closes its connections. Returns whether all jobs ended and were
   * released.
   */
  async stop(timeoutMs: number): Promise<boolean> {
    // If graphile-worker's shutdown fails, its promise may resolve all the same. `mayHaveLockedJobs` is then true.
    const gracefulStop = this.runner.stop().then(
      () => !this.activity.mayHaveLockedJobs,
      () => false,
    );
    const timer = new AbortController();
    const areJobsReleased = await Promise.race([
      gracefulStop,
      sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false),
    ]);
    timer.abort();
    await this.connections.close();
    return areJobsReleased;
  }
}

/** The pool of one runner, which can be closed while its connections are in use. */
class Connections {
  readonly pool: pg.Pool;
  private readonly clients = new Set<pg.Client>();

  constructor(databaseConfig: DatabaseConfig, size: number) {
    // graphile-worker names its statements, and planning the one that locks jobs costs more than running it.
    this.pool = openPool(databaseConfig, size, GENERIC_PLAN_SETTINGS);
    this.pool.on("connect", (client) => this.clients.add(client as unknown as pg.Client));
    this.pool.on("remove", (client) => this.clients.delete(client as unknown as pg.Client));
  }

  async close(): Promise<void> {
    const poolEnd = this.pool.end().catch(() => {});
    await Promise.race([poolEnd, sleep(POOL_END_MS, undefined, { ref: false })]);
    for (const client of this.clients) destroyConnection(client);
  }
}

/** Follows a runner's events: whether it still takes jobs, and whether it ended or had an error. */
class RunnerEventTracker {
  /**
   * Resolves with a worker's fatal error, or when the workers are shut down by graphile-worker itself or by `stop()`.
   */
  readonly endReason: Promise<Error>;
  /** Whether jobs may still be locked by this runner in the database, which is so after an error. */
  mayHaveLockedJobs = false;
  private runningJobCount = 0;
  private lastActiveAt = performance.now();
  private lastScheduledAt = performance.now();
  private readonly concurrency: number;

  constructor(events: WorkerEvents, concurrency: number) {
    this.concurrency = concurrency;
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.endReason = promise;
    const fail = ({ error }: { error: unknown }): void => {
      this.mayHaveLockedJobs = true;
      resolve(toError(error));
    };
    // Jobs may be locked in the database although the runner did not receive them.
    events.on("worker:getJob:error", fail);
    events.on("worker:fatalError", fail);
    events.on("pool:fatalError", fail);
    events.on("pool:gracefulShutdown:error", fail);
    events.on("pool:gracefulShutdown", ({ message }) => resolve(new Error(message)));
    events.on("worker:getJob:empty", () => this.recordActivity());
    events.on("job:start", () => this.recordActivity(1));
    events.on("job:complete", () => this.recordActivity(-1));
    events.on("cron:schedule", () => (this.lastScheduledAt = performance.now()));
  }

  isStalled(): boolean {
    const now = performance.now();
    const hasStoppedPolling = this.runningJobCount < this.concurrency && now - this.lastActiveAt > STALLED_AFTER_MS;
    return hasStoppedPolling || now - this.lastScheduledAt > SCHEDULE_STALLED_AFTER_MS;
  }

  private recordActivity(countChange = 0): void {
    this.runningJobCount += countChange;
    this.lastActiveAt = performance.now();
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
