import type { z } from "zod";
import type { Contract } from "../api.ts";
import type { OperationName } from "../operations.ts";
import * as carts from "./carts.ts";
import * as catalog from "./catalog.ts";
import * as customers from "./customers.ts";
import * as checkIn from "./check-in.ts";
import * as invoices from "./invoices.ts";
import * as orders from "./orders.ts";
import * as postalCodes from "./postal-codes.ts";
import * as presale from "./presale.ts";
import * as returns from "./returns.ts";
import * as reviews from "./reviews.ts";
import * as shop from "./shop.ts";
import * as waitingList from "./waiting-list.ts";

type BodyExample<E> = E extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : object;
/** A response that is a file or empty has no example. */
type ResponseExample<E> = E extends { contentType: string } | { status: 204 }
  ? object
  : E extends { response: infer Response extends z.ZodType }
    ? { response: z.input<Response> }
    : never;

/** A request body and a response of each operation. An operation without an example does not compile. */
export const OPERATION_EXAMPLES: {
  [Name in OperationName]: BodyExample<Contract[Name]> & ResponseExample<Contract[Name]>;
} = {
  getApp: { response: shop.PUBLIC_SHOP },
  getPriceIncrements: { response: shop.PRICE_INCREMENTS },
  listAllProducts: { response: [catalog.PRODUCT] },
  getGoogleFeed: {},
  getProductsTsv: {},
  searchProducts: { response: catalog.PRODUCT_PAGE },
  listFacets: { response: catalog.FACETS },
  listSuggestions: { response: catalog.SUGGESTIONS },
  listSizeNames: { response: catalog.SIZE_NAMES },
  getProduct: { response: catalog.PRODUCT },
  getProductStock: { response: catalog.STOCKS },
  listPresale: { response: [presale.PRESALE_PRODUCT] },
  joinWaitingList: { body: waitingList.JOIN_WAITING_LIST, response: customers.ACCEPTED },
  getWaitingPlace: { body: waitingList.EMAIL_TOKEN, response: waitingList.PLACE_OFFERED },
  confirmWaitingPlace: { body: waitingList.EMAIL_TOKEN, response: waitingList.PLACE_WAITING },
  leaveWaitingList: { body: waitingList.EMAIL_TOKEN, response: waitingList.PLACE_LEFT },
  takeOffer: { body: waitingList.TAKE_OFFER, response: waitingList.OFFER_TAKEN },
  joinRoom: { body: presale.JOIN_ROOM, response: presale.ROOM_PLACE_WAITING },
  getQueueStatus: { response: presale.ROOM_PLACE_ADMITTED },
  listBrands: { response: catalog.BRANDS },
  listCategories: { response: [catalog.CATEGORY, catalog.SUBCATEGORY] },
  getCategoryMenu: { response: [catalog.MENU_ENTRY] },
  listSubcategories: { response: [catalog.SUBCATEGORY] },
  createCart: { body: carts.ADD_TO_CART, response: carts.ADDED_TO_CART },
  addToCart: { body: carts.ADD_TO_CART, response: carts.ADDED_TO_CART },
  changeQuantity: { body: carts.CHANGE_QUANTITY, response: carts.QUANTITY_CHANGED },
  extendCart: { response: carts.CART },
  getCart: { response: carts.CART },
  listGifts: { response: carts.CART_GIFTS },
  setCoupon: { body: carts.SET_COUPON, response: carts.SET_COUPON_RESPONSE },
  removeCoupon: { response: { cart: carts.CART } },
  listCartCarriers: { response: { docs: [orders.CARRIER] } },
  getQuote: { response: carts.QUOTE },
  checkout: { body: carts.CHECKOUT, response: orders.CHECKOUT_RESPONSE },
  login: { body: customers.LOGIN, response: customers.SESSION },
  refreshSession: { body: customers.REFRESH_SESSION, response: customers.SESSION },
  logout: {},
  enterCode: { body: presale.ACCESS_CODE, response: presale.CODE_ACCEPTED },
  refreshCode: { body: presale.ACCESS_CODE, response: presale.CODE_ACCEPTED },
  forgotPassword: { body: customers.FORGOT_PASSWORD, response: customers.ACCEPTED },
  resetPassword: { body: customers.RESET_PASSWORD, response: customers.SESSION },
  createCustomer: { body: customers.CREATE_CUSTOMER, response: customers.SESSION },
  findCustomer: { response: customers.CUSTOMER_LOOKUP },
  changeCustomer: { body: customers.CHANGE_CUSTOMER, response: customers.CUSTOMER_CHANGED },
  changePassword: { body: customers.CHANGE_PASSWORD, response: customers.ACCEPTED },
  addAddress: { body: customers.ADDRESS_FIELDS, response: customers.CUSTOMER },
  changeAddress: { body: customers.ADDRESS_FIELDS, response: customers.CUSTOMER },
  listOrders: { response: orders.ORDER_PAGE },
  sendMailboxCode: { body: customers.SEND_MAILBOX_CODE, response: customers.ACCEPTED },
  confirmMailbox: { body: customers.CONFIRM_MAILBOX, response: customers.ACCEPTED },
  getMeasures: { response: catalog.CUSTOMER_MEASURES },
  saveMeasures: { body: catalog.SAVE_MEASURES, response: catalog.CUSTOMER_MEASURES },
  deleteMeasures: { response: { chest: null, waist: null, hip: null, foot: null, inseam: null } },
  getWishlist: { response: catalog.WISHLIST },
  saveToWishlist: { body: catalog.SAVE_TO_WISHLIST, response: catalog.WISHLIST },
  removeFromWishlist: { response: { docs: [], max: 100 } },
  getPostalCode: { response: postalCodes.POSTAL_AREA },
  listCarriers: { response: { docs: [orders.CARRIER] } },
  getPaymentMethod: { response: orders.PAYMENT_METHOD },
  getOrder: { response: orders.ORDER },
  getReceipt: {},
  linkOrder: { response: orders.ORDER_LINKED },
  claimOrder: { body: orders.CLAIM_ORDER, response: orders.ORDER_CLAIMED },
  askForReturn: { body: returns.ASK_FOR_RETURN, response: { return: returns.RETURN } },
  listReturns: { response: returns.RETURNS },
  cancelReturn: { response: { return: returns.RETURN_CANCELLED } },
  sendReturn: { body: returns.SEND_RETURN, response: { return: returns.RETURN_SENT } },
  payOrder: { response: orders.OPENED_PAYMENT },
  checkPayment: { body: orders.PAYMENT_CHECK, response: orders.ORDER_PAID_ONLINE },
  cancelPayment: { response: orders.ORDER_PAYMENT_CANCELLED },
  cancelOrder: { response: orders.ORDER_CANCELLED },
  changeOrderAddress: { body: customers.ADDRESS_FIELDS, response: orders.ORDER_PLACED },
  changeOrderPickup: { body: orders.CHOSEN_PICKUP, response: orders.ORDER_PLACED },
  uploadReturnPicture: { response: { return: returns.RETURN_WITH_PICTURE } },
  uploadTransferReceipt: { response: orders.ORDER_WITH_RECEIPT },
  findOrderToInvoice: { response: invoices.INVOICE_LOOKUP },
  requestInvoice: { body: invoices.REQUEST_INVOICE, response: invoices.INVOICE_ISSUED },
  getInvoiceFile: {},
  syncDoor: { response: checkIn.TICKET_LIST },
  scanAtDoor: { body: checkIn.SCAN, response: checkIn.SCANNED },
  reconcileDoor: { body: checkIn.OFFLINE_SCANS, response: checkIn.OFFLINE_SCANS_RESPONSE },
  undoScan: { response: checkIn.UNDO_SCAN_RESPONSE },
  listReviews: { response: reviews.REVIEW_PAGE },
  createReview: { body: reviews.CREATE_REVIEW, response: reviews.REVIEW_CREATED },
  listProductReviews: { response: reviews.PRODUCT_REVIEW_PAGE },
  createProductReview: { body: reviews.CREATE_PRODUCT_REVIEW, response: reviews.PRODUCT_REVIEW_CREATED },
  uploadReviewPicture: { response: reviews.REVIEW_PICTURE_UPLOADED },
  answerInvitations: { body: reviews.ANSWER_INVITATIONS, response: { status: "OK", wanted: false } },
  getInvitations: { response: { wanted: true } },
  changeInvitations: { body: { wanted: false }, response: { wanted: false } },
  listOwnReviews: { response: reviews.OWN_REVIEWS },
};
