import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import pg from "pg";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;
/** A database or a transaction on it: what a query takes. */
export type Queryable = Db | Transaction<Schema>;
export type Tx = Transaction<Schema>;

/**
 * Per session: custom plans (PostgreSQL's cached generic plan scans for the most frequent statements, decision 5), and a
 * time limit on every wait, so that a request that cannot be served gets 503 instead of hanging.
 */
const SESSION = [
  "plan_cache_mode=force_custom_plan",
  "statement_timeout=5s",
  "lock_timeout=2s",
  "idle_in_transaction_session_timeout=5s",
  "timezone=UTC",
];

/**
 * For statements that reach their rows by keys alone: planning them takes longer than doing them (a cart with its lines
 * joins eight tables: 2.5 ms against 0.5), so each is planned once a connection, with scanning ruled out.
 */
export const GENERIC_PLAN_SESSION = [...SESSION.slice(1), "plan_cache_mode=force_generic_plan", "enable_seqscan=off"];

const INT8 = 20;

/** A little longer than the server's own statement_timeout: past it the server is not slow, it is gone. */
const CLIENT_WAITS_MS = 6_000;

/** A connection that did not answer in time is broken, not slow: it must not go back into the pool. */
class ImpatientClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads: all pass through unchanged
  override query(...args: any[]): any {
    const answer: unknown = (super.query as (...passed: unknown[]) => unknown).apply(this, args);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === "Query read timeout") (this as unknown as Connected).connection.stream.destroy();
      });
    }
    return answer;
  }
}

interface Connected {
  connection: { stream: { destroy(): void } };
}

/** Pool settings for this address; `max` connections at the most. Whole numbers of 64 bits come as JS numbers. */
function poolConfig(address: pg.PoolConfig, max: number, session: readonly string[] = SESSION): pg.PoolConfig {
  return {
    ...address,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    query_timeout: CLIENT_WAITS_MS,
    keepAlive: true,
    application_name: "escaparate",
    options: session.map((setting) => `-c ${setting}`).join(" "),
    types: {
      getTypeParser: ((oid: number, format?: string) =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
    },
  };
}

export function openPool(address: pg.PoolConfig, max: number, session?: readonly string[]): pg.Pool {
  const pool = new pg.Pool({
    ...poolConfig(address, max, session),
    Client: ImpatientClient,
    // A plan made while a table was tiny lives as long as its connection.
    maxLifetimeSeconds: 300,
  });
  // A connection that dies is replaced by the next one who asks; without a listener its death is the process's. The
  // pool listens to the idle ones only.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** One connection that waits as long as it takes: for work over the whole database. */
export function openPatientPool(address: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...poolConfig(address, 1, ["timezone=UTC"]), query_timeout: 0 });
  pool.on("error", () => {});
  return pool;
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Like `openDb`, on a pool of GENERIC_PLAN_SESSION: every statement has a name, so that its plan is kept. */
export function openGenericPlanDb(pool: pg.Pool): Db {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `genericPlans ${names.size}`;
    names.set(text, name);
    return name;
  };
  const named = {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (text: string, values: readonly unknown[]) =>
          client.query(values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] }),
        release: (error?: Error | boolean) => client.release(error),
      };
    },
    end: () => pool.end(),
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: named as unknown as PostgresPool }) });
}
