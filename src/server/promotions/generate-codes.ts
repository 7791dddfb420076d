import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Db } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { insertRandomCodes, type CodeBatch, type CodeBatchRefusal } from "./random-codes.ts";
import { lockPromotion } from "./save-promotion.ts";

type CodesRefusal =
  | CodeBatchRefusal
  | Refusal<"promotion_not_found" | "promotion_ended" | "promotion_limit_without_code">;

/**
 * Generates codes for one use each, such as BUENFIN-7KQ2M4XA, and returns them. Existing codes may have the same
 * prefix, because the rest is random.
 */
export function generateCodes(
  db: Db,
  promotionId: string,
  batch: CodeBatch,
  by: Actor,
): Promise<string[] | CodesRefusal> {
  return transact(db, async (tx) => {
    const promotion = isId(promotionId) ? await lockPromotion(tx, promotionId) : undefined;
    if (!promotion) return refuse("promotion_not_found");
    if (promotion.isEnded) return refuse("promotion_ended");
    const needsCodeResult = await sql`
      SELECT FROM promotions WHERE id = ${promotionId} AND needs_code`.execute(tx);
    if (needsCodeResult.rows.length === 0) return refuse("promotion_limit_without_code");
    const codes = await insertRandomCodes(tx, promotionId, batch);
    if (isRefusal(codes)) return codes;
    await logChange(tx, by, {
      action: "promotion-codes",
      object: { kind: "promotion", id: promotionId },
      after: { count: batch.count },
    });
    return codes;
  });
}
