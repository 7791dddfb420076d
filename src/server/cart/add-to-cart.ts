import { sumBySize } from "../../domain/cart-line.ts";
import { isExpired } from "../../domain/cart-expiry.ts";
import { holdingRefusal, type HoldingRefusal } from "../../domain/holding-caps.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId, newId } from "../db/new-id.ts";
import type { Shopper } from "../holding/shopper.ts";
import type { Shop } from "../shops/shop.ts";
import { findCart, type Cart } from "./queries.ts";
import type { Verdict } from "./reserve.sql.ts";

export interface NewLine {
  sizeId: string;
  productId: string;
  pieces: number;
}

interface FailedLine {
  sizeId: string;
  /** "" where no such size exists. */
  title: string;
  reason: "SOLD_OUT" | "NOT_FOUND" | "ALREADY_IN_CART" | "LIMIT";
  /** SOLD_OUT: pieces that remain, fewer than were asked for. 0 for other reasons: what is not sold here has no stock. */
  left: number;
  /** Which cap it ran into; absent for what a presale's code does not make. */
  why?: HoldingRefusal;
}

export interface AddedToCart {
  /** Null when nothing went into a new cart. */
  cart: Cart | null;
  failed: FailedLine[];
}

type AddRefusal = Refusal<"cart_not_found" | "cart_not_active" | "cart_mixed" | "selling_disabled">;

/**
 * Puts sizes in a cart and takes their pieces off the shelf. Each line goes in whole or is named in `failed`; the
 * others go in all the same. Without `cartId` a new cart is made, unless nothing could be taken. `madeToOrderLeft` pieces
 * may go in without any on the shelf: what the presale's code has left; null: nothing is made to order.
 */
export async function addToCart(
  app: App,
  shop: Shop,
  wanted: {
    cartId: string | null;
    /** What a new cart is to be called, where somebody must know it before. */
    newCartId?: string;
    presaleId: string | null;
    madeToOrderLeft?: number | null;
    /** Whose caps bind; none: staff and the shop itself, whom none binds. */
    shopper?: Shopper | null;
    lines: NewLine[];
  },
): Promise<AddedToCart | AddRefusal> {
  if (!shop.settings.management.canSell) return refuse("selling_disabled");
  if (wanted.cartId !== null && !isId(wanted.cartId)) return refuse("cart_not_found");
  const cartId = wanted.cartId ?? wanted.newCartId ?? newId();
  const lines = sumBySize(wanted.lines);
  const known = lines.filter((line) => isId(line.sizeId) && isId(line.productId));
  const verdicts = new Map<string, Verdict>(
    lines.filter((line) => !known.includes(line)).map((line) => [line.sizeId, "NOT_FOUND"]),
  );
  const left = new Map<string, number>();
  if (known.length === 0 && wanted.cartId !== null) {
    const refused = await whyNot(app, shop, cartId, wanted.presaleId);
    if (refused) return refused;
  }
  if (known.length > 0) {
    const answer = await app.reservations.reserve({
      cartId,
      isNew: wanted.cartId === null,
      shopId: shop.id,
      presaleId: wanted.presaleId,
      madeToOrderLeft: wanted.madeToOrderLeft === undefined ? shop.settings.orders.presaleCap : wanted.madeToOrderLeft,
      timeoutMinutes: shop.settings.carts.timeout,
      shopper: wanted.shopper ?? null,
      lines: known,
    });
    for (const [sizeId, verdict] of answer.verdicts) verdicts.set(sizeId, verdict);
    for (const [sizeId, pieces] of answer.left) left.set(sizeId, pieces);
    app.productChanges.touch(known.map((line) => line.productId));
  }
  if ([...verdicts.values()].includes("NO_CART")) {
    return (await whyNot(app, shop, cartId, wanted.presaleId)) ?? refuse("cart_not_active");
  }
  const failedIds = lines.map((line) => line.sizeId).filter((sizeId) => !wentIn(verdicts.get(sizeId)));
  const [cart, titles] = await Promise.all([
    wanted.cartId === null && failedIds.length === lines.length ? null : app.carts.find(shop, cartId),
    Promise.all(failedIds.map(async (sizeId) => (isId(sizeId) ? app.sizeTitles.find(sizeId) : ""))),
  ]);
  if (cart === undefined) return refuse("cart_not_found");
  return {
    cart,
    failed: failedIds.map((sizeId, nth) => {
      const reason = REASONS[verdicts.get(sizeId) ?? "NOT_FOUND"] ?? "NOT_FOUND";
      return {
        sizeId,
        title: titles[nth]!,
        reason,
        left: reason === "SOLD_OUT" ? (left.get(sizeId) ?? 0) : 0,
        ...fullness(verdicts.get(sizeId), wanted.shopper),
      };
    }),
  };
}

const REASONS: Partial<Record<Verdict, FailedLine["reason"]>> = {
  TOO_FEW: "SOLD_OUT",
  NOT_FOUND: "NOT_FOUND",
  ALREADY_IN_CART: "ALREADY_IN_CART",
  LIMIT: "LIMIT",
  CART_FULL: "LIMIT",
  ADDRESS_FULL: "LIMIT",
  DEVICE_FULL: "LIMIT",
};

function fullness(verdict: Verdict | undefined, shopper: Shopper | null | undefined): Pick<FailedLine, "why"> {
  if (!shopper || (verdict !== "CART_FULL" && verdict !== "ADDRESS_FULL" && verdict !== "DEVICE_FULL")) return {};
  return { why: holdingRefusal(verdict, shopper.caps) };
}

function wentIn(verdict: Verdict | undefined): boolean {
  return verdict === "GRANTED" || verdict === "MADE_TO_ORDER";
}

async function whyNot(app: App, shop: Shop, cartId: string, presaleId: string | null): Promise<AddRefusal | undefined> {
  const cart = await findCart(app.genericPlans, shop, cartId);
  if (!cart) return refuse("cart_not_found");
  if (cart.state !== "active" || isExpired(cart.expiresAt, cart.now)) return refuse("cart_not_active");
  return cart.presaleId !== presaleId ? refuse("cart_mixed") : undefined;
}
