import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Db } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockPromotion } from "./save-promotion.ts";

type LimitRefusal = Refusal<
  "promotion_not_found" | "promotion_ended" | "promotion_limit_wrong" | "promotion_limit_without_code"
>;

/**
 * Sets how often each existing code of a promotion may be used, null for no limit (rule COUPON-6). If a code was used
 * more often already, its limit becomes the number of its uses.
 */
export function limitCodes(
  db: Db,
  promotionId: string,
  maxUses: number | null,
  by: Actor,
): Promise<{ codeCount: number } | LimitRefusal> {
  return transact(db, async (tx) => {
    const promotion = isId(promotionId) ? await lockPromotion(tx, promotionId) : undefined;
    if (!promotion) return refuse("promotion_not_found");
    if (promotion.isEnded) return refuse("promotion_ended");
    if (maxUses !== null && !(Number.isSafeInteger(maxUses) && maxUses >= 1 && maxUses <= 1_000_000)) {
      return refuse("promotion_limit_wrong");
    }
    const { numAffectedRows } = await sql`
      UPDATE promotion_codes
      SET max_uses = CASE WHEN ${maxUses}::integer IS NOT NULL THEN greatest(uses, ${maxUses}::integer) END
      WHERE promotion_id = ${promotionId}`.execute(tx);
    const codeCount = Number(numAffectedRows ?? 0);
    if (codeCount === 0) return refuse("promotion_limit_without_code");
    await logChange(tx, by, {
      action: "promotion-limit",
      object: { kind: "promotion", id: promotionId },
      after: { codes: codeCount, maxUses },
    });
    return { codeCount };
  });
}
