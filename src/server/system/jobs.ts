import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** A job as staff see it. Its payload is not shown: it may contain keys. */
export interface JobRow {
  id: number;
  task: string;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  runAt: Date;
  isRunning: boolean;
  /** Whether it has no attempts left. Only staff can retry it. */
  isGivenUp: boolean;
}

export type JobFilter = "failing" | "waiting";

const JOB_COLUMNS = sql<JobRow>`
  id, task_identifier AS task, attempts, max_attempts AS "maxAttempts", left(last_error, 500) AS "lastError",
  run_at AS "runAt", locked_at IS NOT NULL AS "isRunning", attempts >= max_attempts AND locked_at IS NULL AS "isGivenUp"`;

/**
 * Jobs ordered by id: "failing" ones have failed at least once, "waiting" ones have not. Both include running jobs.
 * `after` is the id of the previous page's last row.
 */
export async function listJobs(app: App, filter: JobFilter, { after = 0, limit = 50 } = {}): Promise<JobRow[]> {
  const hasFailed = sql`last_error IS NOT NULL`;
  const { rows } = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM graphile_worker.jobs
    WHERE ${filter === "failing" ? hasFailed : sql`last_error IS NULL`} AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(app.db);
  return rows;
}

export interface JobCounts {
  /** Jobs that have failed at least once, including those that were given up. */
  failing: number;
  givenUp: number;
  failingMails: number;
  /** Jobs that have not failed and may run now or are running. */
  due: number;
  /** Jobs that have not failed and may run only later. */
  later: number;
  /** Seconds since the time at which the oldest `due` job could run. Null if none is due. */
  oldestDueSeconds: number | null;
}

export async function countJobs(app: App): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    SELECT count(*) FILTER (WHERE last_error IS NOT NULL) AS failing,
      count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL) AS "givenUp",
      count(*) FILTER (WHERE last_error IS NOT NULL AND task_identifier LIKE 'mail_%') AS "failingMails",
      count(*) FILTER (WHERE last_error IS NULL AND run_at <= now()) AS due,
      count(*) FILTER (WHERE last_error IS NULL AND run_at > now()) AS later,
      extract(epoch FROM now() - min(run_at) FILTER (WHERE last_error IS NULL AND run_at <= now()))::int
        AS "oldestDueSeconds"
    FROM graphile_worker.jobs`.execute(app.db);
  return rows[0]!;
}

/** Resets the attempts of a job and has it run now. A running job is refused. */
export function retryJob(app: App, id: number, by: Actor): Promise<"requested" | Refusal<"job_not_found">> {
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ task_identifier: string }>`
      SELECT j.task_identifier FROM graphile_worker.reschedule_jobs(ARRAY[${id}::bigint], run_at := now(), attempts := 0) r
      JOIN graphile_worker.jobs j ON j.id = r.id`.execute(tx);
    const [job] = rows;
    if (!job) return refuse("job_not_found");
    const object = { kind: "job", id: String(id) };
    await logChange(tx, by, { action: "job-retry", object, after: { task: job.task_identifier } });
    return "requested" as const;
  });
}

/** Retries the failed jobs that are not running, at most 5,000. Returns their number. */
export function retryFailedJobs(app: App, by: Actor): Promise<number> {
  return transact(app.db, async (tx) => {
    const { rows } = await sql`
      SELECT FROM graphile_worker.reschedule_jobs(
        ARRAY(SELECT id FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND locked_at IS NULL ORDER BY id LIMIT 5000),
        run_at := now(), attempts := 0)`.execute(tx);
    const jobs = rows.length;
    if (jobs > 0)
      await logChange(tx, by, { action: "jobs-retry", object: { kind: "job", id: "all" }, after: { jobs } });
    return jobs;
  });
}

/** Gives a job up, so that it is not retried. It stays in the list. A running job is refused. */
export function giveUpJob(app: App, id: number, by: Actor): Promise<"given_up" | Refusal<"job_not_found">> {
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ task_identifier: string }>`
      SELECT j.task_identifier FROM graphile_worker.permanently_fail_jobs(
        ARRAY[${id}::bigint], ${`${by.name}: ya no se intenta`}) r
      JOIN graphile_worker.jobs j ON j.id = r.id`.execute(tx);
    const [job] = rows;
    if (!job) return refuse("job_not_found");
    const object = { kind: "job", id: String(id) };
    await logChange(tx, by, { action: "job-give-up", object, after: { task: job.task_identifier } });
    return "given_up" as const;
  });
}
