/** A category of a tree, with its subcategories. */
type CategoryNode<Category> = { id?: string; slug: string; children: Category[] };

/** The categories from the root of the tree to the category with this id or slug. Empty if it does not exist. */
export function findCategoryPath<Category extends CategoryNode<Category>>(
  tree: readonly Category[],
  idOrSlug: string,
): Category[] {
  for (const category of tree) {
    if (category.slug === idOrSlug || category.id === idOrSlug) return [category];
    const childPath = findCategoryPath(category.children, idOrSlug);
    if (childPath.length > 0) return [category, ...childPath];
  }
  return [];
}
