import type { Wishlist } from "../../contract/wishlists.ts";
import { MAX_WISHES } from "../../domain/wishlist.ts";
import type { WishlistItem } from "./read-wishlist.ts";

export function toWireWishlist(items: readonly WishlistItem[]): Wishlist {
  return {
    docs: items.map(({ productId, addedAt, savedState, changes }) => ({
      _id: productId,
      addedOn: addedAt.toISOString(),
      wasSoldOut: savedState.isSoldOut,
      wasOnOffer: savedState.isOnOffer,
      isBack: changes.isBack,
      hasNewOffer: changes.hasNewOffer,
    })),
    max: MAX_WISHES,
  };
}
