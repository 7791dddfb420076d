import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockProduct } from "../pictures/queries.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { refreshSearch } from "./save-product.ts";

/** A code that another size has already. */
export interface TakenCode {
  sizeId: string;
  field: "sku" | "gtin";
  /** The size that has it. */
  holder: { productId: string; product: string; color: string | null; size: string };
}

type CodesRefusal =
  | Refusal<"product_not_found" | "size_not_found" | "edit_conflict">
  | (Refusal<"size_code_taken"> & { taken: readonly TakenCode[] });

/** Sets codes and weights of a product's sizes: all of them or none. Returns how many sizes changed. */
export async function setSizeCodes(
  app: App,
  productId: string,
  sizes: ReadonlyMap<string, SizeCodes>,
  by: Actor,
): Promise<number | CodesRefusal> {
  if (!isId(productId)) return refuse("product_not_found");
  try {
    return await transact(app.db, async (tx) => {
      if (!(await lockProduct(tx, productId))) return refuse("product_not_found");
      return storeSizeCodes(tx, productId, sizes, by);
    });
  } catch (error) {
    // Another product got the code between the check and the UPDATE.
    if (/^sizes_(sku|gtin)_once$/.test((error as { constraint?: string }).constraint ?? "")) {
      return refuse("edit_conflict");
    }
    throw error;
  }
}

interface SizeWithCodes extends SizeCodes {
  id: string;
  name: string;
}

/** Like `setSizeCodes`, within a transaction that has locked the product. */
export async function storeSizeCodes(
  tx: Tx,
  productId: string,
  sizes: ReadonlyMap<string, SizeCodes>,
  by: Actor,
): Promise<number | CodesRefusal> {
  const before = await listSizeCodes(tx, productId);
  if ([...sizes.keys()].some((id) => !before.some((size) => size.id === id))) return refuse("size_not_found");
  const after = before.flatMap(({ id, name }) => {
    const codes = sizes.get(id);
    return codes ? [{ id, name, ...codes }] : [];
  });
  const takenCodes = [...listRepeatedCodes(after, productId), ...(await listTakenCodes(tx, after))];
  if (takenCodes.length > 0) return { ...refuse("size_code_taken"), taken: takenCodes };
  const changedSizes = after.filter(
    (size) => describeCodes(size) !== describeCodes(before.find(({ id }) => id === size.id)!),
  );
  if (changedSizes.length === 0) return 0;
  await updateCodes(tx, changedSizes);
  await refreshSearch(tx, [productId]);
  const changedSizesBefore = before.filter(({ id }) => changedSizes.some((size) => size.id === id));
  await logChange(tx, by, {
    action: "size-codes",
    object: { kind: "product", id: productId },
    before: { sizes: changedSizesBefore.map(describeCodes) },
    after: { sizes: changedSizes.map(describeCodes) },
  });
  return changedSizes.length;
}

/** The sizes of a product with their codes, in display order. */
export async function listSizeCodes(tx: Tx, productId: string): Promise<SizeWithCodes[]> {
  const { rows } = await sql<SizeWithCodes>`
    SELECT s.id, n.name, s.sku, s.gtin, s.weight_grams AS "weightGrams"
    FROM sizes s JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = ${productId}
    ORDER BY n.position, n.name`.execute(tx);
  return rows;
}

/** Codes that two of these sizes would share. */
function listRepeatedCodes(sizes: readonly SizeWithCodes[], productId: string): TakenCode[] {
  return sizes.flatMap((size, index) =>
    (["sku", "gtin"] as const).flatMap((field) => {
      const first = sizes.slice(0, index).find((other) => isSameCode(field, other[field], size[field]));
      if (!first) return [];
      return [{ sizeId: size.id, field, holder: { productId, product: "", color: null, size: first.name } }];
    }),
  );
}

function isSameCode(field: "sku" | "gtin", a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  return field === "sku" ? a.toLowerCase() === b.toLowerCase() : a.padStart(14, "0") === b.padStart(14, "0");
}

/** Codes that sizes other than these already have. */
async function listTakenCodes(tx: Tx, sizes: readonly SizeWithCodes[]): Promise<TakenCode[]> {
  const { rows } = await sql<TakenCode>`
    SELECT w.id AS "sizeId", w.field,
      json_build_object('productId', p.id, 'product', p.name, 'color', p.color, 'size', n.name) AS holder
    FROM (
      SELECT w.id, 'sku' AS field, o.id AS holder FROM unnest(${sizes.map(({ id }) => id)}::uuid[],
        ${sizes.map(({ sku }) => sku)}::text[]) AS w (id, sku) JOIN sizes o ON lower(o.sku) = lower(w.sku)
      UNION ALL
      SELECT w.id, 'gtin', o.id FROM unnest(${sizes.map(({ id }) => id)}::uuid[],
        ${sizes.map(({ gtin }) => gtin)}::text[]) AS w (id, gtin) JOIN sizes o ON lpad(o.gtin, 14, '0') = lpad(w.gtin, 14, '0')
    ) AS w
    JOIN sizes s ON s.id = w.holder JOIN size_names n ON n.id = s.size_name_id JOIN products p ON p.id = s.product_id
    WHERE w.holder <> ALL (${sizes.map(({ id }) => id)}::uuid[])`.execute(tx);
  return rows;
}

/** Removes all codes before it sets the new ones, so that two sizes may exchange theirs. */
async function updateCodes(tx: Tx, sizes: readonly SizeWithCodes[]): Promise<void> {
  const ids = sizes.map(({ id }) => id);
  await sql`UPDATE sizes SET sku = NULL, gtin = NULL WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  await sql`
    UPDATE sizes s SET sku = w.sku, gtin = w.gtin, weight_grams = w.grams
    FROM unnest(${ids}::uuid[], ${sizes.map(({ sku }) => sku)}::text[], ${sizes.map(({ gtin }) => gtin)}::text[],
      ${sizes.map(({ weightGrams }) => weightGrams)}::int[]) AS w (id, sku, gtin, grams)
    WHERE s.id = w.id`.execute(tx);
}

/** "M: SKU A-1, GTIN 4006381333931, 250 g". */
export function describeCodes({ name, sku, gtin, weightGrams }: Partial<SizeCodes> & { name: string }): string {
  const descriptions = [sku && `SKU ${sku}`, gtin && `GTIN ${gtin}`, weightGrams && `${weightGrams} g`].filter(Boolean);
  return `${name}: ${descriptions.join(", ") || "nada"}`;
}

export function hasCodes({ sku, gtin, weightGrams }: Partial<SizeCodes>): boolean {
  return Boolean(sku ?? gtin ?? weightGrams);
}
