import { sql } from "kysely";
import type { NamesInPromotion } from "../../domain/promotion-conditions.ts";
import type { Promotion } from "../../domain/promotion-terms.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

type ScopedPromotion = Pick<Promotion, "scope" | "giftProductId">;

/** Names by id of products ("Blusa Luna, azul"), categories and brands. */
export type ScopeNames = ReadonlyMap<string, string>;

/** The names of what these promotions apply to, and of their gifts, in one statement. Unknown ids have none. */
export async function listScopeNames(db: Queryable, promotions: readonly ScopedPromotion[]): Promise<ScopeNames> {
  const idsOf = (listIds: (promotion: ScopedPromotion) => readonly (string | null)[]): string[] =>
    promotions.flatMap(listIds).filter((id): id is string => id !== null && isId(id));
  const productIds = idsOf(({ scope, giftProductId }) => [...scope.productIds, giftProductId]);
  const categoryIds = idsOf(({ scope }) => scope.categoryIds);
  const brandIds = idsOf(({ scope }) => scope.brandIds);
  if (productIds.length + categoryIds.length + brandIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, concat_ws(', ', name, color) AS name FROM products WHERE id = ANY (${productIds}::uuid[])
    UNION ALL SELECT id, name FROM categories WHERE id = ANY (${categoryIds}::uuid[])
    UNION ALL SELECT id, name FROM brands WHERE id = ANY (${brandIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names that a promotion's conditions mention. */
export function namesOf({ scope, giftProductId }: ScopedPromotion, names: ScopeNames): NamesInPromotion {
  const namesById = (ids: readonly string[]): string[] =>
    ids.map((id) => names.get(id)).filter((name) => name !== undefined);
  return {
    products: namesById(scope.productIds),
    styles: scope.styleCodes,
    categories: namesById(scope.categoryIds),
    brands: namesById(scope.brandIds),
    gift: giftProductId === null ? null : (names.get(giftProductId) ?? null),
  };
}
