import { sql } from "kysely";
import type { GuideRow, Measure, SizeGuide } from "../../domain/size-guide.ts";
import type { Queryable } from "../db/connect.ts";
import { GUIDE_ROWS } from "./queries.ts";

/** The guide of a category, or of a brand in it. */
interface CategoryGuide extends SizeGuide {
  id: string;
  brandId: string | null;
}

/** The guides of categories, and what decides which of them applies to a product without a guide of its own. */
export interface CategoryGuides {
  /** By category. */
  guides: ReadonlyMap<string, readonly CategoryGuide[]>;
  categories: ReadonlyMap<string, { parentId: string | null; position: number }>;
  /** A cache of the guides of products, while these objects are in memory. Null for a product without a guide. */
  guideByProduct: WeakMap<ProductForGuide, CategoryGuide | null>;
}

/** The fields of a product that decide which guide applies to it. */
export interface ProductForGuide {
  id: string;
  brands: readonly { id: string }[];
  categories: readonly { id: string }[];
  sizes: readonly { name: string }[];
}

type CategoryGuideRow = CategoryGuide & { categoryId: string };

export async function loadCategoryGuides(db: Queryable): Promise<CategoryGuides> {
  const { rows } = await sql<{
    guides: (Omit<CategoryGuideRow, "measures" | "rows"> & { measures: Measure[]; rows: GuideRow[] })[];
    categories: { id: string; parentId: string | null; position: number }[];
  }>`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'categoryId', g.category_id, 'brandId', g.brand_id,
        'measures', g.measures, 'rows', ${GUIDE_ROWS}) ORDER BY g.id), '[]')
        FROM size_guides g WHERE g.category_id IS NOT NULL) AS guides,
      (SELECT coalesce(json_agg(json_build_object('id', c.id, 'parentId', c.parent_id, 'position', c.position)), '[]')
        FROM categories c) AS categories`.execute(db);
  const { guides, categories } = rows[0]!;
  return {
    guides: Map.groupBy(guides, ({ categoryId }) => categoryId),
    categories: new Map(categories.map(({ id, ...category }) => [id, category])),
    guideByProduct: new WeakMap(),
  };
}

/**
 * The guide that applies to a product without one of its own (rule SIZE-1): that of its first brand in the nearest
 * category, or that of the nearest category. A guide that names none of the product's sizes does not apply.
 * `findApplicableGuides` applies the same rule in SQL.
 */
export function findCategoryGuide(categoryGuides: CategoryGuides, product: ProductForGuide): CategoryGuide | null {
  const cachedGuide = categoryGuides.guideByProduct.get(product);
  if (cachedGuide !== undefined) return cachedGuide;
  const guide = chooseGuide(categoryGuides, product) ?? null;
  categoryGuides.guideByProduct.set(product, guide);
  return guide;
}

function chooseGuide(categoryGuides: CategoryGuides, product: ProductForGuide): CategoryGuide | undefined {
  const [brand] = product.brands;
  const sizes = new Set(product.sizes.map(({ name }) => name));
  const candidates = product.categories.flatMap(({ id }) =>
    withAncestors(categoryGuides, id).flatMap((categoryId, distance) =>
      (categoryGuides.guides.get(categoryId) ?? [])
        .filter(({ brandId, rows }) => (brandId ?? brand?.id) === brand?.id && rows.some(({ size }) => sizes.has(size)))
        .map((guide) => ({ guide, distance, position: categoryGuides.categories.get(id)?.position ?? 0 })),
    ),
  );
  const [bestCandidate] = candidates.toSorted(
    (a, b) =>
      Number(a.guide.brandId === null) - Number(b.guide.brandId === null) ||
      a.distance - b.distance ||
      a.position - b.position ||
      (a.guide.id < b.guide.id ? -1 : 1),
  );
  return bestCandidate?.guide;
}

/** A category and its ancestors, nearest first. */
function withAncestors({ categories }: CategoryGuides, id: string): string[] {
  const ids = [];
  for (
    let categoryId: string | null = id;
    categoryId !== null;
    categoryId = categories.get(categoryId)?.parentId ?? null
  )
    ids.push(categoryId);
  return ids;
}
