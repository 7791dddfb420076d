import { sql } from "kysely";
import { normalizeTag } from "../../domain/customer-tag.ts";
import { checkRule, ruleText, type RuleRefusal } from "../../domain/promotion-rule.ts";
import type { Promotion } from "../../domain/promotion-terms.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { normalizeCouponCode } from "../../domain/normalize-coupon-code.ts";
import type { Db, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { insertRandomCodes, type CodeBatch, type CodeBatchRefusal } from "./random-codes.ts";

/** A promotion as staff typed it. */
export interface PromotionDraft extends Omit<Promotion, "id" | "startsAt" | "needsCode"> {
  /** The conditions in the owner's own words; may be empty. */
  terms: string;
  /** Null: a new or planned promotion starts now, a running one keeps its start. */
  startsAt: Date | null;
  /** Its first code, or how many codes to generate; null for a promotion without codes. */
  code: ChosenCode | CodeBatch | null;
}

/** A code that its owner chose, and how often it may be used; null without limit. */
export interface ChosenCode {
  code: string;
  maxUses: number | null;
}

export type PromotionRefusal =
  | RuleRefusal
  | CodeBatchRefusal
  | Refusal<
      | "promotion_name_wrong"
      | "promotion_dates_wrong"
      | "promotion_scope_unknown"
      | "promotion_gift_missing"
      | "promotion_limit_wrong"
      | "customer_tag_wrong"
      | "promotion_limit_without_code"
      | "promotion_not_found"
      | "promotion_ended"
      | "coupon_taken"
      | "coupon_form_wrong"
    >;

const CODE_PATTERN = /^[A-Z0-9][A-Z0-9_-]{2,39}$/;
const MAX_USES = 1_000_000;

/** Stores a new promotion with its codes, and returns its id. All or nothing. */
export function addPromotion(db: Db, draft: PromotionDraft, by: Actor): Promise<{ id: string } | PromotionRefusal> {
  return transact(db, async (tx) => {
    const id = newId();
    const refusal = (await checkDraft(tx, draft)) ?? (await insertPromotion(tx, id, draft, by));
    if (refusal) return refusal;
    await logChange(tx, by, { action: "promotion-add", object: { kind: "promotion", id }, after: toLog(draft) });
    return { id };
  });
}

/**
 * Changes everything of a promotion except its codes. Existing orders keep their discounts. Its codes keep their limits
 * (`limitCodes` changes these). Whether it needs a code is decided at its creation.
 */
export function changePromotion(
  db: Db,
  id: string,
  draft: Omit<PromotionDraft, "code">,
  by: Actor,
): Promise<{ id: string } | PromotionRefusal> {
  return transact(db, async (tx) => {
    const promotion = isId(id) ? await lockPromotion(tx, id) : undefined;
    if (!promotion) return refuse("promotion_not_found");
    if (promotion.isEnded) return refuse("promotion_ended");
    const refusal = await checkDraft(tx, { ...draft, code: null });
    if (refusal) return refusal;
    const { startsAt } = await tx
      .updateTable("promotions")
      .set(columnsOf(draft))
      // `now()`, the start of this transaction, is before the instant that `checkDraft` compared the end with.
      .set({ starts_at: draft.startsAt ?? sql<Date>`least(starts_at, now())` })
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .returning("starts_at as startsAt")
      .executeTakeFirstOrThrow();
    await logChange(tx, by, {
      action: "promotion-change",
      object: { kind: "promotion", id },
      before: promotion.logFields,
      after: toLog({ ...draft, startsAt, code: null }),
    });
    return { id };
  });
}

/** Ends a promotion now. Carts are computed without it from now on. Existing orders keep their discounts. */
export function endPromotion(db: Db, id: string, by: Actor): Promise<{ id: string } | PromotionRefusal> {
  return transact(db, async (tx) => {
    const promotion = isId(id) ? await lockPromotion(tx, id) : undefined;
    if (!promotion) return refuse("promotion_not_found");
    if (promotion.isEnded) return refuse("promotion_ended");
    // A planned promotion gets a start one microsecond before its end, so that its dates are in order and it never
    // runs.
    await sql`
      UPDATE promotions SET ends_at = statement_timestamp(), version = version + 1,
        starts_at = least(starts_at, statement_timestamp() - interval '1 microsecond')
      WHERE id = ${id}`.execute(tx);
    await logChange(tx, by, {
      action: "promotion-end",
      object: { kind: "promotion", id },
      before: promotion.logFields,
    });
    return { id };
  });
}

/** Locks a promotion's row. `logFields` is what the change log stores of it. */
export async function lockPromotion(tx: Tx, id: string): Promise<{ isEnded: boolean; logFields: object } | undefined> {
  const { rows } = await sql<
    { isEnded: boolean } & Pick<Promotion, "name" | "rule" | "fromCents" | "startsAt" | "endsAt">
  >`
    SELECT coalesce(ends_at <= clock_timestamp(), false) AS "isEnded", name, rule, min_sum_cents AS "fromCents",
      starts_at AS "startsAt", ends_at AS "endsAt" FROM promotions
    WHERE id = ${id} FOR UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { isEnded, name, startsAt, endsAt } = row;
  return { isEnded, logFields: { name, rule: ruleText(row), startsAt, endsAt } };
}

async function checkDraft(tx: Tx, draft: PromotionDraft): Promise<PromotionRefusal | undefined> {
  const refusal = checkRule(draft);
  if (refusal) return refusal;
  if (draft.name.trim() === "" || draft.name.length > 80) return refuse("promotion_name_wrong");
  if (draft.endsAt !== null) {
    const { rows } = await sql<{ isTooEarly: boolean }>`
      SELECT ${draft.endsAt}::timestamptz <= greatest(clock_timestamp(), ${draft.startsAt}::timestamptz)
        AS "isTooEarly"`.execute(tx);
    if (rows[0]!.isTooEarly) return refuse("promotion_dates_wrong");
  }
  if ((draft.rule.kind === "gift") !== (draft.giftProductId !== null)) return refuse("promotion_gift_missing");
  const chosenCode = draft.code !== null && "code" in draft.code ? draft.code : null;
  const limits = [draft.perCustomer, chosenCode?.maxUses ?? null];
  const isValidLimit = (limit: number): boolean => Number.isSafeInteger(limit) && limit >= 1 && limit <= MAX_USES;
  if (limits.some((limit) => limit !== null && !isValidLimit(limit))) return refuse("promotion_limit_wrong");
  if (draft.customerTag !== null && normalizeTag(draft.customerTag) !== draft.customerTag) {
    return refuse("customer_tag_wrong");
  }
  if (chosenCode && !CODE_PATTERN.test(normalizeCouponCode(chosenCode.code))) return refuse("coupon_form_wrong");
  return checkScope(tx, draft);
}

async function checkScope(
  tx: Tx,
  { scope, giftProductId, shopId }: PromotionDraft,
): Promise<PromotionRefusal | undefined> {
  const productIds = [...scope.productIds, ...(giftProductId === null ? [] : [giftProductId])];
  const ids = [...productIds, ...scope.categoryIds, ...scope.brandIds, ...(shopId === null ? [] : [shopId])];
  if (!ids.every(isId)) return refuse("promotion_scope_unknown");
  const { rows } = await sql<{ known: boolean }>`
    SELECT NOT EXISTS (SELECT FROM unnest(${productIds}::uuid[]) one WHERE one NOT IN (SELECT id FROM products))
      AND NOT EXISTS (SELECT FROM unnest(${scope.categoryIds}::uuid[]) one WHERE one NOT IN (SELECT id FROM categories))
      AND NOT EXISTS (SELECT FROM unnest(${scope.brandIds}::uuid[]) one WHERE one NOT IN (SELECT id FROM brands))
      AND NOT EXISTS (SELECT FROM unnest(${scope.styleCodes}::text[]) one
        WHERE NOT EXISTS (SELECT FROM products p WHERE p.style_code = one))
      AND (${shopId}::uuid IS NULL OR EXISTS (SELECT FROM shops s WHERE s.id = ${shopId}::uuid)) AS known`.execute(tx);
  return rows[0]!.known ? undefined : refuse("promotion_scope_unknown");
}

function columnsOf(draft: Omit<PromotionDraft, "code">) {
  return {
    name: draft.name.trim(),
    terms: draft.terms.trim(),
    rule: JSON.stringify(draft.rule),
    min_sum_cents: draft.fromCents,
    scope: JSON.stringify(draft.scope),
    gift_product_id: draft.giftProductId,
    shop_id: draft.shopId,
    ends_at: draft.endsAt,
    weekdays: sql<number[]>`${[...draft.weekdays]}::smallint[]`,
    priority: draft.priority,
    combines: draft.combines,
    applies_to_wholesale: draft.withWholesale,
    applies_to_presale: draft.withPresale,
    applies_to_tickets: draft.withTickets,
    applies_to_offers: draft.withOffers,
    is_first_purchase_only: draft.firstPurchaseOnly,
    customer_tag: draft.customerTag,
    max_uses_per_customer: draft.perCustomer,
  };
}

async function insertPromotion(
  tx: Tx,
  id: string,
  draft: PromotionDraft,
  by: Actor,
): Promise<PromotionRefusal | undefined> {
  await tx
    .insertInto("promotions")
    .values({
      id,
      ...columnsOf(draft),
      ...(draft.startsAt && { starts_at: draft.startsAt }),
      needs_code: draft.code !== null,
      created_by: by.name,
    })
    .execute();
  if (draft.code === null) return undefined;
  if ("code" in draft.code) return insertCode(tx, id, draft.code);
  const codesOrRefusal = await insertRandomCodes(tx, id, draft.code);
  return isRefusal(codesOrRefusal) ? codesOrRefusal : undefined;
}

async function insertCode(
  tx: Tx,
  promotionId: string,
  { code, maxUses }: ChosenCode,
): Promise<Refusal<"coupon_taken"> | undefined> {
  const { numInsertedOrUpdatedRows: insertedCount } = await tx
    .insertInto("promotion_codes")
    .values({ code: normalizeCouponCode(code), promotion_id: promotionId, max_uses: maxUses })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedCount === 1n ? undefined : refuse("coupon_taken");
}

/** What the change log stores of a promotion. */
function toLog({ name, rule, fromCents, startsAt, endsAt, code }: PromotionDraft): object {
  const codeFields = code !== null && "count" in code ? { count: code.count } : code && { code: code.code };
  return { name, rule: ruleText({ rule, fromCents }), startsAt, endsAt, ...codeFields };
}
