import { sumBySize } from "../../domain/cart-line.ts";
import { isExpired } from "../../domain/cart-expiry.ts";
import { holdingRefusal, type HoldingRefusal } from "../../domain/holding-caps.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId, newId } from "../db/new-id.ts";
import type { Shopper } from "../holding/shopper.ts";
import { KeyAlreadyUsed } from "../http/idempotency.ts";
import type { CallToBegin } from "../http/idempotency-store.ts";
import type { Shop } from "../shops/shop.ts";
import { toNewCart } from "./new-cart.ts";
import { findStoredCart, type Cart } from "./queries.ts";
import type { CreatedCart } from "./reservation-batcher.ts";
import type { Verdict } from "./reserve.sql.ts";

export interface NewLine {
  sizeId: string;
  productId: string;
  pieces: number;
}

interface FailedLine {
  sizeId: string;
  /** "" if no such size exists. */
  name: string;
  reason: "SOLD_OUT" | "NOT_FOUND" | "ALREADY_IN_CART" | "LIMIT";
  /** For SOLD_OUT, the available pieces, fewer than requested. 0 for other reasons. */
  available: number;
  /** The cap that the line exceeds. Absent for the limit of pieces made to order. */
  capRefusal?: HoldingRefusal;
}

export interface AddToCartResult {
  /** Null if the cart was to be created and no line was added. */
  cart: Cart | null;
  failed: FailedLine[];
}

export type AddRefusal = Refusal<"cart_not_found" | "cart_not_active" | "cart_mixed" | "selling_disabled">;

/**
 * Adds sizes to a cart and reserves their pieces. Each line is added completely or listed in `failed`. A failed line
 * does not stop the others. Without `cartId` a new cart is created if at least one line succeeds. Throws
 * `KeyAlreadyUsed` if the key of `call` was used before.
 */
export async function addToCart(
  app: App,
  shop: Shop,
  input: {
    cartId: string | null;
    /** The id of a new cart, if the caller needs it in advance. */
    newCartId?: string;
    presaleId: string | null;
    /**
     * How many pieces may still be ordered without stock with the presale's code. Null: nothing is made to order.
     * Undefined: the shop's cap for one code (the setting `orders.presaleCap`).
     */
    madeToOrderLeft?: number | null;
    /** The customer whose caps apply. Null for staff and the shop itself, for whom no caps apply. */
    shopper?: Shopper | null;
    /** The idempotent call that begins together with the reservation. */
    call?: CallToBegin | null;
    lines: NewLine[];
  },
): Promise<AddToCartResult | AddRefusal> {
  if (!shop.settings.management.canSell) return refuse("selling_disabled");
  if (input.cartId !== null && !isId(input.cartId)) return refuse("cart_not_found");
  const cartId = input.cartId ?? input.newCartId ?? newId();
  const lines = sumBySize(input.lines);
  const validLines = lines.filter((line) => isId(line.sizeId) && isId(line.productId));
  const verdicts = new Map<string, Verdict>(
    lines.filter((line) => !validLines.includes(line)).map((line) => [line.sizeId, "NOT_FOUND"]),
  );
  const availablePieces = new Map<string, number>();
  let createdCart: CreatedCart | null = null;
  if (validLines.length === 0 && input.cartId !== null) {
    const refusal = await findRefusal(app, shop, cartId, input.presaleId);
    if (refusal) return refusal;
  }
  if (validLines.length > 0) {
    const reservation = await app.reservations.reserve({
      cartId,
      isNew: input.cartId === null,
      shopId: shop.id,
      presaleId: input.presaleId,
      madeToOrderLeft: input.madeToOrderLeft === undefined ? shop.settings.orders.presaleCap : input.madeToOrderLeft,
      timeoutMinutes: shop.settings.carts.timeout,
      shopper: input.shopper ?? null,
      call: input.call ?? null,
      lines: validLines,
    });
    for (const [sizeId, verdict] of reservation.verdicts) verdicts.set(sizeId, verdict);
    for (const [sizeId, pieces] of reservation.available) availablePieces.set(sizeId, pieces);
    createdCart = reservation.createdCart;
  }
  if ([...verdicts.values()].includes("REPEATED")) throw new KeyAlreadyUsed();
  if ([...verdicts.values()].includes("NO_CART")) {
    return (await findRefusal(app, shop, cartId, input.presaleId)) ?? refuse("cart_not_active");
  }
  const failedIds = lines.map((line) => line.sizeId).filter((sizeId) => !isAdded(verdicts.get(sizeId)));
  const [cart, names] = await Promise.all([
    input.cartId === null && failedIds.length === lines.length ? null : findChangedCart(app, shop, cartId, createdCart),
    Promise.all(failedIds.map(async (sizeId) => (isId(sizeId) ? app.cartLineNames.find(sizeId) : ""))),
  ]);
  if (cart === undefined) return refuse("cart_not_found");
  return {
    cart,
    failed: failedIds.map((sizeId, index) => {
      const reason = REASONS[verdicts.get(sizeId) ?? "NOT_FOUND"] ?? "NOT_FOUND";
      return {
        sizeId,
        name: names[index]!,
        reason,
        available: reason === "SOLD_OUT" ? (availablePieces.get(sizeId) ?? 0) : 0,
        ...toCapRefusal(verdicts.get(sizeId), input.shopper),
      };
    }),
  };
}

async function findChangedCart(
  app: App,
  shop: Shop,
  cartId: string,
  createdCart: CreatedCart | null,
): Promise<Cart | undefined> {
  const newCart = createdCart && (await toNewCart(app, shop, cartId, createdCart));
  return newCart ?? app.carts.find(shop, cartId);
}

const REASONS: Partial<Record<Verdict, FailedLine["reason"]>> = {
  TOO_FEW: "SOLD_OUT",
  NOT_FOUND: "NOT_FOUND",
  ALREADY_IN_CART: "ALREADY_IN_CART",
  MADE_TO_ORDER_LIMIT: "LIMIT",
  CART_FULL: "LIMIT",
  ADDRESS_FULL: "LIMIT",
  DEVICE_FULL: "LIMIT",
};

function toCapRefusal(
  verdict: Verdict | undefined,
  shopper: Shopper | null | undefined,
): Pick<FailedLine, "capRefusal"> {
  if (!shopper || (verdict !== "CART_FULL" && verdict !== "ADDRESS_FULL" && verdict !== "DEVICE_FULL")) return {};
  return { capRefusal: holdingRefusal(verdict, shopper.caps) };
}

function isAdded(verdict: Verdict | undefined): boolean {
  return verdict === "GRANTED" || verdict === "MADE_TO_ORDER";
}

/** Why the cart accepts no lines. Undefined if it accepts them. */
async function findRefusal(
  app: App,
  shop: Shop,
  cartId: string,
  presaleId: string | null,
): Promise<AddRefusal | undefined> {
  const cart = await findStoredCart(app.genericPlanDb, shop, cartId);
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active" || isExpired(cart.expiresAt, cart.now)) return refuse("cart_not_active");
  return cart.presaleId !== presaleId ? refuse("cart_mixed") : undefined;
}
