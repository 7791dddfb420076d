import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** A value or an SQL expression for each column of a new row. A column without a default that is not null has to be here. */
export type SelectedValues<T extends keyof Schema> = {
  [Column in keyof Insertable<Schema[T]>]: Insertable<Schema[T]>[Column] | RawBuilder<unknown>;
};

/** `INSERT INTO table (columns) SELECT values FROM source`, for a statement of several parts. Undefined leaves a column out. */
export function insertSelect<T extends keyof Schema>(
  table: T,
  values: SelectedValues<T>,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = given.map(([column]) => sql.ref(column));
  return sql`
    INSERT INTO ${sql.table(table)} (${sql.join(columns)})
    SELECT ${sql.join(given.map(([, value]) => value))} FROM ${source}`;
}
