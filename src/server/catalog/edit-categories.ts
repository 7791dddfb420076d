import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor, type Change } from "../change-log/change-log.ts";
import { refreshSearch } from "./save-product.ts";
import { toSlug } from "./slug.ts";

export type CategoryRefusal = Refusal<
  "catalog_name_missing" | "category_taken" | "category_unknown" | "category_inside_itself" | "category_not_empty"
>;

/** A category in the list of the whole tree, which has parents before their subcategories. */
export interface CategoryTreeRow {
  id: string;
  name: string;
  slug: string;
  parentId: string | null;
  /** 0 at the root. */
  depth: number;
  isHidden: boolean;
  /** The number of products of this category, without those of its subcategories. */
  productCount: number;
  childCount: number;
}

export async function listCategoryTree(app: App): Promise<CategoryTreeRow[]> {
  const { rows } = await sql<CategoryTreeRow>`
    WITH RECURSIVE tree AS (
      SELECT c.*, 0 AS depth, ARRAY[(c.position, c.name)] AS key FROM categories c WHERE c.parent_id IS NULL
      UNION ALL SELECT c.*, t.depth + 1, t.key || (c.position, c.name)
      FROM categories c JOIN tree t ON c.parent_id = t.id)
    SELECT t.id, t.name, t.slug, t.parent_id AS "parentId", t.depth, t.is_hidden AS "isHidden",
      (SELECT count(*) FROM product_categories pc WHERE pc.category_id = t.id) AS "productCount",
      (SELECT count(*) FROM categories c WHERE c.parent_id = t.id) AS "childCount"
    FROM tree t ORDER BY t.key`.execute(app.db);
  return rows;
}

/** Adds a category as the last child of `parentId`. Its slug is made from its name and does not change later. */
export function addCategory(app: App, { name, parentId }: { name: string; parentId: string | null }, by: Actor) {
  return runChange(app, by, async (tx) => {
    const slug = toSlug(name);
    if (slug === "") return refuse("catalog_name_missing");
    if (parentId !== null && !(await lockCategory(tx, parentId))) return refuse("category_unknown");
    const id = newId();
    if (await isNameTaken(tx, { id, name, parentId })) return refuse("category_taken");
    // Two parents may each have a "Jeans": the slug of the second one includes its parent's.
    const { rows } = await sql<{ id: string }>`
      INSERT INTO categories (id, slug, parent_id, name, position)
      SELECT ${id}, CASE WHEN EXISTS (SELECT FROM categories WHERE slug = ${slug})
          THEN ${slug} || coalesce('-' || (SELECT slug FROM categories WHERE id = ${parentId}), '-2') ELSE ${slug} END,
        ${parentId}, ${name}, coalesce((SELECT max(position) + 1 FROM categories
          WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid), 0)
      ON CONFLICT (slug) DO NOTHING RETURNING id`.execute(tx);
    if (rows.length === 0) return refuse("category_taken");
    return { id, action: "category-new", after: { name } };
  });
}

/** Renames a category. Its slug does not change, so that links to it stay valid. */
export function renameCategory(app: App, { id, name }: { id: string; name: string }, by: Actor) {
  return runChange(app, by, async (tx) => {
    if (toSlug(name) === "") return refuse("catalog_name_missing");
    const category = await lockCategory(tx, id);
    if (!category) return refuse("category_unknown");
    if (await isNameTaken(tx, { id, name, parentId: category.parent_id })) return refuse("category_taken");
    await tx.updateTable("categories").set({ name }).where("id", "=", id).execute();
    await refreshSearchOfSubtree(tx, id);
    return { id, action: "category-rename", before: { name: category.name }, after: { name } };
  });
}

/** Moves a category and its subcategories to another parent, as its last child. */
export function moveCategory(app: App, { id, parentId }: { id: string; parentId: string | null }, by: Actor) {
  return runChange(app, by, async (tx) => {
    const category = await lockCategory(tx, id);
    if (!category || (parentId !== null && !(await lockCategory(tx, parentId)))) return refuse("category_unknown");
    const { rows } = await sql`
      WITH RECURSIVE under AS (
        SELECT ${id}::uuid AS id UNION ALL SELECT c.id FROM categories c JOIN under ON c.parent_id = under.id)
      SELECT FROM under WHERE id = ${parentId}::uuid`.execute(tx);
    if (rows.length > 0) return refuse("category_inside_itself");
    if (await isNameTaken(tx, { id, name: category.name, parentId })) return refuse("category_taken");
    await sql`
      UPDATE categories SET parent_id = ${parentId}, position = coalesce((SELECT max(position) + 1 FROM categories
        WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid), 0) WHERE id = ${id}`.execute(tx);
    await refreshSearchOfSubtree(tx, id);
    return { id, action: "category-move" };
  });
}

