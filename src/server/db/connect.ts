import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import pg from "pg";
import type { DatabaseConfig } from "./database-config.ts";
import { ShopClient } from "./shop-client.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;
/** A database or a transaction on it: the parameter of queries. */
export type Queryable = Db | Transaction<Schema>;
export type Tx = Transaction<Schema>;

/**
 * Session settings: custom plans, because a cached generic plan has sequential scans in the most frequent statements
 * (decision 5), and a timeout on every wait, so that a request that cannot be served gets 503 instead of waiting
 * forever.
 */
export const SESSION_SETTINGS = [
  "plan_cache_mode=force_custom_plan",
  "statement_timeout=5s",
  "lock_timeout=2s",
  "idle_in_transaction_session_timeout=5s",
  "timezone=UTC",
  // Notices of changed products (product-change-tracker.ts) are sent whatever the server's default is.
  "client_min_messages=notice",
];

/**
 * For statements that find their rows by keys only. Planning them takes longer than running them: the statement for a
 * cart with its lines joins eight tables, and takes 2.5 ms to plan and 0.5 ms to run. Each statement is planned once
 * per connection, without sequential scans.
 */
export const GENERIC_PLAN_SETTINGS = [
  ...SESSION_SETTINGS.slice(1),
  "plan_cache_mode=force_generic_plan",
  "enable_seqscan=off",
];

/** For migrations, audits and restores: they have no timeouts, even if the role's own settings have some. */
export const SETTINGS_WITHOUT_TIMEOUTS = [
  "statement_timeout=0",
  "lock_timeout=0",
  "idle_in_transaction_session_timeout=0",
  "timezone=UTC",
];

const INT8_OID = 20;

const REPLICA_POOL_SIZE = 8;

/** A little longer than the server's statement_timeout. If there is no response by then, the server is unreachable. */
const CLIENT_TIMEOUT_MS = 6_000;

/** Pool settings for this database, with at most `max` connections. 64-bit integers are returned as JS numbers. */
function poolConfig(
  databaseConfig: DatabaseConfig,
  max: number,
  sessionSettings: readonly string[] = SESSION_SETTINGS,
): pg.PoolConfig {
  return {
    ...databaseConfig,
    Client: ShopClient,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    query_timeout: CLIENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: "escaparate",
    // A pooler refuses this parameter: there the values are the role's (role-settings.ts).
    ...(!databaseConfig.isPooler && { options: startupOptions(sessionSettings) }),
    types: {
      getTypeParser: ((oid: number, format?: string) =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
    },
  };
}

/** Startup parameters that set these values for a session. */
export function startupOptions(sessionSettings: readonly string[]): string {
  return sessionSettings.map((setting) => `-c ${setting}`).join(" ");
}

export function openPool(databaseConfig: DatabaseConfig, max: number, sessionSettings?: readonly string[]): pg.Pool {
  return makePool({
    ...poolConfig(databaseConfig, max, sessionSettings),
    // A plan that was made while a table was tiny is used as long as its connection is open.
    maxLifetimeSeconds: 300,
  });
}

/** For a read replica. Its timeouts are short, because the primary serves the requests that the replica does not. */
export function openReplicaPool(
  databaseConfig: DatabaseConfig,
  sessionSettings: readonly string[] = SESSION_SETTINGS,
): pg.Pool {
  return makePool({
    ...poolConfig(databaseConfig, REPLICA_POOL_SIZE, sessionSettings.map(withReplicaTimeout)),
    connectionTimeoutMillis: 1_000,
    query_timeout: 2_500,
    maxLifetimeSeconds: 300,
  });
}

/** A lost connection is replaced at the next request. Without a listener the error of an idle one ends the process. */
function makePool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on("error", () => {});
  // Connections have their own listener (shop-client.ts). graphile-worker warns of pools without this one.
  pool.on("connect", () => {});
  return pool;
}

function withReplicaTimeout(setting: string): string {
  return setting.startsWith("statement_timeout=") ? "statement_timeout=2s" : setting;
}

/** The `application_name` of connections without timeouts. */
export const WITHOUT_TIMEOUTS_APPLICATION_NAME = "escaparate without timeouts";

/** A pool of one connection without timeouts, for work over the whole database. */
export function openPoolWithoutTimeouts(databaseConfig: DatabaseConfig): pg.Pool {
  return makePool({
    ...poolConfig(databaseConfig, 1, SETTINGS_WITHOUT_TIMEOUTS),
    application_name: WITHOUT_TIMEOUTS_APPLICATION_NAME,
    query_timeout: 0,
  });
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Like `openDb`, for a pool of GENERIC_PLAN_SETTINGS. Every statement with parameters has a name, so PostgreSQL caches
 * its plan.
 */
export function openGenericPlanDb(pool: pg.Pool): Db {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `generic plan ${names.size}`;
    names.set(text, name);
    return name;
  };
  const namedStatementPool = {
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
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: namedStatementPool as unknown as PostgresPool }) });
}
