import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../db/batcher.ts";

/** Whoever began this long ago and did not finish is dead: the call may be done again, in seconds. */
const ABANDONED_AFTER_S = 15;

/** A call as the table knows it: nothing in it tells the key, the request or the answer to who has not the key. */
export interface HashedCall {
  scope: string;
  keyHash: Buffer;
  requestHash: Buffer;
}

/** Our own attempt at a call. */
export interface Attempt {
  call: HashedCall;
  /** When it began, as the row says it: it may have been given up for dead and taken over meanwhile. */
  startedAt: string;
}

interface Finished extends Attempt {
  status: number;
  body: Buffer;
}

/**
 * The table of calls that may be repeated (rule API-2). Each call writes its row twice and waits for the disk
 * both times: all who begin or finish at a moment do so in one statement.
 */
export class IdempotencyStore {
  private readonly db: Db;
  private readonly beginners: Batcher<HashedCall, string | undefined>;
  private readonly finishers: Batcher<Finished, void>;

  constructor(db: Db) {
    this.db = db;
    this.beginners = new Batcher((calls: readonly HashedCall[]) => beginAll(db, calls), {
      sameAs: nameOf,
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
    });
    this.finishers = new Batcher((attempts) => finishAll(db, attempts), { sameAs: ({ call }) => nameOf(call) });
  }

  /** Undefined where another one holds the key. */
  async begin(call: HashedCall): Promise<Attempt | undefined> {
    const startedAt = await this.beginners.ask(call);
    return startedAt === undefined ? undefined : { call, startedAt };
  }

  async find({ scope, keyHash }: HashedCall) {
    return this.db
      .selectFrom("idempotency_keys")
      .select(["request_hash", "status", "body"])
      .where("scope", "=", scope)
      .where("key_hash", "=", keyHash)
      .executeTakeFirst();
  }

  finish(attempt: Attempt, status: number, body: Buffer): Promise<void> {
    return this.finishers.ask({ ...attempt, status, body });
  }

  async forget({ call: { scope, keyHash }, startedAt }: Attempt): Promise<void> {
    await sql`DELETE FROM idempotency_keys WHERE scope = ${scope} AND key_hash = ${keyHash}
      AND started_at = ${startedAt}::timestamptz AND status IS NULL`.execute(this.db);
  }
}

function nameOf({ scope, keyHash }: { scope: string; keyHash: Buffer }): string {
  return `${keyHash.toString("base64")} ${scope}`;
}

/** The same order for all who lock several rows, in whatever process: no two can wait for each other. */
function inOrder<Asked>(asked: readonly Asked[], callOf: (one: Asked) => HashedCall): Asked[] {
  return asked.toSorted((a, b) => (nameOf(callOf(a)) < nameOf(callOf(b)) ? -1 : 1));
}

async function beginAll(db: Db, calls: readonly HashedCall[]): Promise<(string | undefined)[]> {
  const sorted = inOrder(calls, (call) => call);
  const { rows } = await sql<{ scope: string; keyHash: Buffer; startedAt: string }>`
    INSERT INTO idempotency_keys (scope, key_hash, request_hash)
    SELECT * FROM unnest(${sorted.map(({ scope }) => scope)}::text[], ${sorted.map(({ keyHash }) => keyHash)}::bytea[],
      ${sorted.map(({ requestHash }) => requestHash)}::bytea[])
    ON CONFLICT (scope, key_hash) DO UPDATE SET started_at = now()
      WHERE idempotency_keys.status IS NULL AND idempotency_keys.request_hash = excluded.request_hash
        AND idempotency_keys.started_at < now() - ${ABANDONED_AFTER_S}::int * interval '1 second'
    RETURNING scope, key_hash AS "keyHash", started_at::text AS "startedAt"`.execute(db);
  const began = new Map(rows.map((row) => [nameOf(row), row.startedAt]));
  return calls.map((call) => began.get(nameOf(call)));
}

async function finishAll(db: Db, attempts: readonly Finished[]): Promise<void[]> {
  const sorted = inOrder(attempts, ({ call }) => call);
  await sql`
    WITH done AS MATERIALIZED (
      SELECT * FROM unnest(${sorted.map(({ call }) => call.scope)}::text[],
        ${sorted.map(({ call }) => call.keyHash)}::bytea[], ${sorted.map(({ startedAt }) => startedAt)}::timestamptz[],
        ${sorted.map(({ status }) => status)}::int[], ${sorted.map(({ body }) => body)}::bytea[])
        WITH ORDINALITY AS d (scope, key_hash, started_at, status, body, nth)
    ), mine AS MATERIALIZED (
      SELECT d.* FROM done d JOIN LATERAL (
        SELECT FROM idempotency_keys k WHERE k.scope = d.scope AND k.key_hash = d.key_hash
          AND k.started_at = d.started_at FOR NO KEY UPDATE) locked ON true
    )
    UPDATE idempotency_keys k SET status = m.status, body = m.body
    FROM mine m WHERE k.scope = m.scope AND k.key_hash = m.key_hash AND k.started_at = m.started_at`.execute(db);
  return attempts.map(() => undefined);
}
