import { sql, type RawBuilder } from "kysely";
import { MISSING_FACTS, type MissingFact } from "../../domain/missing-facts.ts";
import type { Queryable } from "../db/connect.ts";

function someSizeLacks(column: string): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND NOT s.is_hidden AND s.${sql.ref(column)} IS NULL)`;
}

const LACK_CONDITION: Record<MissingFact, RawBuilder<boolean>> = {
  composition: sql`p.composition IS NULL`,
  care: sql`cardinality(p.care) = 0`,
  origin: sql`p.origin_country IS NULL`,
  responsible: sql`coalesce(p.responsible_firm, '') = ''`,
  gender: sql`p.gender IS NULL`,
  age: sql`p.age_group IS NULL`,
  color: sql`coalesce(p.color, '') = ''`,
  colorValue: sql`coalesce(p.color, '') <> '' AND NOT EXISTS (SELECT FROM colors k WHERE k.key = p.color_key)`,
  sku: someSizeLacks("sku"),
  gtin: someSizeLacks("gtin"),
  weight: someSizeLacks("weight_grams"),
  picture: sql`NOT EXISTS (SELECT FROM product_pictures pp WHERE pp.product_id = p.id)`,
};

/** SQL: whether the product `p` is a garment, not a digital product, that lacks at least one of these facts. */
export function lacksOneOf(facts: readonly MissingFact[]): RawBuilder<boolean> {
  const conditions = facts.map((fact) => sql`(${LACK_CONDITION[fact]})`);
  return sql`NOT p.is_digital AND (${sql.join(conditions, sql` OR `)})`;
}

/** For each fact, the number of garments that lack it. */
export async function countMissingFacts(db: Queryable): Promise<Record<MissingFact, number>> {
  const countExpressions = MISSING_FACTS.map(
    (fact) => sql`count(*) FILTER (WHERE ${LACK_CONDITION[fact]}) AS ${sql.ref(fact)}`,
  );
  const { rows } = await sql<Record<MissingFact, number>>`
    SELECT ${sql.join(countExpressions)} FROM products p WHERE NOT p.is_digital`.execute(db);
  return rows[0]!;
}

/** The facts that each of these products lacks, by product id. */
export async function listMissingFacts(db: Queryable, ids: readonly string[]): Promise<Map<string, MissingFact[]>> {
  const factExpressions = MISSING_FACTS.map((fact) => sql`CASE WHEN ${LACK_CONDITION[fact]} THEN ${fact}::text END`);
  const { rows } = await sql<{ id: string; missing: MissingFact[] }>`
    SELECT p.id, array_remove(ARRAY[${sql.join(factExpressions)}], NULL) AS missing
    FROM products p WHERE p.id = ANY (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, missing }) => [id, missing]));
}
