import type { PaymentMethod } from "../../domain/payment-window.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { changeQuantity } from "../cart/change-quantity.ts";
import { findCart, type Cart } from "../cart/queries.ts";
import { isExpired } from "../../domain/cart-expiry.ts";
import { checkOut, type CheckoutRefusal } from "../checkout/check-out.ts";
import { findOrderOfCart } from "../checkout/queries.ts";
import { insertAddress, insertCustomer, type AddressFields } from "../customers/queries.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { NO_CODE } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";
import type { Actor } from "../change-log/change-log.ts";

/** The cart that staff fill for somebody at the phone: undefined before its first piece, or once it has ended. */
export async function findLiveCart(app: App, shop: Shop, cartId: string): Promise<Cart | undefined> {
  const cart = isId(cartId) ? await findCart(app.genericPlans, shop, cartId) : undefined;
  return cart?.state === "active" && !isExpired(cart.expiresAt, cart.now) ? cart : undefined;
}

interface Pieces {
  productId: string;
  sizeId: string;
  pieces: number;
}

type PiecesRefusal = Refusal<"too_few" | "selling_disabled" | "size_not_found">;

/**
 * Holds this many pieces of a size, as a shopper's cart does: the same desk, the same clock. 0 gives them back. Answers the
 * cart they are in: the one named, or a new one where it does not live (any more).
 */
export async function holdPieces(
  app: App,
  shop: Shop,
  cartId: string,
  { productId, sizeId, pieces }: Pieces,
): Promise<{ cartId: string } | PiecesRefusal> {
  const cart = await findLiveCart(app, shop, cartId);
  const line = cart?.lines.find((one) => one.sizeId === sizeId);
  if (cart && line) {
    const change = { cartId: cart.id, sizeId, productId: line.productId, pieces, access: NO_CODE, grant: null };
    const changed = await changeQuantity(app, shop, change);
    if (changed === "changed") return { cartId: cart.id };
    return refuse(changed.refused === "selling_disabled" ? "selling_disabled" : "too_few");
  }
  if (pieces === 0) return { cartId };
  const isKnown = !cart && isId(cartId) && (await findCart(app.genericPlans, shop, cartId)) !== undefined;
  const newCartId = isId(cartId) && !isKnown ? cartId : newId();
  const where = cart ? { cartId: cart.id } : { cartId: null, newCartId };
  const added = await addToCart(app, shop, { ...where, presaleId: null, lines: [{ sizeId, productId, pieces }] });
  if (isRefusal(added)) return refuse(added.refused === "selling_disabled" ? "selling_disabled" : "too_few");
  const [failed] = added.failed;
  if (failed) return refuse(failed.reason === "NOT_FOUND" ? "size_not_found" : "too_few");
  return { cartId: added.cart!.id };
}

export interface NewPerson {
  name: string;
  lastName: string;
  phone: string;
  email: string | null;
}

/** A guest for whom staff take an order; registering is hers alone to do. */
export function makePerson(app: App, person: NewPerson): Promise<string> {
  return transact(app.genericPlans, async (tx) => {
    const guest = { ...person, username: null, passwordHash: null, rfc: null };
    return (await insertCustomer(tx, guest))!;
  });
}

/** Undefined where she has as many addresses as one may. */
export function makeAddress(app: App, customerId: string, fields: AddressFields): Promise<string | undefined> {
  return insertAddress(app.genericPlans, customerId, fields);
}

export interface TakenOrder {
  cartId: string;
  customerId: string;
  addressId: string | null;
  carrierId: string | null;
  insured: boolean;
  paymentMethod: PaymentMethod;
  /** What was told the customer: refused where the figures moved since. */
  expectedTotalCents: number;
}

/**
 * Places the order of somebody at the phone, by the same checkout and the same rules as in the shop. Sent twice it is the
 * one order: the cart is the key.
 */
export async function takeOrder(
  app: App,
  shop: Shop,
  wish: TakenOrder,
  by: Actor,
): Promise<{ orderId: string } | CheckoutRefusal> {
  const placed = await checkOut(app, shop, wish.customerId, {
    ...wish,
    termsVersion: null,
    email: null,
    readAccess: async () => NO_CODE,
    assistedBy: by.name,
    by,
    checkoutKey: wish.cartId,
  });
  if (!isRefusal(placed) || placed.refused !== "cart_not_active") return placed;
  const before = await findOrderOfCart(app.genericPlans, wish.cartId);
  return before?.checkout_key === wish.cartId ? { orderId: before.id } : placed;
}
