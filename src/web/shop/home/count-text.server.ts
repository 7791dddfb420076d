/** '1,234 productos', or '10 eventos' if all that is shown are tickets. */
export function countText(total: number, shown: readonly { isDigital: boolean }[]): string {
  const noun = isOfTickets(shown) ? "evento" : "producto";
  return `${total.toLocaleString("es-MX")} ${noun}${total === 1 ? "" : "s"}`;
}

/** Tickets have no wholesale prices. */
export function isOfTickets(shown: readonly { isDigital: boolean }[]): boolean {
  return shown.length > 0 && shown.every(({ isDigital }) => isDigital);
}
