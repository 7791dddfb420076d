import { sql, type RawBuilder } from "kysely";
import { getCurrentTraceParent } from "../tracing/spans.ts";
import type { Queryable } from "../db/connect.ts";
import type { JobName, JobPayload, KeyedJob } from "./registry.ts";

interface UnkeyedOptions {
  /** How many times the job is tried. The default is 25. */
  maxAttempts?: number;
}

interface KeyedOptions extends UnkeyedOptions {
  /** At most one pending job has this key. A new job with the key replaces it. */
  key?: string | RawBuilder<unknown>;
  /** With a key: the new job runs at the time of the pending job that it replaces. */
  keepsRunAt?: boolean;
}

type JobOptions<Name extends JobName> = Name extends KeyedJob ? KeyedOptions : UnkeyedOptions;

/** A payload whose fields are plain values or SQL expressions of the statement. */
export type SqlPayload<Name extends JobName> = {
  [Field in keyof JobPayload<Name>]: JobPayload<Name>[Field] | RawBuilder<unknown>;
};

/** Adds a job. Inside a transaction the job exists only if the transaction commits. */
export async function enqueue<Name extends JobName>(
  db: Queryable,
  name: Name,
  payload: JobPayload<Name>,
  options: JobOptions<Name> = {} as JobOptions<Name>,
): Promise<void> {
  await sql`SELECT ${addJobSql(name, sql`${JSON.stringify({ ...payload, traceparent: getCurrentTraceParent() })}::json`, options)}`.execute(
    db,
  );
}

/**
 * The SQL call that adds a job, for a statement that adds one for each of its rows: `SELECT ${jobSql("stamp_invoice",
 * { invoiceId: sql`id` })} FROM invoices …`.
 */
export function jobSql<Name extends JobName>(
  name: Name,
  payload: SqlPayload<Name>,
  options: JobOptions<Name> = {} as JobOptions<Name>,
): RawBuilder<unknown> {
  const fields = Object.entries<unknown>({ ...payload, traceparent: getCurrentTraceParent() })
    .filter(([, value]) => value !== undefined)
    .flatMap(([field, value]) => [sql.lit(field), toSql(value)]);
  return addJobSql(name, sql`json_build_object(${sql.join(fields)})`, options);
}

function addJobSql(
  name: JobName,
  payload: RawBuilder<unknown>,
  { key, keepsRunAt = false, maxAttempts }: KeyedOptions,
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${sql.lit(name)}, ${payload}${sql.join(
    [
      ...(key === undefined ? [] : [sql`, job_key => ${toSql(key)}`]),
      ...(keepsRunAt ? [sql`, job_key_mode => 'preserve_run_at'`] : []),
      ...(maxAttempts === undefined ? [] : [sql`, max_attempts => ${sql.lit(maxAttempts)}`]),
    ],
    sql``,
  )})`;
}

function toSql(value: unknown): RawBuilder<unknown> {
  if (typeof value === "object" && value !== null && "isRawBuilder" in value) return value as RawBuilder<unknown>;
  if (typeof value === "number") return sql`${value}::bigint`;
  return typeof value === "boolean" ? sql`${value}::boolean` : sql`${value}::text`;
}
