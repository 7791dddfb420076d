import { sql, type RawBuilder } from "kysely";
import { oneTypoPattern } from "../../domain/typo-pattern.ts";
import { phoneDigits } from "../../domain/phone.ts";
import { searchWords } from "../catalog/search-words.ts";
import { likePattern } from "../db/like-pattern.ts";

/**
 * SQL: whether customer `c` matches the search text: a phone in any format, or every word in name, phone, user name and
 * email, ignoring accents. False if the text has nothing to search for.
 */
export function customerMatches(text: string): RawBuilder<unknown> {
  const phone = phoneDigits(text);
  const words = phone ? [phone] : searchWords(text);
  if (words.length === 0) return sql`false`;
  return sql`(${sql.join(words.map(containsWord), sql` AND `)})`;
}

/**
 * SQL: like `customerMatches`, but each word may have one typing mistake. For searches without an exact match. Null if
 * the text is a phone, or if no word can be a name.
 */
export function misspeltCustomerMatches(text: string): RawBuilder<unknown> | null {
  const words = phoneDigits(text) ? [] : searchWords(text);
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
