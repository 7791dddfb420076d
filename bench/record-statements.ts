import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from "kysely";
import type { Db } from "../src/server/db/connect.ts";
import type { Schema } from "../src/server/db/schema.ts";

/** A statement as it is sent to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Records the statements of the shop's code without sending them, so that the load on bare connections runs the shop's
 * current SQL. Every statement returns `rows`.
 */
export async function recordStatements(work: (db: Db) => Promise<unknown>, rows: unknown[] = []): Promise<Statement[]> {
  const statements: Statement[] = [];
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      statements.push({ text: sql, values: [...parameters] });
      return { rows: rows as never[] };
    },
    streamQuery: () => {
      throw new Error("streams are not recorded");
    },
  };
  await work(new Kysely<Schema>({ dialect: createRecordingDialect(connection) }));
  return statements;
}

function createRecordingDialect(connection: DatabaseConnection) {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    destroy: async () => {},
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
