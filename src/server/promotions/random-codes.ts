import { sql } from "kysely";
import { normalizeCouponCode } from "../../domain/normalize-coupon-code.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Tx } from "../db/connect.ts";

/** Codes to generate: how many, and their prefix, "" for none. */
export interface CodeBatch {
  count: number;
  prefix: string;
}

export type CodeBatchRefusal = Refusal<"coupon_form_wrong" | "coupon_too_many">;

/** Letters and digits that cannot be confused with each other. */
const CODE_SYMBOLS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const RANDOM_SYMBOL_COUNT = 8;
const MAX_CODES_AT_ONCE = 10_000;

/** Inserts codes for one use each, such as BUENFIN-7KQ2M4XA, and returns them. */
export async function insertRandomCodes(
  tx: Tx,
  promotionId: string,
  { count, prefix }: CodeBatch,
): Promise<string[] | CodeBatchRefusal> {
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_CODES_AT_ONCE) return refuse("coupon_too_many");
  const normalizedPrefix = normalizeCouponCode(prefix);
  if (normalizedPrefix !== "" && !/^[A-Z0-9][A-Z0-9_-]{0,19}$/.test(normalizedPrefix))
    return refuse("coupon_form_wrong");
  const insertedCodes: string[] = [];
  while (insertedCodes.length < count)
    insertedCodes.push(...(await insertUnusedCodes(tx, promotionId, normalizedPrefix, count - insertedCodes.length)));
  return insertedCodes;
}

/** Inserts up to `count` codes. A code that exists already is skipped. */
async function insertUnusedCodes(
  tx: Tx,
  promotionId: string,
  normalizedPrefix: string,
  count: number,
): Promise<string[]> {
  const codes = Array.from(
    { length: count },
    () => (normalizedPrefix === "" ? "" : `${normalizedPrefix}-`) + randomSymbols(),
  );
  const { rows } = await sql<{ code: string }>`
    INSERT INTO promotion_codes (code, promotion_id, max_uses)
    SELECT DISTINCT code, ${promotionId}::uuid, 1 FROM unnest(${codes}::text[]) code ON CONFLICT DO NOTHING
    RETURNING code`.execute(tx);
  return rows.map(({ code }) => code);
}

function randomSymbols(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_SYMBOL_COUNT));
  return Array.from(bytes, (byte) => CODE_SYMBOLS[byte % CODE_SYMBOLS.length]).join("");
}
