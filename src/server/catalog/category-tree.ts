import type { SluggedRow } from "./product-row.ts";
import type { CategoryRow } from "./queries.ts";

export interface CategoryNode extends Omit<CategoryRow, "brands"> {
  /** The brands with available products in the category and its subcategories, sorted by name. */
  brands: SluggedRow[];
  children: CategoryNode[];
}

const NAME_COLLATOR = new Intl.Collator("es");

/** The tree of categories. With `onlyWithProducts`, without subtrees that have no available product. */
export function categoryTree(
  rows: readonly CategoryRow[],
  { onlyWithProducts }: { onlyWithProducts: boolean },
): CategoryNode[] {
  const rowsByParentId = Map.groupBy(rows, (row) => row.parent_id);
  const build = (parentId: string | null): CategoryNode[] =>
    (rowsByParentId.get(parentId) ?? [])
      .map((row) => {
        const children = build(row.id);
        return { ...row, children, brands: mergeBrandLists([row.brands, ...children.map((child) => child.brands)]) };
      })
      .filter((node) => !onlyWithProducts || node.hasProducts || node.children.length > 0);
  return build(null);
}

function mergeBrandLists(lists: SluggedRow[][]): SluggedRow[] {
  const brandsById = new Map(lists.flat().map((brand) => [brand.id, brand]));
  return [...brandsById.values()].sort((a, b) => NAME_COLLATOR.compare(a.name, b.name));
}
