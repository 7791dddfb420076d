type Node<N> = { id?: string; slug: string; children: N[] };

/** The categories from the root of the tree to the category with this id or slug. Empty if it does not exist. */
export function findCategoryPath<N extends Node<N>>(tree: readonly N[], idOrSlug: string): N[] {
  for (const node of tree) {
    if (node.slug === idOrSlug || node.id === idOrSlug) return [node];
    const childPath = findCategoryPath(node.children, idOrSlug);
    if (childPath.length > 0) return [node, ...childPath];
  }
  return [];
}
