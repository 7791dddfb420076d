import { sql, type RawBuilder } from "kysely";
import { oneTypoPattern } from "../../domain/typo-pattern.ts";
import { phoneDigits } from "../../domain/phone.ts";
import { toSearchWords } from "../catalog/search-words.ts";
import { likePattern } from "../db/like-pattern.ts";

/**
 * SQL: whether customer `c` matches the search text. A text that is a phone, in any format, is searched as one word.
 * Of any other text each word must occur in the name, phone, user name or email, ignoring accents. False if the text
 * has no words.
 */
export function customerMatches(text: string): RawBuilder<unknown> {
  const phone = phoneDigits(text);
  const words = phone ? [phone] : toSearchWords(text);
  if (words.length === 0) return sql`false`;
  return sql`(${sql.join(words.map(containsWord), sql` AND `)})`;
}

/**
 * SQL: like `customerMatches`, but each word may have one typing mistake. For searches without an exact match. Null if
 * the text is a phone, or if each of its words is too short, too long or has digits (`oneTypoPattern`).
 */
export function customerMatchesWithTypos(text: string): RawBuilder<unknown> | null {
  const words = phoneDigits(text) ? [] : toSearchWords(text);
  const patterns = words.map(oneTypoPattern);
  if (patterns.every((pattern) => pattern === null)) return null;
  const conditions = words.map((word, index) => {
    const pattern = patterns[index] ?? null;
    return pattern === null ? containsWord(word) : sql`(${containsWord(word)} OR ${CUSTOMER_WORDS} ~ ${pattern})`;
  });
  return sql`(${sql.join(conditions, sql` AND `)})`;
}

const CUSTOMER_WORDS = sql`customer_words(c.name, c.last_name, c.phone, c.username, c.email)`;

function containsWord(word: string): RawBuilder<unknown> {
  return sql`${CUSTOMER_WORDS} LIKE ${likePattern(word)}`;
}
