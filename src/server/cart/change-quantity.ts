import { maxPieces } from "../../domain/cart-line.ts";
import type { HoldingRefusal } from "../../domain/holding-caps.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { countMadeToOrderPiecesLeft, checkPresaleAccess } from "../presale-access/presale-access.ts";
import type { PresaleAccess, AccessCodeRefusal } from "../presale-access/access-code-verifier.ts";
import type { Grant } from "../presale/waiting-room/grant.ts";
import { useGrant, type GrantRefusal } from "../presale/waiting-room/use-grant.ts";
import type { Shop } from "../shops/shop.ts";
import type { Shopper } from "../holding/shopper.ts";
import { checkHoldingCaps } from "../holding/check-holding-caps.ts";
import { releaseExpiredCarts } from "./release-expired.ts";
import { findLine, lockCart, returnPieces, takePieces } from "./queries.ts";
import {
  countLines,
  countMadeToOrderPieces,
  deleteLine,
  setLinePieces,
  touchCart,
  type CartChange,
} from "./line-queries.ts";

export interface QuantityChange {
  cartId: string;
  sizeId: string;
  productId: string;
  /** 0 removes the line. */
  pieces: number;
  /**
   * The presale that the caller's code gives access to now. Adding pieces to a presale cart requires it (rule
   * PRESALE-2).
   */
  access: PresaleAccess | AccessCodeRefusal;
  /** The caller's grant, if the presale has a waiting room. Null if it has none. */
  grant: Grant | null | GrantRefusal;
  /** The customer whose caps apply. Null for staff, for whom no caps apply. */
  shopper?: Shopper | null;
}

type ChangeRefusal =
  | Refusal<"cart_not_active" | "line_not_found" | "too_few">
  | Refusal<"cart_not_found" | "selling_disabled">
  | HoldingRefusal
  | AccessCodeRefusal
  | GrantRefusal;

/**
 * Sets the pieces of a line and reserves or releases the difference. More pieces renew the cart's expiry time. Removing
 * the last line empties the cart. If too few pieces are available, expired carts that hold the size are released. If
 * that returns pieces to the stock, the change is attempted once more.
 */
export async function changeQuantity(app: App, shop: Shop, change: QuantityChange): Promise<"changed" | ChangeRefusal> {
  if (!shop.settings.management.canSell) return refuse("selling_disabled");
  if (!isId(change.cartId)) return refuse("cart_not_found");
  if (!isId(change.sizeId)) return refuse("line_not_found");
  const attempt = () => transact(app.genericPlanDb, (tx) => setPieces(tx, shop, change));
  let answer = await attempt();
  if (answer !== "changed" && answer.refused === "too_few") {
    const releasedCounts = await releaseExpiredCarts(app.genericPlanDb, { sizeIds: [change.sizeId] });
    if (releasedCounts.sizes > 0) answer = await attempt();
  }
  return answer;
}

async function setPieces(tx: Tx, shop: Shop, change: QuantityChange): Promise<"changed" | ChangeRefusal> {
  const cart = await lockCart(tx, shop.id, change.cartId);
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active" || cart.is_expired) return refuse("cart_not_active");
  const line = await findLine(tx, change.cartId, change.sizeId);
  if (!line || line.product_id !== change.productId) return refuse("line_not_found");

  const isMadeToOrder = line.held === 0;
  const pieceDifference = change.pieces - line.pieces;
  if (pieceDifference === 0) return "changed";
  const accessRefusal = pieceDifference > 0 ? checkPresaleAccess(cart.presale_id, change.access) : null;
  if (accessRefusal) return accessRefusal;
  const grantRefusal = pieceDifference > 0 && cart.presale_id !== null ? await assignGrant(tx, change) : null;
  if (grantRefusal) return grantRefusal;
  if (isMadeToOrder && pieceDifference > 0 && !(await mayBeMadeToOrder(tx, shop, change, pieceDifference)))
    return refuse("too_few");
  if (!isMadeToOrder && pieceDifference > 0 && !(await takePieces(tx, change.sizeId, pieceDifference)))
    return refuse("too_few");
  if (!isMadeToOrder && pieceDifference < 0) await returnPieces(tx, change.sizeId, -pieceDifference);

  const capRefusal =
    pieceDifference > 0 && change.shopper
      ? await checkHoldingCaps(tx, change.shopper, { ...change, addedPieces: pieceDifference, isMadeToOrder })
      : null;
  if (capRefusal) return capRefusal;

  if (change.pieces > 0) await setLinePieces(tx, change, isMadeToOrder);
  else await deleteLine(tx, change);
  const lines = await countLines(tx, change.cartId);
  const kind: CartChange = lines === 0 ? "emptied" : pieceDifference > 0 ? "renewed" : "kept";
  await touchCart(tx, change.cartId, kind, shop.settings.carts.timeout);
  return "changed";
}

async function assignGrant(tx: Tx, { grant, cartId }: QuantityChange): Promise<GrantRefusal | null> {
  if (grant === null || isRefusal(grant)) return grant;
  const grantUse = await useGrant(tx, grant, cartId);
  return isRefusal(grantUse) ? grantUse : null;
}

/**
 * Whether these pieces may be ordered without stock: up to ten per line, and in the whole cart as many as the shop
 * still allows for the code. With a waiting room nothing is made to order.
 */
async function mayBeMadeToOrder(tx: Tx, shop: Shop, change: QuantityChange, addedPieces: number): Promise<boolean> {
  if (change.pieces > maxPieces(0, true) || isRefusal(change.access)) return false;
  if (change.access.hasWaitingRoom) return false;
  return (
    (await countMadeToOrderPieces(tx, change.cartId)) + addedPieces <= countMadeToOrderPiecesLeft(shop, change.access)
  );
}
