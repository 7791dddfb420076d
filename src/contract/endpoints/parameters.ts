import { ID, SECRET } from "../examples/ids.ts";

// Path parameters that are opaque ids.
export const CART_ID = { id: { description: "The cart's `_id`.", example: ID.cart } } as const;
export const CUSTOMER_ID = {
  id: { description: "The customer's `_id`: that of the session; another is answered with 404.", example: ID.customer },
} as const;
export const ORDER_ID = { id: { description: "The order's `_id` (not its `reference`).", example: ID.order } } as const;
export const PRODUCT_ID = { id: { description: "The product's `_id`.", example: ID.product } } as const;

/** For calls that reserve pieces of a presale with a waiting room. */
export const GRANT_HEADER = {
  "X-GRANT": {
    description:
      "The caller's turn: `grant` of their place in the waiting room. Needed to reserve pieces of a presale with a waiting room, ignored elsewhere.",
    example: SECRET.grant,
  },
} as const;

/** For calls that reserve pieces. Without it, the pieces count only for the IP address. */
export const DEVICE_HEADER = {
  "X-DEVICE": {
    description:
      "A random id that the browser or app creates once and stores: 16 to 64 letters, digits, `-` or `_`. Pieces held are counted for it and for the IP address; without it, or with a malformed one, for the IP address alone.",
    example: SECRET.device,
  },
} as const;

export const GRANT_REFUSALS = ["GRANT_MISSING", "GRANT_INVALID", "GRANT_OVER", "GRANT_TAKEN"] as const;
