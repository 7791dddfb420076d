import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockProduct } from "../pictures/queries.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { IS_UNTOUCHED } from "./edited-product.ts";
import { addSizes, toNewSizes, type SizeDraft } from "./add-sizes.ts";

/** Adds sizes to a product. Refused if the product has all of them already. Returns how many were added. */
export async function addProductSizes(
  app: App,
  productId: string,
  sizes: readonly SizeDraft[],
  by: Actor,
): Promise<number | Refusal<"product_not_found" | "size_known">> {
  if (!isId(productId)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    if (!(await lockProduct(tx, productId))) return refuse("product_not_found");
    const addedNames = await addSizes(tx, toNewSizes(productId, sizes), by.name);
    if (addedNames.length === 0) return refuse("size_known");
    const addedSizes = sizes
      .filter(({ name }) => addedNames.includes(name))
      .map(({ name, pieces }) => `${name}: ${pieces}`);
    await logChange(tx, by, {
      action: "sizes-new",
      object: { kind: "product", id: productId },
      after: { sizes: addedSizes },
    });
    return addedNames.length;
  });
}

type SizeAction = "hide" | "show" | "drop";

/**
 * Hides a size from the shop, shows it again, or deletes it. Carts that hold pieces keep them. `size_used`: a row
 * refers to the size (`IS_UNTOUCHED`), so it cannot be deleted.
 */
export async function runSizeAction(
  app: App,
  { productId, sizeId, action }: { productId: string; sizeId: string; action: SizeAction },
  by: Actor,
): Promise<"done" | Refusal<"size_not_found" | "size_used">> {
  if (!isId(productId) || !isId(sizeId)) return refuse("size_not_found");
  return transact(app.db, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      SELECT n.name FROM sizes s JOIN size_names n ON n.id = s.size_name_id
      WHERE s.id = ${sizeId} AND s.product_id = ${productId} FOR UPDATE OF s`.execute(tx);
    const size = rows[0];
    if (!size) return refuse("size_not_found");
    if (action === "drop") {
      // The row is locked: a concurrent cart waits for the lock and then finds no size.
      const { numAffectedRows } = await sql`DELETE FROM sizes s WHERE s.id = ${sizeId} AND ${IS_UNTOUCHED}`.execute(tx);
      if (numAffectedRows !== 1n) return refuse("size_used");
    } else {
      await tx
        .updateTable("sizes")
        .set({ is_hidden: action === "hide" })
        .where("id", "=", sizeId)
        .execute();
    }
    await logChange(tx, by, {
      action: `size-${action}`,
      object: { kind: "product", id: productId },
      after: { size: size.name },
    });
    return "done" as const;
  });
}
