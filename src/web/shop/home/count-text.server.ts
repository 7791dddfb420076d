interface ShownList {
  /** The number of products in the list. */
  total: number;
  /** The products that the page shows: the first ones of the list. */
  products: readonly { isDigital: boolean }[];
  isCategory: boolean;
}

/** '1,234 productos', or '10 eventos' for a list of tickets. A sentence if the list is empty. */
export function countText(list: ShownList): string {
  if (list.total === 0) return "No hay productos para mostrar en esta categoría o búsqueda";
  const noun = isTicketList(list) ? "evento" : "producto";
  return `${list.total.toLocaleString("es-MX")} ${noun}${list.total === 1 ? "" : "s"}`;
}

/**
 * Whether the list has only tickets, which have no wholesale prices. In a category it is enough that the shown products
 * are tickets, because categories of tickets usually have no other products. Of a search, all results must be shown.
 */
export function isTicketList({ total, products, isCategory }: ShownList): boolean {
  return (
    products.length > 0 && products.every(({ isDigital }) => isDigital) && (isCategory || products.length === total)
  );
}
