/** Shorter words differ from too many others by one letter. */
const MIN_LETTERS = 4;
/** Longer words are no names, and their pattern would be long. */
const MAX_LETTERS = 20;

/**
 * A regular expression (POSIX, as PostgreSQL reads it) for whole words that differ from `word` by one typing mistake: a
 * wrong letter, a missing one, one too many, or two that changed places. Null for a word that is too short or has digits.
 */
export function oneLetterOff(word: string): string | null {
  if (!isName(word)) return null;
  const alternatives = new Set<string>([`${word}[a-z]`]);
  for (let at = 0; at < word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
    alternatives.add(`${before}[a-z]${after}`);
    alternatives.add(`${before}[a-z]${letter}${after}`);
    alternatives.add(`${before}${after}`);
    if (after !== "") alternatives.add(`${before}${after[0]}${letter}${after.slice(1)}`);
  }
  return `\\m(${[...alternatives].join("|")})\\M`;
}

/**
 * The words that `word` was meant to be if two neighbouring letters changed places, with and without a plural's ending:
 * 'blsuas' gives 'blusas' and 'blusa', among others. Empty for a word that `oneLetterOff` has no pattern for.
 */
export function withSwappedLetters(word: string): string[] {
  if (!isName(word)) return [];
  const swapped = Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  );
  const singular = swapped.flatMap((one) =>
    ["es", "s"].filter((end) => one.endsWith(end)).map((end) => one.slice(0, -end.length)),
  );
  return [...new Set([...swapped, ...singular])].filter((one) => one !== word);
}

function isName(word: string): boolean {
  return new RegExp(`^[a-z]{${MIN_LETTERS},${MAX_LETTERS}}$`).test(word);
}
