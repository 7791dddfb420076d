/** What replaces the letters that Unicode does not decompose into another letter and an accent. */
const LETTER_REPLACEMENTS: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ħ: "h" };

/** A text without accents and capitals, like the result of the database's function `plain_text`. */
export function plainText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđħ]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter);
}
