import { sql, type RawBuilder } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import {
  FIRST_VAT_DAY,
  MAX_VAT_DAYS_AHEAD,
  VAT_LABEL,
  VAT_TREATMENTS,
  type GeneralRatePeriod,
  type VatPeriod,
  type VatRateBps,
} from "../../domain/vat.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { likePattern } from "../db/like-pattern.ts";
import { transact } from "../db/transact.ts";

export interface VatTarget {
  table: "products" | "categories";
  id: string;
}

export type VatRefusal = Refusal<"not_found" | "vat_unknown" | "vat_day_invalid" | "vat_changed">;

/** Whether a treatment may begin on this day: a day of the calendar, from 2000 on and at most two years ahead. */
export function isVatDay(day: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const instant = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== day) return false;
  return day >= FIRST_VAT_DAY && instant <= Date.parse(`${today}T00:00:00Z`) + MAX_VAT_DAYS_AHEAD * 86_400_000;
}

/**
 * Sets how VAT applies to a product, or to a category's products without a treatment of their own, from a day on.
 * "inherit" ends the treatment. A treatment that begins on the same day is replaced. Existing documents do not change.
 * `seen`: the id of the newest treatment that the caller saw, 0 for none. If a newer one exists, nothing is set.
 */
export function setVatTreatment(
  app: App,
  target: VatTarget,
  input: { treatment: string; validFrom: string; today: string; seen?: number },
  by: Actor,
): Promise<"set" | VatRefusal> {
  const treatment = ([...VAT_TREATMENTS, "inherit"] as const).find((candidate) => candidate === input.treatment);
  if (!treatment) return Promise.resolve(refuse("vat_unknown"));
  if (!isVatDay(input.validFrom, input.today)) return Promise.resolve(refuse("vat_day_invalid"));
  return transact(app.db, async (tx) => {
    const row = await tx
      .selectFrom(target.table)
      .select("name")
      .where("id", "=", target.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse("not_found");
    const column = target.table === "products" ? "product_id" : "category_id";
    const newestTreatment = await tx
      .selectFrom("vat_treatments")
      .select((eb) => eb.fn.max("id").as("id"))
      .where(column, "=", target.id)
      .executeTakeFirst();
    if (input.seen !== undefined && input.seen !== (newestTreatment?.id ?? 0)) return refuse("vat_changed");
    const replacedTreatment = await tx
      .deleteFrom("vat_treatments")
      .where(column, "=", target.id)
      .where("valid_from", "=", sql<Date>`${input.validFrom}::date`)
      .returning("treatment")
      .executeTakeFirst();
    await tx
      .insertInto("vat_treatments")
      .values({ [column]: target.id, valid_from: input.validFrom, treatment, actor: by.name })
      .execute();
    await logChange(tx, by, {
      action: "vat",
      object: { kind: "vat", id: target.id },
      ...(replacedTreatment ? { before: { vat: VAT_LABEL[replacedTreatment.treatment] } } : {}),
      after: { name: row.name, vat: VAT_LABEL[treatment], validFrom: input.validFrom },
    });
    return "set" as const;
  });
}

/** The general rates of a shop, newest first. */
export async function listGeneralRates(db: Queryable, shopId: string): Promise<GeneralRatePeriod[]> {
  const { rows } = await sql<GeneralRatePeriod>`
    SELECT valid_from::text AS "validFrom", rate_bps AS "rateBps" FROM vat_treatments WHERE shop_id = ${shopId}
    ORDER BY valid_from DESC`.execute(db);
  return rows;
}

/** Sets the general rate of a shop from a day on. The caller has locked its issuer. */
export async function setGeneralRate(
  tx: Tx,
  shopId: string,
  { rateBps, validFrom }: { rateBps: VatRateBps; validFrom: string },
  by: Actor,
): Promise<void> {
  await sql`
    INSERT INTO vat_treatments (shop_id, valid_from, treatment, rate_bps, actor)
    VALUES (${shopId}, ${validFrom}::date, 'general', ${rateBps}, ${by.name})
    ON CONFLICT (product_id, category_id, shop_id, valid_from)
    DO UPDATE SET rate_bps = excluded.rate_bps, actor = excluded.actor, at = now()`.execute(tx);
}

/** A category or a product with the history of its VAT, newest first. */
export interface VatHistory {
  id: string;
  name: string;
  periods: VatPeriodRow[];
}

export interface VatPeriodRow extends VatPeriod {
  id: number;
  actor: string;
}

const selectPeriods = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT coalesce(json_agg(json_build_object('id', v.id, 'validFrom', v.valid_from::text, 'treatment', v.treatment,
    'actor', v.actor) ORDER BY v.valid_from DESC), '[]') FROM vat_treatments v WHERE ${condition})`;

/** All categories, each with the names of its parents. */
export async function listCategoryVat(db: Queryable): Promise<VatHistory[]> {
  const { rows } = await sql<VatHistory>`
    WITH RECURSIVE tree AS (
      SELECT id, name, ARRAY[position] AS path FROM categories WHERE parent_id IS NULL
      UNION ALL
      SELECT c.id, t.name || ' › ' || c.name, t.path || c.position FROM categories c JOIN tree t ON c.parent_id = t.id)
    SELECT id, name, ${selectPeriods(sql`v.category_id = t.id`)} AS periods FROM tree t ORDER BY path, name`.execute(
    db,
  );
  return rows;
}

/**
 * Products whose name, colour, brand, category, keyword or code contains the term. For an empty term, the products that
 * have a treatment of their own.
 */
export async function listProductVat(
  db: Queryable,
  { term, limit }: { term: string; limit: number },
): Promise<VatHistory[]> {
  const condition = term
    ? sql`search_words LIKE ${likePattern(term)}`
    : sql`EXISTS (SELECT FROM vat_treatments v WHERE v.product_id = p.id)`;
  const { rows } = await sql<VatHistory>`
    SELECT id, name, ${selectPeriods(sql`v.product_id = p.id`)} AS periods FROM products p
    WHERE ${condition} ORDER BY name, id LIMIT ${limit}::int`.execute(db);
  return rows;
}
