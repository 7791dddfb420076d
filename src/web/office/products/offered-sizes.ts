/** Maximum of size fields. Any other size can be added by its name. */
const MAX_CELLS = 36;

/** The known sizes that a product does not have yet. Places of an event are left out. */
export function offeredSizes(names: readonly string[], existing: readonly string[]): string[] {
  return names.filter((name) => !existing.includes(name) && !/^boleto\b/i.test(name)).slice(0, MAX_CELLS);
}
