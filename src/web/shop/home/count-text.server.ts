interface ShownList {
  /** How many products it has, of which a page is shown. */
  total: number;
  shown: readonly { isDigital: boolean }[];
  isCategory: boolean;
}

/** '1,234 productos', or '10 eventos' of a list of tickets. */
export function countText(list: ShownList): string {
  const noun = isOfTickets(list) ? "evento" : "producto";
  return `${list.total.toLocaleString("es-MX")} ${noun}${list.total === 1 ? "" : "s"}`;
}

/**
 * Whether the list has only tickets, which have no wholesale prices. A category of tickets has nothing else, so its first page
 * is enough to know. A search may find garments on later pages.
 */
export function isOfTickets({ total, shown, isCategory }: ShownList): boolean {
  return shown.length > 0 && shown.every(({ isDigital }) => isDigital) && (isCategory || shown.length === total);
}
