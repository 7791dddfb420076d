/** Of one address or form; more are not looked at. */
export const MAX_ORDERS = 200;

/** The orders that an address or a form names, each once: `pedido=100123`. */
export function readReferences(named: readonly string[]): number[] {
  const references = named.filter((reference) => /^\d{1,15}$/.test(reference)).map(Number);
  return [...new Set(references)].slice(0, MAX_ORDERS);
}
