/** The most products that a customer saves in one shop (rule WISH-3). */
export const MAX_WISHES = 100;

/** What a wishlist compares of a product. */
export interface WishState {
  isSoldOut: boolean;
  isOnOffer: boolean;
}

/** Improvements of a product since it was saved (rule WISH-4). */
export interface WishChanges {
  isBack: boolean;
  hasNewOffer: boolean;
}

/**
 * `savedState` is the state when the product was saved, but sold out if the product was sold out when the customer read
 * the list later.
 */
export function findWishChanges(savedState: WishState, currentState: WishState): WishChanges {
  return {
    isBack: savedState.isSoldOut && !currentState.isSoldOut,
    hasNewOffer: !savedState.isOnOffer && currentState.isOnOffer && !currentState.isSoldOut,
  };
}
