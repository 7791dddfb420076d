import type { PoolConfig } from "pg";
import type { PrimaryFinder } from "./primary-finder.ts";

/** Where the database is, as `pg` needs it, for work that needs a session: migrations, LISTEN, the job runner. */
export interface DatabaseAddress extends PoolConfig {
  /** A pooler in transaction mode (PgBouncer) in front of the same database, for statements and transactions. */
  pooler?: DatabaseAddress;
  /** Finds the server that accepts writes, if there are several. */
  finder?: PrimaryFinder;
  /** Whether this is the address of such a pooler: no session values, no prepared statements. */
  isPooler?: boolean;
}

/** The address for requests: the pooler if there is one. */
export function requestAddress(address: DatabaseAddress): DatabaseAddress {
  return address.pooler ?? address;
}
