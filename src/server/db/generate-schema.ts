import type pg from "pg";

interface Column {
  table: string;
  name: string;
  /** PostgreSQL's name of the type; an array's begins with "_". */
  type: string;
  is_nullable: boolean;
  has_default: boolean;
  /** GENERATED ALWAYS, as identity or as an expression: the database refuses a value. */
  is_always_generated: boolean;
  /** The definitions of the CHECK constraints on this column alone. */
  checks: string[];
}

/**
 * The TypeScript type in which the pools of `connect.ts` return each PostgreSQL type. Dates and JSON are written as
 * text (see `toColumnType`).
 */
const TYPESCRIPT_TYPES: Record<string, string> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "Date",
  int2: "number",
  int4: "number",
  int8: "number",
  text: "string",
  timestamptz: "Date",
  tsvector: "string",
  uuid: "string",
  varchar: "string",
};

const HEADER = `// Generated from the migrated database by "npm run schema". Do not edit: change a migration or schema-values.ts.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ColumnValues } from "./schema-values.ts";

/** The tables as the migrations leave them. Names are those of the database. */
export interface Schema {
`;

/**
 * The text of `schema.ts` for the database of this client. `valuesSource` is the text of `schema-values.ts`: its keys
 * ("table.column") name the columns whose values the database does not describe.
 */
export async function generateSchema(client: Pick<pg.Client, "query">, valuesSource: string): Promise<string> {
  const describedColumns = new Set([...valuesSource.matchAll(/^ {2}"(\w+\.\w+)":/gm)].map(([, key]) => key!));
  const columns = await readColumns(client);
  const tables = Map.groupBy(columns, (column) => column.table);
  const body = [...tables].map(([table, tableColumns]) => {
    const lines = tableColumns.map((column) => `    ${column.name}: ${toColumnType(column, describedColumns)};\n`);
    return `  ${table}: {\n${lines.join("")}  };\n`;
  });
  const existingKeys = new Set(columns.map(keyOf));
  const unknownKeys = [...describedColumns].filter((key) => !existingKeys.has(key));
  if (unknownKeys.length > 0)
    throw new Error(`schema-values.ts describes columns that do not exist: ${unknownKeys.join(", ")}`);
  return `${HEADER}${body.join("")}}\n`;
}

const keyOf = ({ table, name }: Column): string => `${table}.${name}`;

/**
 * The columns of the tables in the schema `public`, except `migrations`. The tables of the job runner and of the
 * sandboxes are in other schemas.
 */
async function readColumns(client: Pick<pg.Client, "query">): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    SELECT c.relname AS "table", a.attname AS name, t.typname AS type, NOT a.attnotnull AS is_nullable,
      a.atthasdef OR a.attidentity = 'd' AS has_default, a.attidentity = 'a' OR a.attgenerated <> '' AS is_always_generated,
      ARRAY(
        SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] ORDER BY k.conname) AS checks
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
    ORDER BY c.relname COLLATE "C", a.attnum`);
  return rows;
}

function toColumnType(column: Column, describedColumns: ReadonlySet<string>): string {
  const valueType = toValueType(column, describedColumns);
  const orNull = column.is_nullable ? " | null" : "";
  if (column.type === "jsonb" || column.type === "date") {
    const writtenType = `string${orNull}`;
    const insertedType = column.has_default ? `${writtenType} | undefined` : writtenType;
    return `ColumnType<${valueType}${orNull}, ${insertedType}, ${writtenType}>`;
  }
  if (column.is_always_generated) return `GeneratedAlways<${valueType}${orNull}>`;
  return column.has_default ? `Generated<${valueType}${orNull}>` : `${valueType}${orNull}`;
}

function toValueType(column: Column, describedColumns: ReadonlySet<string>): string {
  if (describedColumns.has(keyOf(column))) return `ColumnValues["${keyOf(column)}"]`;
  const union = column.checks.map(toUnionType).find((candidate) => candidate !== undefined);
  if (union) return union;
  const isArray = column.type.startsWith("_");
  const readType = TYPESCRIPT_TYPES[isArray ? column.type.slice(1) : column.type];
  if (!readType) throw new Error(`Describe ${keyOf(column)} (${column.type}) in schema-values.ts`);
  return isArray ? `${readType}[]` : readType;
}

/** The union that a constraint like `CHECK (kind IN ('guest', 'registered'))` allows, as PostgreSQL prints it. */
function toUnionType(check: string): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)?.[1];
  return list
    ?.split(", ")
    .map((literal) => literal.replace(/^'(.*)'::text$/, '"$1"'))
    .join(" | ");
}
