import type { App } from "../../app.ts";
import { listActiveNoteTexts } from "../notes.ts";
import { listOrdersByReference } from "../queries.ts";
import type { SlipOrder } from "./draw-slips.ts";

/** The orders of these references in these shops, each with its shop and notes, in the requested order. */
export async function findSlipOrders(
  app: App,
  references: readonly number[],
  shops: "all" | readonly string[],
): Promise<SlipOrder[]> {
  const shopsById = new Map((await app.shops.all()).map((shop) => [shop.id, shop]));
  const orders = await listOrdersByReference(app.db, references, shops);
  const notes = await listActiveNoteTexts(
    app.db,
    orders.map(({ id }) => id),
  );
  return orders.flatMap((order) => {
    const shop = shopsById.get(order.shop_id);
    return shop ? [{ shop, order, notes: notes.get(order.id) ?? [] }] : [];
  });
}