/** Moves a category one place up or down among its siblings. */
export function moveCategoryOnePlace(app: App, { id, step }: { id: string; step: 1 | -1 }, by: Actor) {
  return runChange(app, by, async (tx) => {
    if (!isId(id)) return refuse("category_unknown");
    const { rows } = await sql<{ id: string }>`
      SELECT s.id FROM categories c JOIN categories s ON s.parent_id IS NOT DISTINCT FROM c.parent_id
      WHERE c.id = ${id} ORDER BY s.position, s.name`.execute(tx);
    const ids = rows.map((row) => row.id);
    const index = ids.indexOf(id);
    if (index < 0) return refuse("category_unknown");
    const newIndex = Math.min(ids.length - 1, Math.max(0, index + step));
    const reorderedIds = ids.toSpliced(index, 1).toSpliced(newIndex, 0, id);
    await sql`
      UPDATE categories c SET position = o.place FROM unnest(${reorderedIds}::uuid[]) WITH ORDINALITY AS o (id, place)
      WHERE c.id = o.id`.execute(tx);
    return { id, action: "category-order" };
  });
}

/** Hides a category and its subcategories from the menu and the filters, or shows them again. Products stay on sale. */
export function setCategoryHidden(app: App, { id, isHidden }: { id: string; isHidden: boolean }, by: Actor) {
  return runChange(app, by, async (tx) => {
    if (!(await lockCategory(tx, id))) return refuse("category_unknown");
    await tx.updateTable("categories").set({ is_hidden: isHidden }).where("id", "=", id).execute();
    return { id, action: isHidden ? "category-hide" : "category-show" };
  });
}

/** Deletes an empty category: without products and subcategories. */
export function deleteCategory(app: App, { id }: { id: string }, by: Actor) {
  return runChange(app, by, async (tx) => {
    const category = await lockCategory(tx, id);
    if (!category) return refuse("category_unknown");
    const { numAffectedRows } = await sql`
      DELETE FROM categories c WHERE c.id = ${id}
        AND NOT EXISTS (SELECT FROM product_categories pc WHERE pc.category_id = c.id)
        AND NOT EXISTS (SELECT FROM categories u WHERE u.parent_id = c.id)`.execute(tx);
    if (numAffectedRows !== 1n) return refuse("category_not_empty");
    return { id, action: "category-drop", before: { name: category.name } };
  });
}

type ChangeOrRefusal = (Omit<Change, "object"> & { id: string }) | CategoryRefusal;

/** Runs one change of the tree at a time: two concurrent moves of categories under each other would make a cycle. */
async function runChange(
  app: App,
  by: Actor,
  work: (tx: Tx) => Promise<ChangeOrRefusal>,
): Promise<"done" | CategoryRefusal> {
  return transact(app.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('categories'))`.execute(tx);
    const changeOrRefusal = await work(tx);
    if ("refused" in changeOrRefusal) return changeOrRefusal;
    const { id, ...logged } = changeOrRefusal;
    await logChange(tx, by, { ...logged, object: { kind: "catalogue", id } });
    return "done" as const;
  });
}

/** Whether another category of the same parent has this name, ignoring upper and lower case. */
async function isNameTaken(
  tx: Tx,
  { id, name, parentId }: { id: string; name: string; parentId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM categories WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid AND lower(name) = lower(${name})
      AND id <> ${id}`.execute(tx);
  return rows.length > 0;
}

async function lockCategory(tx: Tx, id: string): Promise<{ name: string; parent_id: string | null } | undefined> {
  if (!isId(id)) return undefined;
  return tx.selectFrom("categories").select(["name", "parent_id"]).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Updates the search index of the subtree's products: customers find them by the names of all ancestors, too. */
async function refreshSearchOfSubtree(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE under AS (
      SELECT ${id}::uuid AS id UNION ALL SELECT c.id FROM categories c JOIN under ON c.parent_id = under.id)
    SELECT DISTINCT pc.product_id AS id FROM product_categories pc JOIN under ON under.id = pc.category_id`.execute(tx);
  await refreshSearch(
    tx,
    rows.map((row) => row.id),
  );
}
