/** A shorter word would match too many other words that differ from it by one letter. */
const MIN_LETTERS = 4;
/** A longer word would have a long pattern. */
const MAX_LETTERS = 20;

/**
 * A regular expression (POSIX, as PostgreSQL reads it) for whole words that differ from `word` by one typing mistake: a
 * wrong, missing or additional letter, or two swapped letters. Null for a word that is too short, too long or has
 * other characters than a to z.
 */
export function oneTypoPattern(word: string): string | null {
  if (!isCheckedForTypos(word)) return null;
  const alternatives = new Set<string>([`${word}[a-z]`]);
  for (let index = 0; index < word.length; index++) {
    const [before, letter, after] = [word.slice(0, index), word[index]!, word.slice(index + 1)];
    alternatives.add(`${before}[a-z]${after}`);
    alternatives.add(`${before}[a-z]${letter}${after}`);
    alternatives.add(`${before}${after}`);
    if (after !== "") alternatives.add(`${before}${after[0]}${letter}${after.slice(1)}`);
  }
  return `\\m(${[...alternatives].join("|")})\\M`;
}

/**
 * The words that `word` may mean if two neighbouring letters were swapped, with and without the ending of a plural:
 * 'blsuas' gives 'blusas' and 'blusa', among others. Empty for a word that is too short or too long, or has other
 * characters than a to z.
 */
export function withSwappedLetters(word: string): string[] {
  if (!isCheckedForTypos(word)) return [];
  const swappedWords = Array.from(
    { length: word.length - 1 },
    (_, index) => word.slice(0, index) + word[index + 1]! + word[index]! + word.slice(index + 2),
  );
  const singulars = swappedWords.flatMap((plural) =>
    ["es", "s"].filter((ending) => plural.endsWith(ending)).map((ending) => plural.slice(0, -ending.length)),
  );
  return [...new Set([...swappedWords, ...singulars])].filter((candidate) => candidate !== word);
}

function isCheckedForTypos(word: string): boolean {
  return new RegExp(`^[a-z]{${MIN_LETTERS},${MAX_LETTERS}}$`).test(word);
}
