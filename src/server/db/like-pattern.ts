import { sql, type RawBuilder } from "kysely";

/** A LIKE pattern on plain text (`plain_text`) that matches the input anywhere. % and _ in the input are escaped. */
export function likePattern(input: string): RawBuilder<string> {
  const text = input.replaceAll(/\s+/g, " ").replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql`('%' || plain_text(${text}::text) || '%')`;
}
