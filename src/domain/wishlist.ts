/** The most products that a customer saves in one shop (rule WISH-3). */
export const MAX_WISHES = 100;

/** What matters of a product for the news of a wishlist. */
export interface WishState {
  isSoldOut: boolean;
  isOnOffer: boolean;
}

/** What changed for the better since a product was saved (rule WISH-4). */
export interface WishNews {
  isBack: boolean;
  hasNewOffer: boolean;
}

/** `saved`: as it was when it was saved, sold out also if it was so at a later look at the list. */
export function wishNews(saved: WishState, now: WishState): WishNews {
  return {
    isBack: saved.isSoldOut && !now.isSoldOut,
    hasNewOffer: !saved.isOnOffer && now.isOnOffer && !now.isSoldOut,
  };
}
