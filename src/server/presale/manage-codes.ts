import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Queryable } from "../db/connect.ts";

/** No letters or digits that look like another: 31 symbols, ten of them are 49 bits. */
const SYMBOLS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH = 10;

interface NewCodes {
  count: number;
  /** Orders each is good for; null: any number. */
  maxUses: number | null;
  /** Until when; null: as long as the presale. */
  endsAt: Date | null;
  /** One that people chose, trimmed and in upper case, instead of generated ones. Short ones live by the throttle. */
  chosen?: string | undefined;
}

/** Makes codes for a presale: ones nobody can guess, or the chosen one. */
export async function makeAccessCodes(
  db: Queryable,
  presaleId: string,
  { count, maxUses, endsAt, chosen }: NewCodes,
): Promise<string[] | Refusal<"code_taken">> {
  const codes = new Set<string>(chosen === undefined ? [] : [chosen]);
  while (codes.size < count) {
    codes.add(Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join(""));
  }
  const made = await db
    .insertInto("access_codes")
    .values(
      [...codes].map((code) => ({ code, presale_id: presaleId, max_uses: maxUses, ends_at: endsAt, revoked_at: null })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("code")
    .execute();
  return chosen !== undefined && made.length === 0 ? refuse("code_taken") : made.map((row) => row.code);
}

/** Ends codes now; one revoked before keeps its time. Answers those that nobody made. */
export async function revokeCodes(db: Queryable, typed: readonly string[]): Promise<string[]> {
  const codes = typed.map((code) => code.trim().toUpperCase());
  const { rows } = await sql<{ code: string }>`
    UPDATE access_codes SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE code = ANY (${codes})
    RETURNING code`.execute(db);
  return codes.filter((code) => !rows.some((row) => row.code === code));
}
