import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import type { Shopper } from "../holding/shopper.ts";
import type { CallToBegin } from "../http/idempotency-store.ts";
import { countMadeToOrderPiecesLeft } from "../presale-access/presale-access.ts";
import type { PresaleAccess, AccessCodeRefusal } from "../presale-access/access-code-verifier.ts";
import type { Grant } from "../presale/waiting-room/grant.ts";
import { releaseGrant, useGrant, type GrantRefusal } from "../presale/waiting-room/use-grant.ts";
import type { Shop } from "../shops/shop.ts";
import { addToCart, type AddToCartResult, type AddRefusal, type NewLine } from "./add-to-cart.ts";

export interface AddInput {
  /** Null for a new cart. */
  cartId: string | null;
  /** What the customer's code gives access to now. Null for normal products, which need no code. */
  access: PresaleAccess | AccessCodeRefusal | null;
  /** The customer's grant, if the presale has a waiting room. Null if it has none. */
  grant: Grant | null | GrantRefusal;
  /** The customer whose caps apply. Null for staff, for whom no caps apply. */
  shopper: Shopper | null;
  /** The idempotent call that begins together with the reservation. Null if there is none or it has begun. */
  call: CallToBegin | null;
  lines: NewLine[];
}

/**
 * Adds sizes to a customer's cart. Sizes of a presale need its access code (rule PRESALE-2) and, if it has a waiting
 * room, a grant. If the add is refused or creates no cart, a grant that was not the cart's before is released.
 */
export async function addWithAccess(
  app: App,
  shop: Shop,
  { cartId, access, grant, shopper, call, lines }: AddInput,
): Promise<AddToCartResult | AddRefusal | AccessCodeRefusal | GrantRefusal> {
  if (access !== null && isRefusal(access)) return access;
  if (grant !== null && isRefusal(grant)) return grant;
  // A grant belongs to its first cart, so the id of a new cart must be known before the cart exists.
  const newCartId = newId();
  const grantUse = grant && (await useGrant(app.genericPlanDb, grant, cartId ?? newCartId));
  if (grantUse && isRefusal(grantUse)) return grantUse;
  const addition = await addToCart(app, shop, {
    cartId,
    newCartId,
    presaleId: access?.presale.id ?? null,
    shopper,
    call,
    // A presale with a waiting room sells only its stock: nothing is made to order.
    ...(access && { madeToOrderLeft: access.hasWaitingRoom ? null : countMadeToOrderPiecesLeft(shop, access) }),
    lines,
  });
  if (grantUse && (isRefusal(addition) || addition.cart === null)) await releaseGrant(app.genericPlanDb, grantUse);
  return addition;
}
