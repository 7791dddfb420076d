import { sql } from "kysely";
import type { GuideRow, Measure, SizeGuide } from "../../domain/size-guide.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

/** The owner of a guide: a product, a brand within a category, or a category. */
export type GuideOwner = { productId: string } | { categoryId: string; brandId: string | null };

/** A guide with the names of its owner. */
export interface StoredGuide extends SizeGuide {
  id: string;
  /** Increases with each change. */
  version: number;
  productId: string | null;
  categoryId: string | null;
  brandId: string | null;
  /** "Vestido de lino · Blanco". Null unless the owner is a product. */
  product: string | null;
  /** "Mujer › Vestidos". Null for a product's guide. */
  category: string | null;
  brand: string | null;
}

interface GuideRecord extends Omit<StoredGuide, "rows"> {
  rows: GuideRow[];
}

/**
 * All guides: those of categories in the order of the tree, each before those of its brands, then those of products.
 */
export function listGuides(db: Queryable): Promise<StoredGuide[]> {
  return selectGuides(db, sql`true`);
}

export async function findGuide(db: Queryable, id: string): Promise<StoredGuide | undefined> {
  if (!isId(id)) return undefined;
  return (await selectGuides(db, sql`g.id = ${id}`))[0];
}

/** The owner's own guide, not one that it inherits. */
export async function findOwnGuide(db: Queryable, owner: GuideOwner): Promise<StoredGuide | undefined> {
  const guides = await selectGuides(
    db,
    "productId" in owner
      ? sql`g.product_id = ${owner.productId}`
      : sql`g.category_id = ${owner.categoryId} AND g.brand_id IS NOT DISTINCT FROM ${owner.brandId}::uuid`,
  );
  return guides[0];
}

async function selectGuides(db: Queryable, where: ReturnType<typeof sql>): Promise<StoredGuide[]> {
  const { rows } = await sql<GuideRecord>`
    WITH RECURSIVE tree AS (
      SELECT c.id, c.name AS path, ARRAY[(c.position, c.name)] AS key FROM categories c WHERE c.parent_id IS NULL
      UNION ALL SELECT c.id, t.path || ' › ' || c.name, t.key || (c.position, c.name)
      FROM categories c JOIN tree t ON c.parent_id = t.id)
    SELECT g.id, g.version, g.product_id AS "productId", g.category_id AS "categoryId", g.brand_id AS "brandId",
      concat_ws(' · ', p.name, p.color) AS product, t.path AS category, b.name AS brand, g.measures, ${GUIDE_ROWS} AS rows
    FROM size_guides g LEFT JOIN products p ON p.id = g.product_id LEFT JOIN brands b ON b.id = g.brand_id
    LEFT JOIN tree t ON t.id = g.category_id
    WHERE ${where} ORDER BY t.key NULLS LAST, plain_text(b.name) NULLS FIRST, plain_text(p.name), g.id`.execute(db);
  return rows.map((row) => ({ ...row, product: row.product || null }));
}

/** The rows of the guide with the alias `g`, as JSON. */
export const GUIDE_ROWS = sql<
  GuideRow[]
>`(SELECT coalesce(json_agg(json_build_object('size', n.name, 'millimeters', r.millimeters)
  ORDER BY n.position, n.name), '[]')
  FROM size_guide_rows r JOIN size_names n ON n.id = r.size_name_id WHERE r.guide_id = g.id)`;

/**
 * The guide that applies to each of these products (rule SIZE-1): its own, that of its first brand in the nearest
 * category, or that of the nearest category. A guide that names none of the product's sizes does not apply.
 */
export async function findApplicableGuides(
  db: Queryable,
  productIds: readonly string[],
): Promise<Map<string, SizeGuide & { id: string }>> {
  const { rows: applicableGuideIds } = await sql<{ productId: string; guideId: string }>`
    WITH RECURSIVE up AS (
      SELECT pc.product_id, c.id AS category_id, c.parent_id, 0 AS distance, c.position
      FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = ANY (${productIds}::uuid[])
      UNION ALL SELECT u.product_id, c.id, c.parent_id, u.distance + 1, u.position
      FROM up u JOIN categories c ON c.id = u.parent_id
    ), possible AS (
      SELECT g.product_id, g.id, 0 AS kind, 0 AS distance, 0 AS position
      FROM size_guides g WHERE g.product_id = ANY (${productIds}::uuid[])
      UNION ALL SELECT u.product_id, g.id, CASE WHEN g.brand_id IS NULL THEN 2 ELSE 1 END, u.distance, u.position
      FROM up u JOIN size_guides g ON g.category_id = u.category_id
      WHERE g.brand_id IS NULL OR g.brand_id = (
        SELECT pb.brand_id FROM product_brands pb WHERE pb.product_id = u.product_id ORDER BY pb.position LIMIT 1))
    SELECT DISTINCT ON (o.product_id) o.product_id AS "productId", o.id AS "guideId" FROM possible o
    WHERE EXISTS (SELECT FROM size_guide_rows r JOIN sizes s ON s.size_name_id = r.size_name_id
      WHERE r.guide_id = o.id AND s.product_id = o.product_id AND NOT s.is_hidden)
    ORDER BY o.product_id, o.kind, o.distance, o.position, o.id`.execute(db);
  if (applicableGuideIds.length === 0) return new Map();
  const ids = [...new Set(applicableGuideIds.map(({ guideId }) => guideId))];
  const { rows: guides } = await sql<{ id: string; measures: Measure[]; rows: GuideRow[] }>`
    SELECT g.id, g.measures, ${GUIDE_ROWS} AS rows FROM size_guides g WHERE g.id = ANY (${ids}::uuid[])`.execute(db);
  const byId = new Map(guides.map((guide) => [guide.id, guide]));
  return new Map(
    applicableGuideIds.flatMap(({ productId, guideId }) => {
      const guide = byId.get(guideId);
      return guide ? [[productId, guide] as const] : [];
    }),
  );
}

/** The guide that applies to a product, or null. */
export async function findApplicableGuide(
  db: Queryable,
  productId: string,
): Promise<(SizeGuide & { id: string }) | null> {
  return (await findApplicableGuides(db, [productId])).get(productId) ?? null;
}

/**
 * The guide that the form of a new guide starts with: for a product the one that applies to it, for a brand in a
 * category that of the category. Undefined for a category.
 */
export async function findInheritedGuide(db: Queryable, owner: GuideOwner): Promise<SizeGuide | undefined> {
  if ("productId" in owner) return (await findApplicableGuide(db, owner.productId)) ?? undefined;
  return owner.brandId === null ? undefined : findOwnGuide(db, { ...owner, brandId: null });
}
