import { phoneDigits } from "../../domain/phone.ts";
import { searchWords } from "../catalog/search-words.ts";

/** What staff typed into the search of orders, as a query on the index. */
export interface OrderSearch {
  /** "#100123" is the number of one order. */
  reference: number | null;
  /** For `order_search.words` (migration 0026). Null if only the reference is used. */
  words: string | null;
  /** What may be a part of a tracking number, without spaces and hyphens. */
  trackingPart: string | null;
}

/** Words are cut at the same length as in the index. */
const MAX_WORD_LENGTH = 64;
/** A phone number among other words: ten or more digits, with any spacing. */
/** Enough digits to leave few tracking numbers. */
const TRACKING_PART = /^(?=(?:.*\d){4})[a-z0-9 -]+$/i;
const PHONE = /\+?\d[\d\s().-]{8,}\d/g;

/**
 * Each typed word must be the beginning of an indexed word, in any order and without accents. Alternatively all words
 * together must be one, like a tracking number typed with spaces. Null if there is nothing to search for.
 */
export function readOrderSearch(typed: string): OrderSearch | null {
  const reference = /^#\s*(\d{1,15})$/.exec(typed.trim())?.[1];
  if (reference !== undefined) return { reference: Number(reference), words: null, trackingPart: null };
  const words = searchWords(typed.replaceAll(PHONE, (match) => phoneDigits(match) ?? match));
  if (words.length === 0) return null;
  const alternatives = new Set([all(words), all([words.join("")]), all([searchWords(typed).join("")])]);
  const trackingPart = TRACKING_PART.test(typed) ? searchWords(typed).join("") : null;
  return { reference: null, words: [...alternatives].join(" | "), trackingPart };
}

function all(words: readonly string[]): string {
  return `(${words.map((word) => `${word.slice(0, MAX_WORD_LENGTH)}:*`).join(" & ")})`;
}

/** The order that a plain number may mean. It is shown before orders whose number only begins with it. */
export function namedReference(typed: string): number | null {
  const [, digits] = /^#?\s*(\d{1,15})$/.exec(typed.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
