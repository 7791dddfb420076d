import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { lockCart } from "../cart/queries.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { lockPlace } from "./queries.ts";

type TakeRefusal = Refusal<"place_not_found" | "offer_over" | "cart_mixed">;

/**
 * Puts the offered piece in the customer's cart and returns that cart's id: the offer's own cart, or the customer's
 * active cart, which then expires no earlier than the offer. Taking the offer again returns the same id while the piece
 * is held.
 */
export async function takeOffer(
  app: App,
  shop: Shop,
  { token, cartId }: { token: string; cartId: string | null },
): Promise<string | TakeRefusal> {
  return transact(app.genericPlanDb, async (tx) => {
    const place = await lockPlace(tx, shop.id, token);
    if (!place) return refuse("place_not_found");
    if (place.state === "taken" && place.cart_id)
      return findTakenCartId(tx, shop, { cartId: place.cart_id, sizeId: place.size_id });
    if (place.state !== "offered" || place.is_offer_over || !place.cart_id) return refuse("offer_over");
    const targetCartId = await movePieceToCart(tx, shop, { offerCartId: place.cart_id, cartId, sizeId: place.size_id });
    if (typeof targetCartId !== "string") return targetCartId;
    await sql`UPDATE waiting_list SET state = 'taken', cart_id = ${targetCartId} WHERE id = ${place.id}`.execute(tx);
    return targetCartId;
  });
}

/** The cart of an offer that was already taken, if it is still active and holds a piece of the size. */
async function findTakenCartId(
  tx: Tx,
  shop: Shop,
  { cartId, sizeId }: { cartId: string; sizeId: string },
): Promise<string | TakeRefusal> {
  const cart = await lockCart(tx, shop.id, cartId);
  if (cart?.state !== "active" || cart.is_expired) return refuse("offer_over");
  const { rows } = await sql`
    SELECT FROM cart_lines WHERE cart_id = ${cartId} AND size_id = ${sizeId} AND held > 0`.execute(tx);
  return rows.length > 0 ? cartId : refuse("offer_over");
}

async function movePieceToCart(
  tx: Tx,
  shop: Shop,
  { offerCartId, cartId, sizeId }: { offerCartId: string; cartId: string | null; sizeId: string },
): Promise<string | TakeRefusal> {
  const hasOtherCart = cartId !== null && isId(cartId) && cartId !== offerCartId;
  const lockedCarts = new Map<string, Awaited<ReturnType<typeof lockCart>>>();
  // In id order, as all transactions lock carts.
  for (const id of hasOtherCart ? [offerCartId, cartId].sort() : [offerCartId])
    lockedCarts.set(id, await lockCart(tx, shop.id, id));
  // A released cart has returned its piece to the stock.
  if (lockedCarts.get(offerCartId)?.state !== "active") return refuse("offer_over");
  const customerCart = hasOtherCart ? lockedCarts.get(cartId) : undefined;
  if (!hasOtherCart || customerCart?.state !== "active" || customerCart.is_expired) return offerCartId;
  if (customerCart.presale_id !== null) return refuse("cart_mixed");
  await sql`DELETE FROM cart_lines WHERE cart_id = ${offerCartId} AND size_id = ${sizeId}`.execute(tx);
  await sql`
    INSERT INTO cart_lines (cart_id, size_id, position, pieces, held)
    SELECT ${cartId}, ${sizeId}, (version + 1) * 1000 + 1, 1, 1 FROM carts WHERE id = ${cartId}
    ON CONFLICT (cart_id, size_id) DO UPDATE SET pieces = cart_lines.pieces + 1, held = cart_lines.held + 1`.execute(
    tx,
  );
  await sql`
    UPDATE carts SET version = version + 1, modified_at = clock_timestamp(),
      expires_at = greatest(expires_at, (SELECT expires_at FROM carts WHERE id = ${offerCartId}))
    WHERE id = ${cartId}`.execute(tx);
  await sql`UPDATE carts SET state = 'emptied', version = version + 1 WHERE id = ${offerCartId}`.execute(tx);
  return cartId;
}
