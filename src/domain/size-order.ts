const LETTERS = ["XXCH", "XCH", "CH", "M", "G", "XG", "XXG", "XXXG"];

/** What the letter sizes are called elsewhere, so that an imported 'Large' stands where 'G' does. */
const ALIASES: Record<string, string> = {
  XXS: "XXCH",
  XS: "XCH",
  S: "CH",
  SMALL: "CH",
  CHICA: "CH",
  MEDIUM: "M",
  MEDIANA: "M",
  L: "G",
  LARGE: "G",
  GRANDE: "G",
  XL: "XG",
  XXL: "XXG",
  XXXL: "XXXG",
};

/** Where a size stands among others: one size, letters, numbers by value, then everything else by name. */
export function sizePosition(name: string): number {
  const upper = name.trim().toUpperCase();
  if (/^(UNITALLA|ÚNICA|UNICA|DEFAULT TITLE)$/.test(upper)) return 0;
  const letter = LETTERS.indexOf(ALIASES[upper] ?? upper);
  if (letter >= 0) return 10 + letter;
  const value = /^\d{1,3}(?:[.,]5)?$/.test(upper) ? Number(upper.replace(",", ".")) : Number.NaN;
  return Number.isNaN(value) ? 10_000 : 100 + Math.round(value * 10);
}
