import { sql } from "kysely";
import type { Promotion } from "../../domain/promotion-terms.ts";
import type { Queryable } from "../db/connect.ts";

/** A promotion that runs or is planned, with what decides whether the law counts it as limited. */
interface CompliancePromotion extends Pick<Promotion, "id" | "name" | "startsAt" | "endsAt" | "needsCode"> {
  /** Whether all its codes have a limited number of uses. Also true if it has no codes. */
  areAllCodesLimited: boolean;
}

/** The promotions that have not ended, of this shop and for all shops, by name. */
export async function listCompliancePromotions(db: Queryable, shopId: string): Promise<CompliancePromotion[]> {
  const { rows } = await sql<CompliancePromotion>`
    SELECT p.id, p.name, p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.needs_code AS "needsCode",
      NOT EXISTS (SELECT FROM promotion_codes k WHERE k.promotion_id = p.id AND k.max_uses IS NULL) AS "areAllCodesLimited"
    FROM promotions p
    WHERE (p.shop_id IS NULL OR p.shop_id = ${shopId}) AND (p.ends_at IS NULL OR p.ends_at > now())
    ORDER BY p.name, p.id`.execute(db);
  return rows;
}
