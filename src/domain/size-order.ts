const LETTER_SIZES = ["XXCH", "XCH", "CH", "M", "G", "XG", "XXG", "XXXG"];

/** Days of an event that sells tickets for each day. */
const WEEKDAYS = ["LUNES", "MARTES", "MIÉRCOLES", "JUEVES", "VIERNES", "SÁBADO", "DOMINGO"];

/** Other names of the letter sizes, so that an imported 'Large' is sorted as 'G'. */
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

/**
 * A number to sort sizes by, lowest first: 'Unitalla', letters from XXCH to XXXG, numbers of up to three
 * digits with or without a half, days of the week, all others. Sizes with the same number are sorted by name.
 */
export function sizePosition(name: string): number {
  const upperName = name.trim().toUpperCase();
  if (/^(UNITALLA|ÚNICA|UNICA|DEFAULT TITLE)$/.test(upperName)) return 0;
  const letterIndex = LETTER_SIZES.indexOf(ALIASES[upperName] ?? upperName);
  if (letterIndex >= 0) return 10 + letterIndex;
  const dayIndex = WEEKDAYS.indexOf(upperName);
  if (dayIndex >= 0) return 9_990 + dayIndex;
  const value = /^\d{1,3}(?:[.,]5)?$/.test(upperName) ? Number(upperName.replace(",", ".")) : Number.NaN;
  return Number.isNaN(value) ? 10_000 : 100 + Math.round(value * 10);
}
