import { sql } from "kysely";
import type { Queryable } from "../../db/connect.ts";
import { isId } from "../../db/new-id.ts";

export interface Import {
  id: string;
  actor: string;
  fileName: string;
  state: "draft" | "running" | "stopped" | "done";
  /** The number of products that could be read. Lines that could not be read are rows, too, but not in this total. */
  total: number;
  /** Sentences about the parts of the file that are not used. */
  notices: string[];
  createdAt: Date;
  endedAt: Date | null;
}

/**
 * The number of an import's rows by outcome, or by expected outcome for a draft. `refused` includes unreadable lines.
 */
export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Not imported yet. */
  waiting: number;
}

const IMPORT = sql`id, actor, file_name AS "fileName", state, total, notices, created_at AS "createdAt", ended_at AS "endedAt"`;

/** The last 20 imports, newest first. */
export async function listImports(db: Queryable): Promise<Import[]> {
  const { rows } = await sql<Import>`SELECT ${IMPORT} FROM imports ORDER BY created_at DESC LIMIT 20`.execute(db);
  return rows;
}

export async function findImport(db: Queryable, id: string): Promise<Import | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<Import>`SELECT ${IMPORT} FROM imports WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** The outcome of the row `r` of the import `i`; in a draft, the expected one. NULL before a row is imported. */
const SHOWN_OUTCOME = sql`coalesce(r.outcome, CASE WHEN i.state = 'draft' THEN r.expected_outcome END)`;

export async function countImportRows(db: Queryable, id: string): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`
    SELECT count(*) FILTER (WHERE what = 'created') AS created, count(*) FILTER (WHERE what = 'updated') AS updated,
      count(*) FILTER (WHERE what = 'unchanged') AS unchanged, count(*) FILTER (WHERE what = 'refused') AS refused,
      count(*) FILTER (WHERE outcome IS NULL) AS waiting
    FROM (SELECT outcome, ${SHOWN_OUTCOME} AS what
      FROM import_rows r JOIN imports i ON i.id = r.import_id WHERE r.import_id = ${id}) counted`.execute(db);
  return rows[0]!;
}

/** The product's name and colour: colours of one style have the same name. */
const NAME = sql`CASE WHEN product->>'name' <> '' THEN
  left(concat_ws(', ', product->>'name', nullif(product->>'color', '')), 200) END`;

/** One product of the file, which may have several lines there, or one line that could not be read. */
export interface ImportRow {
  /** Its line in the file; of a product, the first one. */
  line: number;
  handle: string;
  name: string | null;
  /** Null for a row that is not imported yet. In a draft, `listImportRows` has the expected outcome instead. */
  outcome: "created" | "updated" | "unchanged" | "refused" | null;
  reason: string | null;
}

/** The first `limit` rows: refused rows, then the others in the order of the file. */
export async function listImportRows(db: Queryable, id: string, limit: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    SELECT line, handle, ${NAME} AS name,
      ${SHOWN_OUTCOME} AS outcome, reason
    FROM import_rows r JOIN imports i ON i.id = r.import_id WHERE r.import_id = ${id}
    ORDER BY (r.outcome IS NOT DISTINCT FROM 'refused') DESC, line LIMIT ${limit}`.execute(db);
  return rows;
}

/** All rows with their outcome: imported, refused with the reason, or not imported yet. */
export async function* iterateImportRows(db: Queryable, id: string): AsyncGenerator<ImportRow> {
  for (let lastPosition = 0; ;) {
    const { rows } = await sql<ImportRow & { position: number }>`
      SELECT position, line, handle, ${NAME} AS name, outcome, reason
      FROM import_rows WHERE import_id = ${id} AND position > ${lastPosition} ORDER BY position LIMIT 2000`.execute(db);
    yield* rows;
    if (rows.length < 2000) return;
    lastPosition = rows.at(-1)!.position;
  }
}
