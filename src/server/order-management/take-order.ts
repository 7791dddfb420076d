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

/** The cart that staff fill during a phone call. Undefined before its first piece, and after it has ended. */
export async function findLiveCart(app: App, shop: Shop, cartId: string): Promise<Cart | undefined> {
  const cart = isId(cartId) ? await findCart(app.genericPlans, shop, cartId) : undefined;
  return cart?.state === "active" && !isExpired(cart.expiresAt, cart.now) ? cart : undefined;
}

interface HoldInput {
  productId: string;
  sizeId: string;
  pieces: number;
}

type PiecesRefusal = Refusal<"too_few" | "selling_disabled" | "size_not_found">;

/**
 * Holds this number of pieces of a size, like a customer's cart: with the same reservation batcher and the same expiry.
 * 0 releases them. Returns the id of the cart with the pieces: the given one, or a new one if that is not active.
 */
export async function holdPieces(
  app: App,
  shop: Shop,
  cartId: string,
  { productId, sizeId, pieces }: HoldInput,
): Promise<{ cartId: string } | PiecesRefusal> {
  const cart = await findLiveCart(app, shop, cartId);
  const line = cart?.lines.find((candidate) => candidate.sizeId === sizeId);
  if (cart && line) {
    const change = { cartId: cart.id, sizeId, productId: line.productId, pieces, access: NO_CODE, grant: null };
    const changed = await changeQuantity(app, shop, change);
    if (changed === "changed") return { cartId: cart.id };
    return refuse(changed.refused === "selling_disabled" ? "selling_disabled" : "too_few");
  }
  if (pieces === 0) return { cartId };
  const isUsed = !cart && isId(cartId) && (await findCart(app.genericPlans, shop, cartId)) !== undefined;
  const newCartId = isId(cartId) && !isUsed ? cartId : newId();
  const target = cart ? { cartId: cart.id } : { cartId: null, newCartId };
  const added = await addToCart(app, shop, { ...target, presaleId: null, lines: [{ sizeId, productId, pieces }] });
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

/** Creates a guest for whom staff take an order. Only the customer can register. */
export function createGuest(app: App, person: NewPerson): Promise<string> {
  return transact(app.genericPlans, async (tx) => {
    const guest = { ...person, username: null, passwordHash: null, rfc: null };
    return (await insertCustomer(tx, guest))!;
  });
}

/** Undefined if the customer has the maximum number of addresses. */
export function createGuestAddress(app: App, customerId: string, fields: AddressFields): Promise<string | undefined> {
  return insertAddress(app.genericPlans, customerId, fields);
}

export interface PhoneOrderInput {
  cartId: string;
  customerId: string;
  addressId: string | null;
  carrierId: string | null;
  insured: boolean;
  paymentMethod: PaymentMethod;
  /** The total that staff told the customer. The order is refused if the amount changed since. */
  expectedTotalCents: number;
}

/**
 * Places an order taken by phone, by the same checkout and the same rules as in the shop. A repeated call returns the
 * same order: the cart is the key.
 */
export async function takeOrder(
  app: App,
  shop: Shop,
  input: PhoneOrderInput,
  by: Actor,
): Promise<{ orderId: string } | CheckoutRefusal> {
  const placed = await checkOut(app, shop, input.customerId, {
    ...input,
    termsVersion: null,
    email: null,
    readAccess: async () => NO_CODE,
    assistedBy: by.name,
    by,
    checkoutKey: input.cartId,
  });
  if (!isRefusal(placed) || placed.refused !== "cart_not_active") return placed;
  const existing = await findOrderOfCart(app.genericPlans, input.cartId);
  return existing?.checkout_key === input.cartId ? { orderId: existing.id } : placed;
}
