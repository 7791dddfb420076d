/**
 * Every call of the REST API: its name, method and path. The browser's client imports no other code of the contract, so
 * that zod is not in its bundle.
 */
export const OPERATIONS = {
  getApp: "GET /api/v1/app",
  getPriceIncrements: "GET /api/v1/app/{appId}/prices",

  listAllProducts: "GET /products",
  getGoogleFeed: "GET /feeds/google.xml",
  getProductsTsv: "GET /feeds/products.tsv",
  searchProducts: "GET /api/v1/search2",
  listFacets: "GET /api/v1/search2/facets",
  listSuggestions: "GET /api/v1/search2/suggestions",
  listSizeNames: "GET /api/v1/products/attributes/sizes",
  getProduct: "GET /api/v1/products/{id}",
  getProductStock: "GET /api/v1/products/{id}/stock",
  listPresale: "GET /api/v1/presale",
  joinWaitingList: "POST /api/v1/products/{id}/stock/{attributeId}/waiting-list",
  getWaitingPlace: "POST /api/v1/waiting-list",
  confirmWaitingPlace: "POST /api/v1/waiting-list/confirm",
  leaveWaitingList: "POST /api/v1/waiting-list/leave",
  takeOffer: "POST /api/v1/waiting-list/take",
  joinRoom: "POST /api/v1/presale/room",
  getQueueStatus: "GET /api/v1/presale/room",
  listBrands: "GET /api/v1/brands",
  listCategories: "GET /api/v1/categories",
  getCategoryMenu: "GET /api/v1/categories/menu",
  listSubcategories: "GET /api/v1/categories/{id}/subs",

  createCart: "POST /api/v1/carts",
  addToCart: "PUT /api/v1/carts/{id}",
  changeQuantity: "PUT /api/v1/carts/{id}/update",
  extendCart: "POST /api/v1/carts/{id}/extend",
  getCart: "GET /api/v1/carts/{id}",
  setCoupon: "PUT /api/v1/carts/{id}/coupon",
  removeCoupon: "DELETE /api/v1/carts/{id}/coupon",
  listGifts: "GET /api/v1/carts/{id}/gifts",
  listCartCarriers: "GET /api/v1/carts/{id}/shippings",
  getQuote: "GET /api/v1/carts/{id}/quote",
  checkout: "POST /api/v1/carts/{id}/checkout",

  login: "POST /api/v1/auth/login",
  refreshSession: "POST /api/v1/auth/refresh",
  logout: "POST /api/v1/auth/logout",
  enterCode: "POST /api/v1/auth/code",
  refreshCode: "POST /api/v1/auth/code/refresh",
  forgotPassword: "POST /api/v1/auth/forgot",
  resetPassword: "POST /api/v1/auth/reset",

  createCustomer: "POST /api/v1/customers",
  findCustomer: "GET /api/v1/customers/find",
  changeCustomer: "PUT /api/v1/customers/{id}",
  changePassword: "PUT /api/v1/customers/{id}/password-update",
  addAddress: "POST /api/v1/customers/{id}/address",
  changeAddress: "PUT /api/v1/customers/{id}/address/{addressId}",
  listOrders: "GET /api/v1/customers/{id}/orders",
  sendMailboxCode: "POST /api/v1/customers/{id}/mailbox",
  confirmMailbox: "POST /api/v1/customers/{id}/mailbox/confirm",
  getMeasures: "GET /api/v1/customers/{id}/measures",
  saveMeasures: "PUT /api/v1/customers/{id}/measures",
  deleteMeasures: "DELETE /api/v1/customers/{id}/measures",
  getWishlist: "GET /api/v1/customers/{id}/wishlist",
  saveToWishlist: "POST /api/v1/customers/{id}/wishlist",
  removeFromWishlist: "DELETE /api/v1/customers/{id}/wishlist/{productId}",
  getInvitations: "GET /api/v1/customers/{id}/review-invitations",
  changeInvitations: "PUT /api/v1/customers/{id}/review-invitations",

  getPostalCode: "GET /api/v1/postal-codes/{code}",

  listCarriers: "GET /api/v1/shippings",
  getPaymentMethod: "GET /api/v1/payment-methods/{key}",
  getOrder: "GET /api/v1/orders/{id}",
  getReceipt: "GET /api/v1/orders/{id}/pdf",
  linkOrder: "POST /api/v1/orders/{id}/link",
  claimOrder: "POST /api/v1/orders/{id}/claim",
  askForReturn: "POST /api/v1/orders/{id}/returns",
  listReturns: "GET /api/v1/orders/{id}/returns",
  cancelReturn: "POST /api/v1/orders/{id}/returns/{returnId}/cancel",
  sendReturn: "POST /api/v1/orders/{id}/returns/{returnId}/guide",
  cancelOrder: "POST /api/v1/orders/{id}/cancel",
  changeOrderAddress: "PUT /api/v1/orders/{id}/address",
  changeOrderPickup: "PUT /api/v1/orders/{id}/pickup",
  payOrder: "GET /api/v1/orders/{id}/payment",
  checkPayment: "POST /api/v1/orders/{id}/payment/check",
  cancelPayment: "POST /api/v1/orders/{id}/payment/cancel",
  uploadReturnPicture: "POST /api/v1/orders/{id}/returns/{returnId}/pictures",
  uploadTransferReceipt: "POST /api/v1/orders/{id}/transfer-receipts",

  findOrderToInvoice: "GET /api/v1/orders/reference/{reference}/invoice",
  requestInvoice: "POST /api/v1/invoice",
  getInvoiceFile: "GET /api/v1/invoices/{uuid}/{format}",

  syncDoor: "GET /api/v1/door",
  scanAtDoor: "POST /api/v1/door/scans",
  reconcileDoor: "POST /api/v1/door/scans/offline",
  undoScan: "POST /api/v1/door/scans/{id}/undo",

  listReviews: "GET /api/v1/reviews",
  createReview: "POST /api/v1/reviews",
  listProductReviews: "GET /api/v1/products/{id}/reviews",
  createProductReview: "POST /api/v1/products/{id}/reviews",
  uploadReviewPicture: "POST /api/v1/products/{id}/reviews/pictures",
  answerInvitations: "PUT /api/v1/review-invitations",
  listOwnReviews: "GET /api/v1/customers/{id}/reviews",
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** The method and the path of an operation: POST and /api/v1/carts/{id}/checkout of `checkout`. */
export function splitOperation(name: OperationName): { method: string; path: string } {
  const [method, path] = OPERATIONS[name].split(" ");
  return { method: method!, path: path! };
}
