import { isExpired } from "../../domain/cart-expiry.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { changeQuantity } from "../cart/change-quantity.ts";
import { findStoredCart, type Cart } from "../cart/queries.ts";
import { isId, newId } from "../db/new-id.ts";
import { CODE_MISSING } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";

/** The cart that staff fill during a phone call. Undefined before its first piece, and after it has ended. */
export async function findActivePhoneCart(app: App, shop: Shop, cartId: string): Promise<Cart | undefined> {
  const cart = isId(cartId) ? await findStoredCart(app.genericPlanDb, shop, cartId) : undefined;
  return cart?.state === "active" && !isExpired(cart.expiresAt, cart.now) ? cart : undefined;
}

interface PiecesInput {
  productId: string;
  sizeId: string;
  pieces: number;
}

type PiecesRefusal = Refusal<"too_few" | "selling_disabled" | "size_not_found">;

/**
 * Sets the pieces of a size in the cart and reserves them as for a customer's cart: with the same reservation batcher
 * and the same expiry. 0 releases them. Returns the id of the cart: the given one, or a new one if that cart has ended.
 */
export async function setCartPieces(
  app: App,
  shop: Shop,
  cartId: string,
  { productId, sizeId, pieces }: PiecesInput,
): Promise<{ cartId: string } | PiecesRefusal> {
  const cart = await findActivePhoneCart(app, shop, cartId);
  const line = cart?.lines.find((candidate) => candidate.sizeId === sizeId);
  if (cart && line) {
    const change = { cartId: cart.id, sizeId, productId: line.productId, pieces, access: CODE_MISSING, grant: null };
    const changeResult = await changeQuantity(app, shop, change);
    if (changeResult === "changed") return { cartId: cart.id };
    return refuse(changeResult.refused === "selling_disabled" ? "selling_disabled" : "too_few");
  }
  if (pieces === 0) return { cartId };
  const isIdTaken = !cart && isId(cartId) && (await findStoredCart(app.genericPlanDb, shop, cartId)) !== undefined;
  const newCartId = isId(cartId) && !isIdTaken ? cartId : newId();
  const target = cart ? { cartId: cart.id } : { cartId: null, newCartId };
  const addResult = await addToCart(app, shop, { ...target, presaleId: null, lines: [{ sizeId, productId, pieces }] });
  if (isRefusal(addResult)) return refuse(addResult.refused === "selling_disabled" ? "selling_disabled" : "too_few");
  const [failedLine] = addResult.failed;
  if (failedLine) return refuse(failedLine.reason === "NOT_FOUND" ? "size_not_found" : "too_few");
  return { cartId: addResult.cart!.id };
}

interface PhoneCartEdit extends PiecesInput {
  /** "add": pieces beyond those in the cart. "set": all pieces of a line in the cart, 0 removes it. */
  kind: "add" | "set";
}

/**
 * Applies these edits to the cart of a phone call one after the other, up to the first refusal. Edits before the
 * refusal stay. Returns the id of the cart, and the refusal if there
 * was one.
 */
export async function editPhoneCart(
  app: App,
  shop: Shop,
  cartId: string,
  edits: readonly PhoneCartEdit[],
): Promise<{ cartId: string; refusal: PiecesRefusal | null }> {
  const cart = await findActivePhoneCart(app, shop, cartId);
  const piecesBySize = new Map(cart?.lines.map(({ sizeId, pieces }) => [sizeId, pieces]));
  let currentId = cartId;
  for (const { kind, productId, sizeId, pieces } of edits) {
    const piecesBefore = piecesBySize.get(sizeId) ?? 0;
    const piecesAfter = kind === "add" ? piecesBefore + pieces : pieces;
    if (piecesAfter === piecesBefore) continue;
    const editResult = await setCartPieces(app, shop, currentId, { productId, sizeId, pieces: piecesAfter });
    if (isRefusal(editResult)) return { cartId: currentId, refusal: editResult };
    currentId = editResult.cartId;
    piecesBySize.set(sizeId, piecesAfter);
  }
  return { cartId: currentId, refusal: null };
}
