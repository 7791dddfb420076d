/** Maximum of one URL or form. Further ones are ignored. */
export const MAX_ORDERS = 200;

/** The order references of a URL or form without duplicates: `pedido=100123`. */
export function readReferences(named: readonly string[]): number[] {
  const references = named.filter((reference) => /^\d{1,15}$/.test(reference)).map(Number);
  return [...new Set(references)].slice(0, MAX_ORDERS);
}
