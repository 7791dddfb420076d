import { afterCommit } from "../db/after-commit.ts";
import type { Queryable } from "../db/connect.ts";
import { noteChange } from "./change-watch.ts";

/** Who acts in the back office: a member, or (without an id) somebody at the console. */
export interface Actor {
  memberId: string | null;
  name: string;
  /** From where; null at the console. */
  address: string | null;
}

/** Whoever types commands: known by no name of a member. */
export const AT_CONSOLE: Actor = { memberId: null, name: "consola", address: null };

/** What was done to what, from what to what. Never a password, a code or a key. */
export interface Change {
  act: string;
  object: { kind: string; id: string };
  before?: unknown;
  after?: unknown;
}

/** Writes a change down, in the transaction that makes it. The table takes no change and no removal. */
export async function logChange(db: Queryable, by: Actor, { act, object, before, after }: Change): Promise<void> {
  await db
    .insertInto("change_log")
    .values({
      member_id: by.memberId,
      who: by.name,
      act,
      object_kind: object.kind,
      object_id: object.id,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      address: by.address,
    })
    .execute();
  afterCommit(db, noteChange);
}

/** What was done last, to one object or to all of a kind; the newest first. */
export function listChanges(db: Queryable, kind: string, { id, limit = 50 }: { id?: string; limit?: number } = {}) {
  let changes = db.selectFrom("change_log").selectAll().where("object_kind", "=", kind);
  if (id !== undefined) changes = changes.where("object_id", "=", id);
  return changes.orderBy("id", "desc").limit(limit).execute();
}

/** The last change of an object, or undefined. */
export function newestChange(db: Queryable, kind: string, id: string) {
  return db
    .selectFrom("change_log")
    .select(["id", "who", "member_id"])
    .where("object_kind", "=", kind)
    .where("object_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
