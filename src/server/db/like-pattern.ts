import { sql, type RawBuilder } from "kysely";

/** What somebody typed as a pattern for LIKE on plain text (`plain_text`): anywhere in it, its own % and _ meaning themselves. */
export function likePattern(typed: string): RawBuilder<string> {
  const text = typed.replaceAll(/\s+/g, " ").replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql`('%' || plain_text(${text}::text) || '%')`;
}
