import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** A value or an SQL expression for each column of a new row. A NOT NULL column without a default is required. */
export type SelectedValues<T extends keyof Schema> = {
  [Column in keyof Insertable<Schema[T]>]: Insertable<Schema[T]>[Column] | RawBuilder<unknown>;
};

/** `INSERT INTO table (columns) SELECT values FROM source`, as a part of a statement. Undefined leaves a column out. */
export function insertSelect<T extends keyof Schema>(
  table: T,
  values: SelectedValues<T>,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const definedValues = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = definedValues.map(([column]) => sql.ref(column));
  return sql`
    INSERT INTO ${sql.table(table)} (${sql.join(columns)})
    SELECT ${sql.join(definedValues.map(([, value]) => value))} FROM ${source}`;
}
