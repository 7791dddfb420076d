import { afterCommit } from "../db/after-commit.ts";
import type { Queryable } from "../db/connect.ts";
import { markChanged } from "./change-watch.ts";

/** Who makes a change. Without a `memberId`: a person at the console, a job, or a customer. */
export interface Actor {
  memberId: string | null;
  name: string;
  /** The IP address. Null if the change does not come from a page of the back office. */
  ip: string | null;
}

/** A person at the console, who is not identified as a member. */
export const CONSOLE_ACTOR: Actor = { memberId: null, name: "consola", ip: null };

/** An action on an object, with the values before and after. Never a password, a code or a key. */
export interface Change {
  action: string;
  object: { kind: string; id: string };
  before?: unknown;
  after?: unknown;
}

/** Logs a change in the transaction that makes it. The table is append-only. */
export function logChange(db: Queryable, by: Actor, change: Change): Promise<void> {
  return logChanges(db, by, [change]);
}

/** Logs several changes of one transaction with one statement. */
export async function logChanges(db: Queryable, by: Actor, changes: readonly Change[]): Promise<void> {
  const rows = changes.map(({ action, object, before, after }) => ({
    member_id: by.memberId,
    actor: by.name,
    action,
    object_kind: object.kind,
    object_id: object.id,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    ip: by.ip,
  }));
  await db.insertInto("change_log").values(rows).execute();
  afterCommit(db, markChanged);
}

/** The latest changes of one object or of all objects of a kind, newest first. */
export function listChanges(db: Queryable, kind: string, { id, limit = 50 }: { id?: string; limit?: number } = {}) {
  let query = db.selectFrom("change_log").selectAll().where("object_kind", "=", kind);
  if (id !== undefined) query = query.where("object_id", "=", id);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** The last change of an object, or undefined. */
export function findNewestChange(db: Queryable, kind: string, id: string) {
  return db
    .selectFrom("change_log")
    .select(["id", "actor", "member_id"])
    .where("object_kind", "=", kind)
    .where("object_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
