import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** A value or an SQL expression for each column of a new row. A NOT NULL column without a default is required. */
export type SelectedValues<Table extends keyof Schema> = {
  [Column in keyof Insertable<Schema[Table]>]: Insertable<Schema[Table]>[Column] | RawBuilder<unknown>;
};

/** `INSERT INTO table (columns) SELECT values FROM source`, as a part of a statement. Undefined leaves a column out. */
export function insertSelect<Table extends keyof Schema>(
  table: Table,
  values: SelectedValues<Table>,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const definedValues = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = definedValues.map(([column]) => sql.ref(column));
  return sql`
    INSERT INTO ${sql.table(table)} (${sql.join(columns)})
    SELECT ${sql.join(definedValues.map(([, value]) => value))} FROM ${source}`;
}
