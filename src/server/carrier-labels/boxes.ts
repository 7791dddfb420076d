import { z } from "zod";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { ShippingBox } from "../../domain/shipping-box.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { DIMENSION_AND_WEIGHT_FIELDS, wholeNumber } from "./box-fields.ts";

/** How many boxes an account may have besides the default one. */
const MAX_BOXES = 20;

const BoxFields = z.object({
  name: z.string().trim().min(1, { error: "Ponle un nombre" }).max(40, { error: "A lo más 40 letras" }),
  ...DIMENSION_AND_WEIGHT_FIELDS,
  maxGrams: wholeNumber(1, 70_000).nullable(),
});

/** The boxes of a shop's account besides the default one, sorted by name. */
export async function listBoxes(db: Queryable, shopId: string): Promise<ShippingBox[]> {
  return db
    .selectFrom("carrier_boxes")
    .select([
      "id",
      "name",
      "length_cm as lengthCm",
      "width_cm as widthCm",
      "height_cm as heightCm",
      "empty_grams as emptyGrams",
      "max_grams as maxGrams",
    ])
    .where("shop_id", "=", shopId)
    .orderBy("name")
    .execute();
}

export type BoxRefusal =
  | (Refusal<"bad_carrier_account"> & { field: string; message: string })
  | Refusal<"carrier_account_missing" | "box_exists" | "too_many_boxes">;

/** Adds a box. `fields` are those of the form, which are validated here. */
export async function addBox(
  app: App,
  { shopId, fields }: { shopId: string; fields: unknown },
  by: Actor,
): Promise<"added" | BoxRefusal> {
  const parsed = BoxFields.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ...refuse("bad_carrier_account"), field: String(issue!.path[0]), message: issue!.message };
  }
  const { name, lengthCm, widthCm, heightCm, emptyGrams, maxGrams } = parsed.data;
  return transact(app.db, async (tx) => {
    const account = await tx
      .selectFrom("carrier_accounts")
      .select("shop_id")
      .where("shop_id", "=", shopId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return refuse("carrier_account_missing");
    if ((await listBoxes(tx, shopId)).length >= MAX_BOXES) return refuse("too_many_boxes");
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("carrier_boxes")
      .values({
        shop_id: shopId,
        name,
        length_cm: lengthCm,
        width_cm: widthCm,
        height_cm: heightCm,
        empty_grams: emptyGrams,
        max_grams: maxGrams,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return refuse("box_exists");
    // The stored quotes are for the previous boxes.
    await tx.deleteFrom("carrier_quotes").where("shop_id", "=", shopId).execute();
    await logChange(tx, by, { action: "carrier-box", object: { kind: "shop", id: shopId }, after: { ...parsed.data } });
    return "added" as const;
  });
}

export function removeBox(
  app: App,
  { shopId, id }: { shopId: string; id: string },
  by: Actor,
): Promise<"removed" | Refusal<"box_not_found">> {
  if (!isId(id)) return Promise.resolve(refuse("box_not_found"));
  return transact(app.db, async (tx) => {
    const removedBox = await tx
      .deleteFrom("carrier_boxes")
      .where("id", "=", id)
      .where("shop_id", "=", shopId)
      .returning("name")
      .executeTakeFirst();
    if (!removedBox) return refuse("box_not_found");
    await tx.deleteFrom("carrier_quotes").where("shop_id", "=", shopId).execute();
    await logChange(tx, by, { action: "carrier-box-remove", object: { kind: "shop", id: shopId }, before: removedBox });
    return "removed" as const;
  });
}
