import { sql } from "kysely";
import { normalizeCode } from "../../domain/coupon-code.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Db, Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockPromotion } from "./save-promotion.ts";

type CodesRefusal = Refusal<
  "promotion_not_found" | "promotion_ended" | "promotion_limit_without_code" | "coupon_form_wrong" | "coupon_too_many"
>;

/** Letters and digits that are not mistaken for others. */
const CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const RANDOM_LETTERS = 8;
export const MAX_CODES_AT_ONCE = 10_000;

/**
 * Makes codes for one use each, such as BUENFIN-7KQ2M4XA, and returns them. A prefix of codes that exist already is
 * fine: the rest is random.
 */
export function generateCodes(
  db: Db,
  promotionId: string,
  { count, prefix }: { count: number; prefix: string },
  by: Actor,
): Promise<string[] | CodesRefusal> {
  return transact(db, async (tx) => {
    const promotion = isId(promotionId) ? await lockPromotion(tx, promotionId) : undefined;
    if (!promotion) return refuse("promotion_not_found");
    if (promotion.isEnded) return refuse("promotion_ended");
    if (!Number.isSafeInteger(count) || count < 1 || count > MAX_CODES_AT_ONCE) return refuse("coupon_too_many");
    const start = normalizeCode(prefix);
    if (start !== "" && !/^[A-Z0-9][A-Z0-9_-]{0,19}$/.test(start)) return refuse("coupon_form_wrong");
    const needsCode = await sql`
      SELECT FROM promotions WHERE id = ${promotionId} AND needs_code`.execute(tx);
    if (needsCode.rows.length === 0) return refuse("promotion_limit_without_code");
    const made: string[] = [];
    while (made.length < count) made.push(...(await insertRandomCodes(tx, promotionId, start, count - made.length)));
    await logChange(tx, by, {
      action: "promotion-codes",
      object: { kind: "promotion", id: promotionId },
      after: { count },
    });
    return made;
  });
}

async function insertRandomCodes(tx: Tx, promotionId: string, start: string, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => (start === "" ? "" : `${start}-`) + randomLetters());
  const { rows } = await sql<{ code: string }>`
    INSERT INTO promotion_codes (code, promotion_id, max_uses)
    SELECT DISTINCT code, ${promotionId}::uuid, 1 FROM unnest(${codes}::text[]) code ON CONFLICT DO NOTHING
    RETURNING code`.execute(tx);
  return rows.map(({ code }) => code);
}

function randomLetters(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LETTERS));
  return Array.from(bytes, (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join("");
}
