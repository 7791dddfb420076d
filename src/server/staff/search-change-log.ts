import { sql } from "kysely";
import type { App } from "../app.ts";
import { likePattern } from "../db/like-pattern.ts";

export interface ChangeLogQuery {
  /** Words that a row's actor, object id or values must contain. */
  term: string;
  /** Actions whose Spanish names contain the text. Their rows match too. */
  actions: readonly string[];
  /** A member's id. Null: the console. Undefined: everyone. */
  memberId?: string | null;
  objectKind?: string;
  /** The id of the last row of the previous page. Only older rows are returned. */
  beforeId?: number;
  limit: number;
}

/** The logged changes that match the query, newest first. */
export function searchChangeLog(app: App, { term, actions, memberId, objectKind, beforeId, limit }: ChangeLogQuery) {
  let query = app.db.selectFrom("change_log").selectAll();
  for (const word of term.split(/\s+/).filter(Boolean)) {
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`change_log_search_text(actor, object_id, before, after) LIKE ${likePattern(word)}`,
        ...(actions.length > 0 ? [eb("action", "in", actions)] : []),
      ]),
    );
  }
  if (memberId !== undefined) query = query.where("member_id", memberId === null ? "is" : "=", memberId);
  if (objectKind !== undefined) query = query.where("object_kind", "=", objectKind);
  if (beforeId !== undefined) query = query.where("id", "<", beforeId);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/**
 * The kinds of objects in the log. A loose index scan steps from one kind to the next: there are few kinds among many
 * rows.
 */
export async function listLoggedObjectKinds(app: App): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    WITH RECURSIVE kinds AS (
      SELECT min(object_kind) AS kind FROM change_log
      UNION ALL SELECT (SELECT min(object_kind) FROM change_log WHERE object_kind > k.kind) FROM kinds k
      WHERE k.kind IS NOT NULL)
    SELECT kind FROM kinds WHERE kind IS NOT NULL`.execute(app.db);
  return rows.map(({ kind }) => kind);
}
