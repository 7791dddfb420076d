/** No more words than this steer a search; the rest of a long sentence adds nothing. */
const MAX_WORDS = 8;

/** The words of a search term as the index knows them: without accents, lower case, letters and digits only. */
export function searchWords(term: string): string[] {
  return term
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 0)
    .slice(0, MAX_WORDS);
}
