import { sql } from "kysely";
import type { SizeCodes } from "../../domain/size-codes.ts";
import { sizePosition } from "../../domain/size-order.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";

/** A size as staff enter it for a product, and the number of pieces that are received with it. */
export interface SizeDraft {
  /** As customers read it: "CH", "24", "Boleto A-01". */
  name: string;
  pieces: number;
}

/** A size to add to a product, with its codes where they are known. */
export interface NewSize extends SizeDraft, Partial<SizeCodes> {
  productId: string;
  /** Why its pieces are received, for the stock movement. */
  reason: string;
}

/**
 * Adds sizes that their products do not have yet. Their first pieces are recorded as a receipt in the stock movements.
 * The stock of an existing size does not change. Returns the names of the new sizes.
 */
export async function addSizes(tx: Tx, sizes: readonly NewSize[], actor: string): Promise<string[]> {
  if (sizes.length === 0) return [];
  // Sorted, so that concurrent calls that add the same new sizes wait for each other without a deadlock.
  const sortedSizes = sizes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = [...new Set(sortedSizes.map(({ name }) => name))];
  await sql`
    INSERT INTO size_names (id, name, position)
    SELECT w.id, w.name, w.position
    FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[], ${names.map(sizePosition)}::int[])
      AS w (id, name, position)
    WHERE NOT EXISTS (SELECT FROM size_names n WHERE n.name = w.name)
    ON CONFLICT (name) DO NOTHING`.execute(tx);
  const sizeRows = sortedSizes.map(
    ({ productId, name, pieces, reason, sku = null, gtin = null, weightGrams = null }) => {
      return { id: newId(), product_id: productId, name, pieces, reason, sku, gtin, grams: weightGrams };
    },
  );
  const { rows } = await sql<{ name: string }>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(sizeRows)}::jsonb)
        AS w (id uuid, product_id uuid, name text, pieces int, reason text, sku text, gtin text, grams int)
    ), created AS (
      INSERT INTO sizes (id, product_id, size_name_id, available, sku, gtin, weight_grams)
      SELECT w.id, w.product_id, n.id, w.pieces, w.sku, w.gtin, w.grams FROM wanted w JOIN size_names n ON n.name = w.name
      ON CONFLICT (product_id, size_name_id) DO NOTHING RETURNING id, size_name_id, available
    ), received AS (
      INSERT INTO stock_movements (size_id, pieces, kind, reason, actor)
      SELECT c.id, c.available, 'receipt', w.reason, ${actor} FROM created c JOIN wanted w USING (id) WHERE c.available > 0
    )
    SELECT n.name FROM created JOIN size_names n ON n.id = created.size_name_id`.execute(tx);
  return rows.map((row) => row.name);
}

/** Sizes that staff add to a product, in the form that `addSizes` needs. */
export function toNewSizes(productId: string, sizes: readonly SizeDraft[]): NewSize[] {
  return sizes.map((size) => ({ ...size, productId, reason: "Primeras piezas" }));
}
