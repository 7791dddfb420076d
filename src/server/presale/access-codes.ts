import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** The presale a code opens now: known, not revoked, not past its end, its presale open. */
export async function findOpenPresale(db: Queryable, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("access_codes")
    .innerJoin("presales", "presales.id", "access_codes.presale_id")
    .select("presales.id")
    .where("access_codes.code", "=", code.trim().toUpperCase())
    .where("access_codes.revoked_at", "is", null)
    .where(sql<boolean>`coalesce(access_codes.ends_at > clock_timestamp(), true)`)
    .where(sql<boolean>`clock_timestamp() BETWEEN presales.starts_at AND presales.ends_at`)
    .executeTakeFirst();
  return row?.id;
}

/** No letters or digits that look like another: 31 symbols, ten of them are 49 bits. */
const SYMBOLS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH = 10;

/** Makes codes nobody can guess for a presale, each good for `maxUses` or for ever. */
export async function makeAccessCodes(
  db: Queryable,
  presaleId: string,
  count: number,
  maxUses: number | null,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    codes.add(Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join(""));
  }
  await db
    .insertInto("access_codes")
    .values(
      [...codes].map((code) => ({ code, presale_id: presaleId, max_uses: maxUses, ends_at: null, revoked_at: null })),
    )
    .execute();
  return [...codes];
}
