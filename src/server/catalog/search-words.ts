/** The maximum number of words in a search. The rest of a long sentence is ignored. */
const MAX_WORDS = 8;

/** The words of a search term in the form of the index: lower case, without accents, only letters and digits. */
export function toSearchWords(term: string): string[] {
  return term
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 0)
    .slice(0, MAX_WORDS);
}
