import type { Wishlist } from "../../contract/wishlists.ts";
import { MAX_WISHES } from "../../domain/wishlist.ts";
import type { Wish } from "./read-wishlist.ts";

export function toWireWishlist(wishes: readonly Wish[]): Wishlist {
  return {
    docs: wishes.map(({ productId, addedAt, saved, changes }) => ({
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
