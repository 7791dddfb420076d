type Node<N> = { id?: string; slug: string; children: N[] };

/** The categories from the root of the tree to the one with this id or slug; empty if there is none. */
export function findPath<N extends Node<N>>(tree: readonly N[], wanted: string): N[] {
  for (const node of tree) {
    if (node.slug === wanted || node.id === wanted) return [node];
    const below = findPath(node.children, wanted);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
