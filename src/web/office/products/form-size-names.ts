/** The maximum number of sizes that have a field of their own. Any other size can be added by its name. */
const MAX_SIZE_FIELDS = 36;

/**
 * The names of the first sizes that the product lacks. The form has a field for each. Names that begin with "boleto"
 * are left out: they are seats of events.
 */
export function listFormSizeNames(names: readonly string[], existingNames: readonly string[]): string[] {
  return names.filter((name) => !existingNames.includes(name) && !/^boleto\b/i.test(name)).slice(0, MAX_SIZE_FIELDS);
}
