import type { Wishlist } from "../../contract/wishlists.ts";
import { MAX_WISHES } from "../../domain/wishlist.ts";
import type { WishlistItem } from "./read-wishlist.ts";

export function toWireWishlist(items: readonly WishlistItem[]): Wishlist {
  return {
    docs: items.map(({ productId, addedAt, saved, changes }) => ({
      _id: productId,
      addedOn: addedAt.toISOString(),
      wasSoldOut: saved.isSoldOut,
      wasOnOffer: saved.isOnOffer,
      isBack: changes.isBack,
      hasNewOffer: changes.hasNewOffer,
    })),
    max: MAX_WISHES,
  };
}
