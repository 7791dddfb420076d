import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor, type Change } from "../change-log/change-log.ts";
import type { NamedRow } from "./product-row.ts";
import { refreshSearch } from "./save-product.ts";
import { toSlug } from "./slug.ts";

export type BrandRefusal = Refusal<
  "catalog_name_missing" | "brand_taken" | "brand_unknown" | "brand_not_empty" | "brand_ordered"
>;

export async function listAllBrands(app: App): Promise<(NamedRow & { productCount: number })[]> {
  const { rows } = await sql<NamedRow & { productCount: number }>`
    SELECT b.id, b.name, (SELECT count(*) FROM product_brands pb WHERE pb.brand_id = b.id) AS "productCount"
    FROM brands b ORDER BY plain_text(b.name)`.execute(app.db);
  return rows;
}

export function addBrand(app: App, { name }: { name: string }, by: Actor) {
  return runChange(app, by, async (tx) => {
    const slug = toSlug(name);
    if (slug === "") return refuse("catalog_name_missing");
    const { rows } = await sql<{ id: string }>`
      INSERT INTO brands (id, slug, name) VALUES (${newId()}, ${slug}, ${name})
      ON CONFLICT (slug) DO NOTHING RETURNING id`.execute(tx);
    return rows[0] ? { id: rows[0].id, action: "brand-new", after: { name } } : refuse("brand_taken");
  });
}

/** Renames a brand. Its slug does not change. */
export function renameBrand(app: App, { id, name }: { id: string; name: string }, by: Actor) {
  return runChange(app, by, async (tx) => {
    if (toSlug(name) === "") return refuse("catalog_name_missing");
    const brand = await lockBrand(tx, id);
    if (!brand) return refuse("brand_unknown");
    await tx.updateTable("brands").set({ name }).where("id", "=", id).execute();
    await refreshSearch(tx, await productIdsOf(tx, id));
    return { id, action: "brand-rename", before: { name: brand.name }, after: { name } };
  });
}

/**
 * Moves all products and past order lines of a brand to another brand, and deletes the first brand. Its size guides,
 * its promotions and its rows of the home pages move, too. In a category where the other brand has a guide, that guide
 * applies. The increments of branches for the first brand are deleted; those of the other brand apply.
 */
export function mergeBrands(app: App, { id, into }: { id: string; into: string }, by: Actor) {
  return runChange(app, by, async (tx) => {
    const [mergedBrand, target] = [await lockBrand(tx, id), await lockBrand(tx, into)];
    if (!mergedBrand || !target || id === into) return refuse("brand_unknown");
    const productIds = await productIdsOf(tx, id);
    await sql`
      DELETE FROM product_brands pb WHERE pb.brand_id = ${id} AND EXISTS (
        SELECT FROM product_brands other WHERE other.product_id = pb.product_id AND other.brand_id = ${into})`.execute(
      tx,
    );
    await sql`UPDATE product_brands SET brand_id = ${into} WHERE brand_id = ${id}`.execute(tx);
    // The brand at position 0 decides the increment. A product that had both brands may now have none there.
    await sql`
      UPDATE product_brands pb SET position = 0 WHERE pb.brand_id = ${into} AND pb.product_id = ANY (${productIds}::uuid[])
        AND NOT EXISTS (SELECT FROM product_brands f WHERE f.product_id = pb.product_id AND f.position = 0)`.execute(
      tx,
    );
    await sql`UPDATE order_lines SET brand_id = ${into} WHERE brand_id = ${id}`.execute(tx);
    await sql`
      UPDATE size_guides g SET brand_id = ${into} WHERE g.brand_id = ${id} AND NOT EXISTS (
        SELECT FROM size_guides other WHERE other.brand_id = ${into} AND other.category_id = g.category_id)`.execute(
      tx,
    );
    await sql`
      UPDATE promotions SET version = version + 1, scope = jsonb_set(scope, '{brandIds}', (
        SELECT jsonb_agg(DISTINCT CASE brand WHEN ${id} THEN ${into}::text ELSE brand END)
        FROM jsonb_array_elements_text(scope->'brandIds') AS brand))
      WHERE scope->'brandIds' ? ${id}`.execute(tx);
    await moveHomeRows(tx, mergedBrand.slug, target.slug);
    await sql`DELETE FROM brand_increments WHERE brand_id = ${id}`.execute(tx);
    await sql`DELETE FROM brands WHERE id = ${id}`.execute(tx);
    await sql`UPDATE products SET version = version + 1 WHERE id = ANY (${productIds}::uuid[])`.execute(tx);
    await refreshSearch(tx, productIds);
    return { id: into, action: "brand-merge", before: { name: mergedBrand.name }, after: { name: target.name } };
  });
}

/** Deletes a brand that has no products and that no order refers to. */
export function deleteBrand(app: App, { id }: { id: string }, by: Actor) {
  return runChange(app, by, async (tx) => {
    const brand = await lockBrand(tx, id);
    if (!brand) return refuse("brand_unknown");
    if ((await productIdsOf(tx, id)).length > 0) return refuse("brand_not_empty");
    if (await wasOrdered(tx, id)) return refuse("brand_ordered");
    await sql`DELETE FROM brand_increments WHERE brand_id = ${id}`.execute(tx);
    await sql`DELETE FROM brands WHERE id = ${id}`.execute(tx);
    return { id, action: "brand-drop", before: { name: brand.name } };
  });
}

type ChangeOrRefusal = (Omit<Change, "object"> & { id: string }) | BrandRefusal;

async function runChange(
  app: App,
  by: Actor,
  work: (tx: Tx) => Promise<ChangeOrRefusal>,
): Promise<"done" | BrandRefusal> {
  const answer = await transact(app.db, async (tx) => {
    const changeOrRefusal = await work(tx);
    if ("refused" in changeOrRefusal) return changeOrRefusal;
    const { id, ...logged } = changeOrRefusal;
    await logChange(tx, by, { ...logged, object: { kind: "catalogue", id } });
    return "done" as const;
  });
  await app.shops.refresh();
  return answer;
}

/** Changes the rows of all home pages that list one brand, so that they list another one. */
async function moveHomeRows(tx: Tx, mergedSlug: string, targetSlug: string): Promise<void> {
  await sql`
    UPDATE shops SET settings = jsonb_set(settings, '{storefront,home}', (
      SELECT jsonb_agg(CASE WHEN section->>'source' = 'brand' AND section->>'slug' = ${mergedSlug}
        THEN jsonb_set(section, '{slug}', to_jsonb(${targetSlug}::text)) ELSE section END ORDER BY position)
      FROM jsonb_array_elements(settings #> '{storefront,home}') WITH ORDINALITY AS s (section, position)))
    WHERE settings #> '{storefront,home}' @> ${JSON.stringify([{ source: "brand", slug: mergedSlug }])}::jsonb`.execute(
    tx,
  );
}

/** Locks the brand, so that no product can get it concurrently. */
async function lockBrand(tx: Tx, id: string): Promise<{ name: string; slug: string } | undefined> {
  if (!isId(id)) return undefined;
  return tx.selectFrom("brands").select(["name", "slug"]).where("id", "=", id).forUpdate().executeTakeFirst();
}

async function productIdsOf(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom("product_brands").select("product_id").where("brand_id", "=", id).execute();
  return rows.map((row) => row.product_id);
}

async function wasOrdered(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("order_lines")
    .select("order_id")
    .where("brand_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
