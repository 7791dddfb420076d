/** The most products that a customer saves in one shop (rule WISH-3). */
export const MAX_WISHES = 100;

/** The facts of a product that a wishlist compares. */
export interface WishState {
  isSoldOut: boolean;
  isOnOffer: boolean;
}

/** Improvements of a product since it was saved (rule WISH-4). */
export interface WishChanges {
  isBack: boolean;
  hasNewOffer: boolean;
}

/** `saved` is the state when the product was saved. It is also sold out if it was so at a later reading of the list. */
export function wishChanges(saved: WishState, now: WishState): WishChanges {
  return {
    isBack: saved.isSoldOut && !now.isSoldOut,
    hasNewOffer: !saved.isOnOffer && now.isOnOffer && !now.isSoldOut,
  };
}
