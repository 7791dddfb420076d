import { sql, type RawBuilder } from "kysely";
import { phoneDigits } from "../../domain/phone.ts";
import { searchWords } from "../catalog/search-words.ts";
import { likePattern } from "../db/like-pattern.ts";

/**
 * Whether customer `c` is called, reached or signed in as typed: a phone however it is written, or every word somewhere in
 * name, phone, user name and mail, accents or none. False where nothing typed can be looked for.
 */
export function customerMatches(typed: string): RawBuilder<unknown> {
  const phone = phoneDigits(typed);
  const words = phone ? [phone] : searchWords(typed);
  if (words.length === 0) return sql`false`;
  const all = words.map(
    (word) => sql`customer_words(c.name, c.last_name, c.phone, c.username, c.email) LIKE ${likePattern(word)}`,
  );
  return sql`(${sql.join(all, sql` AND `)})`;
}
