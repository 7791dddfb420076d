import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";

/** The most views that a member can save of one list: more would be hard to find again. */
const MAX_VIEWS = 20;

/** A saved search of a back-office list, under a name that the member chose. */
export interface SavedView {
  id: string;
  name: string;
  /** As in the URL, without "?". */
  query: string;
}

export type ViewRefusal = Refusal<"view_name_missing" | "too_many_views">;

/** The member's views of one list, by name. */
export function listSavedViews(app: App, memberId: string, path: string): Promise<SavedView[]> {
  return app.genericPlanDb
    .selectFrom("staff_views")
    .select(["id", "name", "query"])
    .where("member_id", "=", memberId)
    .where("path", "=", path)
    .orderBy("name")
    .execute();
}

/** Saves a view. An existing view of that name is replaced. */
export function saveView(
  app: App,
  memberId: string,
  view: { path: string; name: string; query: string },
): Promise<"saved" | ViewRefusal> {
  if (view.name === "") return Promise.resolve(refuse("view_name_missing"));
  return transact(app.db, async (tx) => {
    await tx.selectFrom("staff_members").select("id").where("id", "=", memberId).forUpdate().execute();
    const savedViews = await tx
      .selectFrom("staff_views")
      .select("name")
      .where("member_id", "=", memberId)
      .where("path", "=", view.path)
      .execute();
    const isNew = savedViews.every(({ name }) => name !== view.name);
    if (isNew && savedViews.length >= MAX_VIEWS) return refuse("too_many_views");
    await tx
      .insertInto("staff_views")
      .values({ id: newId(), member_id: memberId, ...view })
      .onConflict((conflict) => conflict.constraint("staff_views_name_once").doUpdateSet({ query: view.query }))
      .execute();
    return "saved";
  });
}

/** Deletes one of the member's own views. Views of other members stay. */
export async function deleteView(app: App, memberId: string, id: string): Promise<void> {
  await app.db.deleteFrom("staff_views").where("id", "=", id).where("member_id", "=", memberId).execute();
}
