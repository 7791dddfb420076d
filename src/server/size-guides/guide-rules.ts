import { sql } from "kysely";
import type { GuideRow, Measure, SizeGuide } from "../../domain/size-guide.ts";
import type { Queryable } from "../db/connect.ts";
import { ROWS } from "./queries.ts";

/** The guide of a category, or of a brand in it. */
interface CategoryGuide extends SizeGuide {
  id: string;
  brandId: string | null;
}

/** What decides which guide applies to a product that has none of its own. */
export interface GuideRules {
  /** By category. */
  guides: ReadonlyMap<string, readonly CategoryGuide[]>;
  categories: ReadonlyMap<string, { parentId: string | null; position: number }>;
}

/** A product, as far as its guide depends on it. */
export interface GuidedProduct {
  id: string;
  brands: readonly { id: string }[];
  categories: readonly { id: string }[];
  sizes: readonly { name: string }[];
}

type Rule = CategoryGuide & { categoryId: string };

export async function loadGuideRules(db: Queryable): Promise<GuideRules> {
  const { rows } = await sql<{
    guides: (Omit<Rule, "measures" | "rows"> & { measures: Measure[]; rows: GuideRow[] })[];
    categories: { id: string; parentId: string | null; position: number }[];
  }>`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'categoryId', g.category_id, 'brandId', g.brand_id,
        'measures', g.measures, 'rows', ${ROWS}) ORDER BY g.id), '[]')
        FROM size_guides g WHERE g.category_id IS NOT NULL) AS guides,
      (SELECT coalesce(json_agg(json_build_object('id', c.id, 'parentId', c.parent_id, 'position', c.position)), '[]')
        FROM categories c) AS categories`.execute(db);
  const { guides, categories } = rows[0]!;
  return {
    guides: Map.groupBy(guides, ({ categoryId }) => categoryId),
    categories: new Map(categories.map(({ id, ...category }) => [id, category])),
  };
}

/**
 * The guide that applies to a product without its own (rule SIZE-1): that of its first brand in the nearest category, or
 * that of the nearest category. The same as `findGuidesOfProducts`.
 */
export function findRuledGuide(rules: GuideRules, product: GuidedProduct): CategoryGuide | undefined {
  const [brand] = product.brands;
  const sizes = new Set(product.sizes.map(({ name }) => name));
  const possible = product.categories.flatMap(({ id }) =>
    above(rules, id).flatMap((categoryId, distance) =>
      (rules.guides.get(categoryId) ?? [])
        .filter(({ brandId, rows }) => (brandId ?? brand?.id) === brand?.id && rows.some(({ size }) => sizes.has(size)))
        .map((guide) => ({ guide, distance, position: rules.categories.get(id)?.position ?? 0 })),
    ),
  );
  const [first] = possible.toSorted(
    (one, other) =>
      Number(one.guide.brandId === null) - Number(other.guide.brandId === null) ||
      one.distance - other.distance ||
      one.position - other.position ||
      (one.guide.id < other.guide.id ? -1 : 1),
  );
  return first?.guide;
}

/** A category and those above it. */
function above({ categories }: GuideRules, id: string): string[] {
  const ids = [];
  for (let at: string | null = id; at !== null; at = categories.get(at)?.parentId ?? null) ids.push(at);
  return ids;
}
