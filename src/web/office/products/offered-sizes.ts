/** How many sizes have a field of their own. Any other size can be added by its name. */
const MAX_FIELDS = 36;

/** The names of sizes that the form offers: those that the product lacks, without the seats of events. */
export function offeredSizes(names: readonly string[], existing: readonly string[]): string[] {
  return names.filter((name) => !existing.includes(name) && !/^boleto\b/i.test(name)).slice(0, MAX_FIELDS);
}
