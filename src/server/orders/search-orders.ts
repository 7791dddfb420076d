import { phoneDigits } from "../../domain/phone.ts";
import { searchWords } from "../catalog/search-words.ts";

/** The text that staff typed into the search of orders, as a query on the index. */
export interface OrderSearch {
  /** "#100123" is the number of one order. */
  reference: number | null;
  /** A tsquery for `order_search.words` (migration 0026). Null if only the reference is used. */
  words: string | null;
  /** The text without spaces and hyphens, if it may be a part of a tracking number. */
  trackingPart: string | null;
}

/** Words are cut at the same length as in the index. */
const MAX_WORD_LENGTH = 64;
/** A part of a tracking number. At least four digits, so that few tracking numbers match. */
const TRACKING_PART = /^(?=(?:.*\d){4})[a-z0-9 -]+$/i;
/** A phone number among other words: ten or more digits, with any separators. */
const PHONE = /\+?\d[\d\s().-]{8,}\d/g;

/**
 * Each typed word must be the beginning of an indexed word, in any order and without accents. Alternatively all typed
 * words together are the beginning of one word, like a tracking number typed with spaces. Null if there is nothing to
 * search.
 */
export function readOrderSearch(typed: string): OrderSearch | null {
  const reference = /^#\s*(\d{1,15})$/.exec(typed.trim())?.[1];
  if (reference !== undefined) return { reference: Number(reference), words: null, trackingPart: null };
  const words = searchWords(typed.replaceAll(PHONE, (match) => phoneDigits(match) ?? match));
  if (words.length === 0) return null;
  const alternatives = new Set([
    prefixesOf(words),
    prefixesOf([words.join("")]),
    prefixesOf([searchWords(typed).join("")]),
  ]);
  const trackingPart = TRACKING_PART.test(typed) ? searchWords(typed).join("") : null;
  return { reference: null, words: [...alternatives].join(" | "), trackingPart };
}

/** A tsquery part that matches if every word is the beginning of an indexed word. */
function prefixesOf(words: readonly string[]): string {
  return `(${words.map((word) => `${word.slice(0, MAX_WORD_LENGTH)}:*`).join(" & ")})`;
}

/**
 * The order number in a text that is only a number. That order is shown before orders whose data begin with the number.
 */
export function readTypedReference(typed: string): number | null {
  const [, digits] = /^#?\s*(\d{1,15})$/.exec(typed.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
