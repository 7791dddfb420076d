import type { PoolConfig } from "pg";
import type { PrimaryFinder } from "./primary-finder.ts";

/**
 * The database's address in the form that `pg` accepts. Work that needs a session connects here directly: migrations,
 * LISTEN, the job runner.
 */
export interface DatabaseAddress extends PoolConfig {
  /** A pooler in transaction mode (PgBouncer) in front of the same database, for statements and transactions. */
  pooler?: DatabaseAddress;
  /** Finds the server that accepts writes, if there are several. */
  finder?: PrimaryFinder;
  /** Whether this is a pooler's address: connections accept neither session settings nor prepared statements. */
  isPooler?: boolean;
}

/** The address for requests: the pooler if there is one. */
export function requestAddress(address: DatabaseAddress): DatabaseAddress {
  return address.pooler ?? address;
}
