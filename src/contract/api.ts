import type { Endpoint } from "./endpoint.ts";
import { CART_ENDPOINTS } from "./endpoints/cart.ts";
import { CATALOG_ENDPOINTS } from "./endpoints/catalog.ts";
import { CUSTOMER_ENDPOINTS } from "./endpoints/customers.ts";
import { FEED_ENDPOINTS } from "./endpoints/feeds.ts";
import { CHECK_IN_ENDPOINTS } from "./endpoints/check-in.ts";
import { INVOICE_ENDPOINTS } from "./endpoints/invoices.ts";
import { ORDER_ENDPOINTS } from "./endpoints/orders.ts";
import { POSTAL_CODE_ENDPOINTS } from "./endpoints/postal-codes.ts";
import { PRESALE_ENDPOINTS } from "./endpoints/presale.ts";
import { RETURN_ENDPOINTS } from "./endpoints/returns.ts";
import { REVIEW_ENDPOINTS } from "./endpoints/reviews.ts";
import { SESSION_ENDPOINTS } from "./endpoints/sessions.ts";
import { SHOP_ENDPOINTS } from "./endpoints/shop.ts";
import { SIZE_GUIDE_ENDPOINTS } from "./endpoints/size-guides.ts";
import { WAITING_LIST_ENDPOINTS } from "./endpoints/waiting-list.ts";
import { WISHLIST_ENDPOINTS } from "./endpoints/wishlists.ts";
import type { OperationName } from "./operations.ts";

/**
 * The whole contract: the server implements it, OpenAPI is generated from it, the browser's client takes its types from
 * it.
 */
export const API = {
  ...SHOP_ENDPOINTS,
  ...CATALOG_ENDPOINTS,
  ...FEED_ENDPOINTS,
  ...PRESALE_ENDPOINTS,
  ...WAITING_LIST_ENDPOINTS,
  ...CART_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...CUSTOMER_ENDPOINTS,
  ...SIZE_GUIDE_ENDPOINTS,
  ...WISHLIST_ENDPOINTS,
  ...POSTAL_CODE_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...RETURN_ENDPOINTS,
  ...INVOICE_ENDPOINTS,
  ...CHECK_IN_ENDPOINTS,
  ...REVIEW_ENDPOINTS,
} as const satisfies Record<OperationName, Endpoint>;

export type Contract = typeof API;
