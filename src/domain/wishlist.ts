/** The most products that a customer saves in one shop (rule WISH-3). */
export const MAX_WISHES = 100;

/** What a wishlist compares of a product. */
export interface WishState {
  isSoldOut: boolean;
  isOnOffer: boolean;
}

/** What changed for the better since a product was saved (rule WISH-4). */
export interface WishChanges {
  isBack: boolean;
  hasNewOffer: boolean;
}

/** `saved`: as it was when it was saved; sold out also if it was so when the list was read since. */
export function wishChanges(saved: WishState, now: WishState): WishChanges {
  return {
    isBack: saved.isSoldOut && !now.isSoldOut,
    hasNewOffer: !saved.isOnOffer && now.isOnOffer && !now.isSoldOut,
  };
}
