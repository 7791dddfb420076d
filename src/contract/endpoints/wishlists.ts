import type { Endpoint } from "../endpoint.ts";
import { SaveToWishlist, Wishlist } from "../wishlists.ts";
import { CUSTOMER_ID, PRODUCT_ID } from "./parameters.ts";

export const WISHLIST_ENDPOINTS = {
  getWishlist: {
    summary: "List the products that a customer saved",
    description:
      "The products that the customer saved in this shop and that it sells now, the newest first, with what changed since then: available again, or a new offer.",
    tag: "Customers",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    response: Wishlist,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
  saveToWishlist: {
    summary: "Save products",
    description:
      "Adds one product, or the list that a browser stored for a guest. Products that are already in the list do not change, and products that this shop does not sell are left out. A list has at most 100 products. If it would have more, first its products that this shop no longer sells are removed, then the new ones that do not fit are left out. If none of the products is in the list afterwards, the response is `WISHLIST_FULL`, or `NOT_FOUND` if this shop sells none of them.",
    tag: "Customers",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    body: SaveToWishlist,
    response: Wishlist,
    refusals: ["CUSTOMER_NOT_FOUND", "WISHLIST_FULL", "NOT_FOUND"],
  },
  removeFromWishlist: {
    summary: "Remove a saved product",
    description: "Removes it from the list. A product that is not in the list is no error.",
    tag: "Customers",
    credentials: "account",
    cache: "private",
    params: { ...CUSTOMER_ID, productId: PRODUCT_ID.id },
    response: Wishlist,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
} as const satisfies Record<string, Endpoint>;
