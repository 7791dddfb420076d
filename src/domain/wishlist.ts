/** The most products that a customer saves in one shop (rule WISH-3). */
export const MAX_WISHES = 100;

/** The state of a product that a wishlist compares, then and now. */
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
 * `savedState` is the product's state when it was saved. It also counts as sold out if it was sold out at a later
 * reading of the list.
 */
export function findWishChanges(savedState: WishState, currentState: WishState): WishChanges {
  return {
    isBack: savedState.isSoldOut && !currentState.isSoldOut,
    hasNewOffer: !savedState.isOnOffer && currentState.isOnOffer && !currentState.isSoldOut,
  };
}
