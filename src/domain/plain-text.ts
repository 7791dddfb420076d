/** A text without accents and capitals, as the function `plain_text` of the database. */
export function plainText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
