import type { PoolConfig } from "pg";
import type { PrimaryFinder } from "./primary-finder.ts";

/**
 * How `pg` connects to the shop's database. Work that needs a session connects here directly: migrations, LISTEN, the
 * job runner.
 */
export interface DatabaseConfig extends PoolConfig {
  /** A pooler in transaction mode (PgBouncer) in front of the same database, for statements and transactions. */
  pooler?: DatabaseConfig;
  /** Finds the server that accepts writes, if there are several. */
  primaryFinder?: PrimaryFinder;
  /** Whether this is for a pooler: connections accept neither session settings nor prepared statements. */
  isPooler?: boolean;
}

/** The configuration for requests: the pooler's if there is one. */
export function configForRequests(databaseConfig: DatabaseConfig): DatabaseConfig {
  return databaseConfig.pooler ?? databaseConfig;
}
