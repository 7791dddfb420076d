import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** A job as staff see it. What it was told stays inside: it may hold keys. */
export interface JobRow {
  id: number;
  task: string;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  runAt: Date;
  isRunning: boolean;
  /** Nobody tries it again by itself. */
  isGivenUp: boolean;
}

export type JobFilter = "failing" | "waiting";

const JOB = sql<JobRow>`
  id, task_identifier AS task, attempts, max_attempts AS "maxAttempts", left(last_error, 500) AS "lastError",
  run_at AS "runAt", locked_at IS NOT NULL AS "isRunning", attempts >= max_attempts AS "isGivenUp"`;

/** Jobs that failed at least once, or all that are due or will be; by their number. `after` is the last row's. */
export async function listJobs(app: App, filter: JobFilter, { after = 0, limit = 50 } = {}): Promise<JobRow[]> {
  const failing = sql`last_error IS NOT NULL`;
  const { rows } = await sql<JobRow>`
    SELECT ${JOB} FROM graphile_worker.jobs
    WHERE ${filter === "failing" ? failing : sql`last_error IS NULL`} AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(app.db);
  return rows;
}

export interface JobCounts {
  failing: number;
  givenUp: number;
  failingMails: number;
  due: number;
  later: number;
  /** How long the oldest job that is due waits, in seconds; null where none does. */
  oldestDueSeconds: number | null;
}

export async function countJobs(app: App): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    SELECT count(*) FILTER (WHERE last_error IS NOT NULL) AS failing,
      count(*) FILTER (WHERE attempts >= max_attempts) AS "givenUp",
      count(*) FILTER (WHERE last_error IS NOT NULL AND task_identifier LIKE 'mail_%') AS "failingMails",
      count(*) FILTER (WHERE last_error IS NULL AND run_at <= now()) AS due,
      count(*) FILTER (WHERE last_error IS NULL AND run_at > now()) AS later,
      extract(epoch FROM now() - min(run_at) FILTER (WHERE last_error IS NULL AND run_at <= now()))::int
        AS "oldestDueSeconds"
    FROM graphile_worker.jobs`.execute(app.db);
  return rows[0]!;
}

/** Has a job tried again now, as if it had never failed. One that is being done is left alone. */
export function retryJob(app: App, id: number, by: Actor): Promise<"asked" | Refusal<"job_gone">> {
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ task_identifier: string }>`
      SELECT j.task_identifier FROM graphile_worker.reschedule_jobs(ARRAY[${id}::bigint], run_at := now(), attempts := 0) r
      JOIN graphile_worker.jobs j ON j.id = r.id`.execute(tx);
    const [job] = rows;
    if (!job) return refuse("job_gone");
    const object = { kind: "job", id: String(id) };
    await logChange(tx, by, { act: "job-retry", object, after: { task: job.task_identifier } });
    return "asked" as const;
  });
}

/** The same with every job that fails; answers how many. */
export function retryAllJobs(app: App, by: Actor): Promise<number> {
  return transact(app.db, async (tx) => {
    const { rows } = await sql`
      SELECT FROM graphile_worker.reschedule_jobs(
        ARRAY(SELECT id FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND locked_at IS NULL ORDER BY id LIMIT 5000),
        run_at := now(), attempts := 0)`.execute(tx);
    const jobs = rows.length;
    if (jobs > 0) await logChange(tx, by, { act: "jobs-retry", object: { kind: "job", id: "all" }, after: { jobs } });
    return jobs;
  });
}

/** Has a job tried no more; it stays in the list. One that is being done is left alone. */
export function giveUpJob(app: App, id: number, by: Actor): Promise<"given_up" | Refusal<"job_gone">> {
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ task_identifier: string }>`
      SELECT j.task_identifier FROM graphile_worker.permanently_fail_jobs(
        ARRAY[${id}::bigint], ${`${by.name}: ya no se intenta`}) r
      JOIN graphile_worker.jobs j ON j.id = r.id`.execute(tx);
    const [job] = rows;
    if (!job) return refuse("job_gone");
    const object = { kind: "job", id: String(id) };
    await logChange(tx, by, { act: "job-give-up", object, after: { task: job.task_identifier } });
    return "given_up" as const;
  });
}
