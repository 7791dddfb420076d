import { sql } from "kysely";
import { changeLookProductIds, type LookChange } from "../../domain/look.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { PICTURE } from "./product-row.ts";

/** A product that staff chose for a look. */
export interface ChosenProduct {
  id: string;
  name: string;
  color: string | null;
  picture: PictureRow | null;
  isPublished: boolean;
  /** The available pieces of all its visible sizes, whichever shops sell it. */
  available: number;
}

/** The products that staff chose to be worn with this one, in the sequence that staff chose, including unpublished ones. */
export async function listChosenLook(db: Queryable, productId: string): Promise<ChosenProduct[]> {
  const { rows } = await sql<ChosenProduct>`
    SELECT p.id, p.name, p.color, p.is_published AS "isPublished",
      (SELECT coalesce(sum(s.available), 0)::int FROM sizes s WHERE s.product_id = p.id AND NOT s.is_hidden) AS available,
      (SELECT ${PICTURE} FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key
        WHERE pp.product_id = p.id ORDER BY pp.position LIMIT 1) AS picture
    FROM product_looks l JOIN products p ON p.id = l.paired_product_id
    WHERE l.product_id = ${productId} ORDER BY l.position`.execute(db);
  return rows;
}

/** Adds, removes or moves one product of a look. Concurrent changes wait for each other, so that none is lost. */
export async function changeLook(
  app: App,
  productId: string,
  change: LookChange,
  by: Actor,
): Promise<"changed" | Refusal<"product_not_found" | "look_full" | "look_same_style">> {
  if (!isId(productId) || !isId(change.id)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    const { rows: products } = await sql<{ style_code: string | null }>`
      SELECT style_code FROM products WHERE id = ${productId} FOR NO KEY UPDATE`.execute(tx);
    if (!products[0]) return refuse("product_not_found");
    if (change.act === "add") {
      const refusal = await checkPairedProduct(tx, productId, products[0].style_code, change.id);
      if (refusal) return refusal;
    }
    const previousLook = await listChosenLook(tx, productId);
    const ids = previousLook.map(({ id }) => id);
    const newIds = changeLookProductIds(ids, change);
    if (isRefusal(newIds)) return newIds;
    if (newIds.join() === ids.join()) return "changed";
    await tx.deleteFrom("product_looks").where("product_id", "=", productId).execute();
    await sql`INSERT INTO product_looks (product_id, paired_product_id, position)
      SELECT ${productId}, w.id, w.place - 1 FROM unnest(${newIds}::uuid[]) WITH ORDINALITY AS w (id, place)`.execute(
      tx,
    );
    await logChange(tx, by, {
      action: "product-look",
      object: { kind: "product", id: productId },
      before: { look: previousLook.map(nameOf) },
      after: { look: (await listChosenLook(tx, productId)).map(nameOf) },
    });
    return "changed";
  });
}

/** A look has neither the product itself nor its other colours (rule LOOK-1). */
async function checkPairedProduct(
  tx: Tx,
  productId: string,
  styleCode: string | null,
  pairedProductId: string,
): Promise<Refusal<"product_not_found" | "look_same_style"> | null> {
  const pairedProduct = await tx
    .selectFrom("products")
    .select("style_code")
    .where("id", "=", pairedProductId)
    .executeTakeFirst();
  if (!pairedProduct) return refuse("product_not_found");
  const isSameStyle = styleCode !== null && pairedProduct.style_code === styleCode;
  return pairedProductId === productId || isSameStyle ? refuse("look_same_style") : null;
}

function nameOf({ name, color }: ChosenProduct): string {
  return [name, color].filter(Boolean).join(" ");
}
