import { sql } from "kysely";
import { isColorFamily, type ColorFamily } from "../../domain/color-family.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { PICTURE } from "./product-row.ts";
import { refreshSearch } from "./save-product.ts";

/** A colour name that products have or that is in the table `colors` (decision 45). */
export interface ListedColor {
  /** The name without accents and capitals. */
  key: string;
  name: string;
  hex: string | null;
  /** Empty if the colour is not in the table `colors`. */
  families: ColorFamily[];
  productCount: number;
  /** A picture of a product in this colour. */
  picture: PictureRow | null;
}

/**
 * All colours. First those that products have but the table `colors` lacks, then the others, the most used first.
 */
export async function listColors(db: Queryable): Promise<ListedColor[]> {
  const { rows } = await sql<ListedColor>`
    WITH used AS (
      SELECT p.color_key AS key, min(p.color) AS name, count(*) AS product_count FROM products p
      WHERE p.color_key <> '' GROUP BY p.color_key)
    SELECT coalesce(k.key, u.key) AS key, coalesce(k.name, u.name) AS name, k.hex, coalesce(k.families, '{}') AS families,
      coalesce(u.product_count, 0) AS "productCount",
      (SELECT ${PICTURE} FROM products p JOIN product_pictures pp ON pp.product_id = p.id
        JOIN pictures i ON i.key = pp.picture_key
        WHERE p.color_key = u.key ORDER BY p.created_at DESC, p.id, pp.position LIMIT 1) AS picture
    FROM colors k FULL JOIN used u ON u.key = k.key
    ORDER BY k.key IS NULL DESC, u.product_count DESC NULLS LAST, 1`.execute(db);
  return rows;
}

export interface ColorDraft {
  name: string;
  /** "#24324f". Null for a pattern. */
  hex: string | null;
  families: readonly string[];
}

export type ColorRefusal = Refusal<"color_name_missing" | "color_hex_malformed" | "color_families" | "color_gone">;

/** Sets the hex code and the families of a colour, for all products whose colour has this name. */
export async function saveColor(app: App, draft: ColorDraft, by: Actor): Promise<"done" | ColorRefusal> {
  const name = draft.name.trim();
  const hex = draft.hex?.toLowerCase() ?? null;
  const families = draft.families.filter(isColorFamily);
  if (name === "" || name.length > 60) return refuse("color_name_missing");
  if (hex !== null && !/^#[0-9a-f]{6}$/.test(hex)) return refuse("color_hex_malformed");
  if (families.length === 0 || families.length > 4) return refuse("color_families");
  return transact(app.db, async (tx) => {
    const before = await findColor(tx, name);
    const { rows } = await sql<{ key: string }>`
      INSERT INTO colors (key, name, hex, families) VALUES (plain_text(${name}), ${name}, ${hex}, ${families}::text[])
      ON CONFLICT (key) DO UPDATE SET name = excluded.name, hex = excluded.hex, families = excluded.families
      RETURNING key`.execute(tx);
    const { key } = rows[0]!;
    await refreshSearch(tx, await productIdsOf(tx, key));
    const after = { name, hex, families };
    await logChange(tx, by, {
      action: "color-save",
      object: { kind: "color", id: key },
      ...(before && { before }),
      after,
    });
    return "done" as const;
  });
}

/** Deletes a colour from the table `colors`, with its hex code and families. Products keep its name. */
export function deleteColor(app: App, key: string, by: Actor): Promise<"done" | ColorRefusal> {
  return transact(app.db, async (tx) => {
    const before = await findColor(tx, key);
    if (!before) return refuse("color_gone");
    await sql`DELETE FROM colors WHERE key = plain_text(${key})`.execute(tx);
    await refreshSearch(tx, await productIdsOf(tx, key));
    await logChange(tx, by, { action: "color-drop", object: { kind: "color", id: key }, before });
    return "done" as const;
  });
}

async function findColor(tx: Tx, name: string) {
  const { rows } = await sql<{ name: string; hex: string | null; families: string[] }>`
    SELECT name, hex, families FROM colors WHERE key = plain_text(${name})`.execute(tx);
  return rows[0];
}

async function productIdsOf(tx: Tx, key: string): Promise<string[]> {
  const rows = await tx.selectFrom("products").select("id").where("color_key", "=", key).execute();
  return rows.map(({ id }) => id);
}
