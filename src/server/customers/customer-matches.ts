import { sql, type RawBuilder } from "kysely";
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
  const all = words.map(
    (word) => sql`customer_words(c.name, c.last_name, c.phone, c.username, c.email) LIKE ${likePattern(word)}`,
  );
  return sql`(${sql.join(all, sql` AND `)})`;
}
