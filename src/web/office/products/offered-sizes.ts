/** More cells are a wall; any other size can be written by its name. */
const MAX_CELLS = 36;

/** The known names of sizes a product does not have yet; a ticket's places belong to their event alone. */
export function offeredSizes(names: readonly string[], had: readonly string[]): string[] {
  return names.filter((name) => !had.includes(name) && !/^boleto\b/i.test(name)).slice(0, MAX_CELLS);
}
