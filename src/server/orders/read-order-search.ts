import { phoneDigits } from "../../domain/phone.ts";
import { toSearchWords } from "../catalog/search-words.ts";

/** The text that staff typed into the search of orders, as a query on the indexes. */
export interface OrderSearch {
  /** The order number, if the text is "#" and a number. Null for any other text. */
  reference: number | null;
  /** A tsquery for `order_search.words` (migration 0026). Null if only the reference is used. */
  tsquery: string | null;
  /** The text without spaces and hyphens, if it may be a part of a tracking number. */
  trackingPart: string | null;
}

/** Words are cut at the same length as in the index. */
const MAX_WORD_LENGTH = 64;
/** A part of a tracking number. At least four digits, so that few tracking numbers match. */
const TRACKING_PART = /^(?=(?:.*\d){4})[a-z0-9 -]+$/i;
/** A possible phone number among other words: ten or more digits and separators. `phoneDigits` decides if it is one. */
const PHONE = /\+?\d[\d\s().-]{8,}\d/g;

/**
 * Each word of the text must be the beginning of an indexed word, in any order and without accents. Alternatively all
 * words together are the beginning of one indexed word, like a tracking number with spaces. Null if the text has no
 * word.
 */
export function readOrderSearch(text: string): OrderSearch | null {
  const reference = /^#\s*(\d{1,15})$/.exec(text.trim())?.[1];
  if (reference !== undefined) return { reference: Number(reference), tsquery: null, trackingPart: null };
  const words = toSearchWords(text.replaceAll(PHONE, (match) => phoneDigits(match) ?? match));
  if (words.length === 0) return null;
  const alternatives = new Set([
    prefixesOf(words),
    prefixesOf([words.join("")]),
    prefixesOf([toSearchWords(text).join("")]),
  ]);
  const trackingPart = TRACKING_PART.test(text) ? toSearchWords(text).join("") : null;
  return { reference: null, tsquery: [...alternatives].join(" | "), trackingPart };
}

/** A tsquery part that matches if every word is the beginning of an indexed word. */
function prefixesOf(words: readonly string[]): string {
  return `(${words.map((word) => `${word.slice(0, MAX_WORD_LENGTH)}:*`).join(" & ")})`;
}

/**
 * The order number, if the text is a number with or without "#". Null for any other text. That order is shown before
 * orders whose data begin with the number.
 */
export function readReference(text: string): number | null {
  const [, digits] = /^#?\s*(\d{1,15})$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
