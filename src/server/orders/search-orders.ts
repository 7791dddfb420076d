import { phoneDigits } from "../../domain/phone.ts";
import { searchWords } from "../catalog/search-words.ts";

/** What staff typed into the search of orders, as the index is asked for it. */
export interface OrderSearch {
  /** "#100123" names one order. */
  reference: number | null;
  /** For `order_search.words` (migration 0026); null where a reference says it all. */
  words: string | null;
}

/** Cut where the index cuts. */
const LONGEST_WORD = 64;
/** A phone among other words: ten digits and more, in any spacing. */
const PHONE = /\+?\d[\d\s().-]{8,}\d/g;

/**
 * Every word must begin one that the order is known by, in any order and without accents; or all of them together do, as
 * a guide number typed with spaces. Null where nothing was asked that could be looked for.
 */
export function readOrderSearch(typed: string): OrderSearch | null {
  const named = /^#\s*(\d{1,15})$/.exec(typed.trim())?.[1];
  if (named !== undefined) return { reference: Number(named), words: null };
  const words = searchWords(typed.replaceAll(PHONE, (found) => phoneDigits(found) ?? found));
  if (words.length === 0) return null;
  const ways = new Set([all(words), all([words.join("")]), all([searchWords(typed).join("")])]);
  return { reference: null, words: [...ways].join(" | ") };
}

function all(words: readonly string[]): string {
  return `(${words.map((word) => `${word.slice(0, LONGEST_WORD)}:*`).join(" & ")})`;
}

/** The order that a plain number may name, to be shown before others that only begin with it. */
export function namedReference(typed: string): number | null {
  const [, digits] = /^#?\s*(\d{1,15})$/.exec(typed.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
