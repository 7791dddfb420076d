import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db/connect.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../db/batcher.ts";

/** A call that began this long ago and has not finished counts as abandoned, and may run again. */
const ABANDONED_AFTER_S = 15;

/** A call as it is stored. Only the idempotency key, which is not stored, reveals the request and the response. */
export interface HashedCall {
  scope: string;
  keyHash: Buffer;
  requestHash: Buffer;
}

/** This process's attempt at a call. */
export interface CallAttempt {
  call: HashedCall;
  /**
   * When the attempt began, as stored in the row. Later the row may belong to another attempt, if this one takes long.
   */
  startedAt: string;
}

interface FinishedCallAttempt extends CallAttempt {
  status: number;
  body: Buffer;
}

/** A call whose attempt begins in the statement that does its work. */
export interface CallToBegin extends HashedCall {
  /** Called once the attempt has begun. */
  onBegun: (attempt: CallAttempt) => void;
}

/** A call with its answer, as it is stored. */
export interface AnsweredCall extends HashedCall {
  status: number;
  body: Buffer;
}

/**
 * Inserts a call with its answer for each row of `source`, as a part of the statement that does the call's work: both
 * are stored or neither. Returns no row if the key was used before. Of two concurrent calls the second one waits here.
 */
export function insertAnsweredCallSql(call: AnsweredCall, source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, body)
    SELECT ${call.scope}, ${call.keyHash}::bytea, ${call.requestHash}::bytea, ${call.status}::int, ${call.body}::bytea
    FROM ${source} ${REPLACE_ABANDONED} RETURNING key_hash`;
}

/**
 * The store of calls that may be repeated (rule API-2). A call that begins before its work and stores its answer
 * afterwards writes its row twice, with a disk sync each time. Concurrent writes share one statement.
 */
export class IdempotencyStore {
  private readonly db: Db;
  private readonly beginBatcher: Batcher<HashedCall, string | undefined>;
  private readonly finishBatcher: Batcher<FinishedCallAttempt, void>;
  private readonly insertAnsweredBatcher: Batcher<AnsweredCall, boolean>;

  constructor(db: Db) {
    this.db = db;
    this.beginBatcher = new Batcher((calls: readonly HashedCall[]) => beginAll(db, calls), {
      conflictKeysOf: (call) => [rowKeyOf(call)],
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
    });
    this.finishBatcher = new Batcher((attempts) => finishAll(db, attempts), {
      conflictKeysOf: ({ call }) => [rowKeyOf(call)],
    });
    this.insertAnsweredBatcher = new Batcher((calls: readonly AnsweredCall[]) => insertAllAnswered(db, calls), {
      conflictKeysOf: (call) => [rowKeyOf(call)],
    });
  }

  /** Stores a call, which changed nothing, together with its answer. False if its key was used before. */
  insertAnsweredCall(call: AnsweredCall): Promise<boolean> {
    return this.insertAnsweredBatcher.run(call);
  }

  /** Starts an attempt. Undefined if another one has used the key. */
  async begin(call: HashedCall): Promise<CallAttempt | undefined> {
    const startedAt = await this.beginBatcher.run(call);
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

  finish(attempt: CallAttempt, status: number, body: Buffer): Promise<void> {
    return this.finishBatcher.run({ ...attempt, status, body });
  }

  /** Deletes the attempt's row, so that the call may be repeated with the same key. */
  async release({ call: { scope, keyHash }, startedAt }: CallAttempt): Promise<void> {
    await sql`DELETE FROM idempotency_keys WHERE scope = ${scope} AND key_hash = ${keyHash}
      AND started_at = ${startedAt}::timestamptz AND status IS NULL`.execute(this.db);
  }
}

/** Identifies the stored row of a call. */
export function rowKeyOf({ scope, keyHash }: { scope: string; keyHash: Buffer }): string {
  return `${keyHash.toString("base64")} ${scope}`;
}

/** Takes over a call that was abandoned. Any other row of the same key stays, and nothing is returned. */
const REPLACE_ABANDONED_TEXT = `
  ON CONFLICT (scope, key_hash) DO UPDATE SET started_at = now(), status = excluded.status, body = excluded.body
    WHERE idempotency_keys.status IS NULL AND idempotency_keys.request_hash = excluded.request_hash
      AND idempotency_keys.started_at < now() - ${ABANDONED_AFTER_S} * interval '1 second'`;
const REPLACE_ABANDONED = sql.raw(REPLACE_ABANDONED_TEXT);

/**
 * The text of a statement that begins an attempt for each row of `source`, which has the columns scope, key_hash and
 * request_hash and is in lock order. Returns the rows whose attempts it began.
 */
export function beginCallsText(source: string): string {
  return `INSERT INTO idempotency_keys (scope, key_hash, request_hash)
    SELECT scope, key_hash, request_hash FROM ${source} ${REPLACE_ABANDONED_TEXT}
    RETURNING scope, key_hash, started_at::text`;
}

/** Sorts rows so that all processes lock them in the same order: this prevents deadlocks. */
export function sortByLockOrder<Item>(items: readonly Item[], callOf: (item: Item) => HashedCall): Item[] {
  return items.toSorted((a, b) => (rowKeyOf(callOf(a)) < rowKeyOf(callOf(b)) ? -1 : 1));
}

async function beginAll(db: Db, calls: readonly HashedCall[]): Promise<(string | undefined)[]> {
  const sortedCalls = sortByLockOrder(calls, (call) => call);
  const { rows } = await sql<{ scope: string; key_hash: Buffer; started_at: string }>`
    WITH calls AS (
      SELECT * FROM unnest(${sortedCalls.map(({ scope }) => scope)}::text[], ${sortedCalls.map(({ keyHash }) => keyHash)}::bytea[],
        ${sortedCalls.map(({ requestHash }) => requestHash)}::bytea[]) AS k (scope, key_hash, request_hash)
    ) ${sql.raw(beginCallsText("calls"))}`.execute(db);
  const startTimes = new Map(
    rows.map((row) => [rowKeyOf({ scope: row.scope, keyHash: row.key_hash }), row.started_at]),
  );
  return calls.map((call) => startTimes.get(rowKeyOf(call)));
}

async function insertAllAnswered(db: Db, calls: readonly AnsweredCall[]): Promise<boolean[]> {
  const sortedCalls = sortByLockOrder(calls, (call) => call);
  const { rows } = await sql<{ scope: string; keyHash: Buffer }>`
    INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, body)
    SELECT * FROM unnest(${sortedCalls.map(({ scope }) => scope)}::text[], ${sortedCalls.map(({ keyHash }) => keyHash)}::bytea[],
      ${sortedCalls.map(({ requestHash }) => requestHash)}::bytea[], ${sortedCalls.map(({ status }) => status)}::int[],
      ${sortedCalls.map(({ body }) => body)}::bytea[])
    ${REPLACE_ABANDONED} RETURNING scope, key_hash AS "keyHash"`.execute(db);
  const insertedKeys = new Set(rows.map(rowKeyOf));
  return calls.map((call) => insertedKeys.has(rowKeyOf(call)));
}

// The rows are updated by their physical position (ctid), because a join by their keys, planned while the table is
// small, reads the whole table once it is large.
async function finishAll(db: Db, attempts: readonly FinishedCallAttempt[]): Promise<void[]> {
  const sortedAttempts = sortByLockOrder(attempts, ({ call }) => call);
  await sql`
    WITH done AS MATERIALIZED (
      SELECT * FROM unnest(${sortedAttempts.map(({ call }) => call.scope)}::text[],
        ${sortedAttempts.map(({ call }) => call.keyHash)}::bytea[], ${sortedAttempts.map(({ startedAt }) => startedAt)}::timestamptz[],
        ${sortedAttempts.map(({ status }) => status)}::int[], ${sortedAttempts.map(({ body }) => body)}::bytea[])
        WITH ORDINALITY AS d (scope, key_hash, started_at, status, body, ordinality)
    ), own AS MATERIALIZED (
      SELECT locked.ctid, d.status, d.body FROM done d JOIN LATERAL (
        SELECT k.ctid FROM idempotency_keys k WHERE k.scope = d.scope AND k.key_hash = d.key_hash
          AND k.started_at = d.started_at FOR NO KEY UPDATE) locked ON true
    )
    UPDATE idempotency_keys k SET status = o.status, body = o.body FROM own o WHERE k.ctid = o.ctid`.execute(db);
  return attempts.map(() => undefined);
}
