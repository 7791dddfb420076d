import { sql } from "kysely";
import type { App } from "../app.ts";
import { likePattern } from "../db/like-pattern.ts";

export interface LogQuery {
  /** Plain words that a row must hold: who, what it is about, from what to what. */
  text: string;
  /** Acts whose names hold the text: they count as found. */
  acts: readonly string[];
  /** A member's id; null: whoever has none (the console); undefined: anybody. */
  memberId?: string | null;
  kind?: string;
  /** Rows older than this one. */
  before?: number;
  limit: number;
}

/** All that staff did, the newest first. */
export function searchLog(app: App, { text, acts, memberId, kind, before, limit }: LogQuery) {
  let rows = app.db.selectFrom("change_log").selectAll();
  for (const word of text.split(/\s+/).filter(Boolean)) {
    rows = rows.where((row) =>
      row.or([
        sql<boolean>`change_log_search_text(who, object_id, before, after) LIKE ${likePattern(word)}`,
        ...(acts.length > 0 ? [row("act", "in", acts)] : []),
      ]),
    );
  }
  if (memberId !== undefined) rows = rows.where("member_id", memberId === null ? "is" : "=", memberId);
  if (kind !== undefined) rows = rows.where("object_kind", "=", kind);
  if (before !== undefined) rows = rows.where("id", "<", before);
  return rows.orderBy("id", "desc").limit(limit).execute();
}

/** The kinds of objects there are in the log. Walks the index from one to the next: there are few among many rows. */
export async function listLogKinds(app: App): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    WITH RECURSIVE kinds AS (
      SELECT min(object_kind) AS kind FROM change_log
      UNION ALL SELECT (SELECT min(object_kind) FROM change_log WHERE object_kind > k.kind) FROM kinds k
      WHERE k.kind IS NOT NULL)
    SELECT kind FROM kinds WHERE kind IS NOT NULL`.execute(app.db);
  return rows.map(({ kind }) => kind);
}
