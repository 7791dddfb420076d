import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { isUnitKey } from "../../domain/sat-keys.ts";
import { listProductKeys, classifyProductKey, type SatProductKey } from "../../domain/sat-product-keys.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable } from "../db/connect.ts";

/** Staff confirm that a key is in SAT's catalogue although this project's list does not have it. */
export interface KeyConfirmation {
  /** SAT's text, or empty. */
  name: string;
}

export type SatKeyRefusal = Refusal<"sat_key_wrong" | "sat_key_family" | "sat_key_unknown" | "sat_unit_wrong">;

/**
 * Checks the keys that staff entered. A product key outside the list is accepted if staff confirm it, now or earlier,
 * and is stored with their name. A key that the object already has is accepted too. Otherwise a key stored before the
 * list existed would block other changes. A family and an impossible key are always refused.
 */
export async function acceptSatKeys(
  tx: Queryable,
  enteredKeys: { productKey: string | null; unitKey: string | null },
  storedKeys: { productKey: string | null; unitKey: string | null } | undefined,
  { confirmation, by }: { confirmation?: KeyConfirmation; by: Actor },
): Promise<SatKeyRefusal | null> {
  const { productKey, unitKey } = enteredKeys;
  if (unitKey !== null && unitKey !== storedKeys?.unitKey && !isUnitKey(unitKey)) return refuse("sat_unit_wrong");
  if (productKey === null) return null;
  const keyClass = classifyProductKey(productKey);
  if (keyClass === "listed") return null;
  if (keyClass === "family") return refuse("sat_key_family");
  if (keyClass === "impossible") return refuse("sat_key_wrong");
  if (confirmation) {
    await confirmKey(tx, productKey, confirmation.name.trim().slice(0, MAX_NAME_LENGTH), by);
    return null;
  }
  if (productKey === storedKeys?.productKey) return null;
  const confirmedKey = await tx
    .selectFrom("confirmed_sat_keys")
    .select("key")
    .where("key", "=", productKey)
    .executeTakeFirst();
  return confirmedKey ? null : refuse("sat_key_unknown");
}

const MAX_NAME_LENGTH = 200;

async function confirmKey(tx: Queryable, key: string, name: string, by: Actor): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("confirmed_sat_keys")
    .values({ key, name, confirmed_by: by.name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  await logChange(tx, by, {
    action: "sat-key-confirm",
    object: { kind: "sat-keys", id: key },
    after: { name, productKey: key },
  });
}

/** The keys that staff confirmed. If they entered no text for a key, its text says who confirmed it. */
export async function listConfirmedKeys(db: Queryable): Promise<SatProductKey[]> {
  const rows = await db.selectFrom("confirmed_sat_keys").selectAll().orderBy("key").execute();
  return rows.map(({ key, name, confirmed_by: actor }) => ({
    key,
    name: name || `Confirmada por ${actor}`,
    isConfirmed: true,
  }));
}

/** A product, a category or an issuer whose key is neither in the list nor confirmed by staff. */
export interface KeyToReview {
  kind: "products" | "categories" | "issuers";
  id: string;
  name: string;
  key: string;
}

/** The used keys that are neither in the list nor confirmed: they were stored before the list existed. */
export async function listKeysToReview(db: Queryable, limit = 200): Promise<KeyToReview[]> {
  const listedKeys = listProductKeys().map(({ key }) => key);
  const { rows } = await sql<KeyToReview>`
    SELECT kind, id, name, key FROM (
      SELECT 'issuers' AS kind, i.shop_id AS id, s.name, i.product_key AS key FROM invoice_issuers i JOIN shops s ON s.id = i.shop_id
      UNION ALL SELECT 'categories', id, name, sat_product_key FROM categories
      UNION ALL SELECT 'products', id, name, sat_product_key FROM products) used
    WHERE key IS NOT NULL AND key <> ALL (${listedKeys}) AND key NOT IN (SELECT key FROM confirmed_sat_keys)
    ORDER BY key, kind, name LIMIT ${limit}::int`.execute(db);
  return rows;
}
