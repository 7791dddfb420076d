import * as carts from "./carts.ts";
import * as catalog from "./catalog.ts";
import * as customers from "./customers.ts";
import * as checkIn from "./check-in.ts";
import * as orders from "./orders.ts";
import { POSTAL_AREA } from "./postal-codes.ts";
import * as presale from "./presale.ts";
import { PROBLEM } from "./problem.ts";
import { RATING } from "./rating.ts";
import * as returns from "./returns.ts";
import * as reviews from "./reviews.ts";
import * as shop from "./shop.ts";
import * as waitingList from "./waiting-list.ts";

/** An example of each schema that has an `id` in the contract. The key is that `id`. */
export const SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Address: customers.ADDRESS,
  App: shop.PUBLIC_SHOP,
  Carrier: orders.CARRIER,
  Cart: carts.CART,
  CartGifts: carts.CART_GIFTS,
  CartLine: carts.CART_LINE,
  Category: catalog.CATEGORY,
  Customer: customers.CUSTOMER,
  ScanConflict: checkIn.SCAN_CONFLICT,
  TicketList: checkIn.TICKET_LIST,
  CustomerMeasures: catalog.CUSTOMER_MEASURES,
  DoorTicket: checkIn.LISTED_TICKET,
  Facets: catalog.FACETS,
  InvoiceDeadline: orders.INVOICE_DEADLINE,
  InvoiceShown: orders.INVOICE_SHOWN,
  MenuEntry: catalog.MENU_ENTRY,
  Order: orders.ORDER,
  OrderLinked: orders.ORDER_LINKED,
  OrderPage: orders.ORDER_PAGE,
  PaymentMethod: orders.PAYMENT_METHOD,
  PostalCode: POSTAL_AREA,
  PresaleProduct: presale.PRESALE_PRODUCT,
  PresaleShown: presale.PRESALE_SHOWN,
  Problem: PROBLEM,
  Product: catalog.PRODUCT,
  ProductSize: catalog.PRODUCT.stocks[0],
  ProductPage: catalog.PRODUCT_PAGE,
  Quote: carts.QUOTE,
  ProductReview: reviews.PRODUCT_REVIEW_PAGE.docs[0],
  ProductReviewPage: reviews.PRODUCT_REVIEW_PAGE,
  Rating: RATING,
  Return: returns.RETURN,
  Returns: returns.RETURNS,
  Review: reviews.REVIEW,
  ReviewPage: reviews.REVIEW_PAGE,
  RoomPlace: presale.ROOM_PLACE_WAITING,
  Scanned: checkIn.SCANNED,
  ScannedTicket: checkIn.SCANNED_TICKET,
  Session: customers.SESSION,
  ShownSettings: shop.SHOWN_SETTINGS,
  SizeGuide: catalog.SIZE_GUIDE,
  StockEntry: catalog.STOCK_ENTRY,
  Suggestions: catalog.SUGGESTIONS,
  WaitingPlace: waitingList.PLACE_WAITING,
  Wishlist: catalog.WISHLIST,
};
