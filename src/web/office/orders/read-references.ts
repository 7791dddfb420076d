/** Maximum number of orders in a URL or form. Further ones are ignored. */
export const MAX_BULK_ORDERS = 200;

/** The order references in values of a URL or form (`pedido=100123`), without duplicates. */
export function readReferences(values: readonly string[]): number[] {
  const references = values.filter((reference) => /^\d{1,15}$/.test(reference)).map(Number);
  return [...new Set(references)].slice(0, MAX_BULK_ORDERS);
}
