/** How many sizes have a field of their own. Any other size can be added by its name. */
const MAX_FIELDS = 36;

/** The first names of sizes that the product lacks, without the seats of events. The form has a field for each. */
export function offeredSizes(names: readonly string[], existingNames: readonly string[]): string[] {
  return names.filter((name) => !existingNames.includes(name) && !/^boleto\b/i.test(name)).slice(0, MAX_FIELDS);
}
