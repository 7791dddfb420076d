import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, splitOperation, type OperationName } from "../../contract/operations.ts";
import { requestReturn } from "../returns/request-return.ts";
import { approveReturn } from "../returns/answer-return.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { registerCustomer } from "../sign-in/register-customer.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { createOrderKey } from "../orders/create-order-key.ts";
import { newId } from "../db/new-id.ts";
import { openSession } from "../sessions/sessions.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { addShop } from "../shops/add-shop.ts";
import type { Shop } from "../shops/shop.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import {
  createTestCart,
  createTestGuest,
  PLAIN_CARRIER,
  makeCheckoutInput,
  type Guest,
} from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

interface RequestInput {
  params?: Record<string, string>;
  query?: string;
  body?: object;
  token?: string;
}

interface Row {
  /** The expected status in the branch that owns the id. Without it a 404 elsewhere would prove nothing. */
  expectedStatus: number;
  request(): RequestInput | Promise<RequestInput>;
}

let server: TestServer;
let norte: Shop;
/** A size sold in all shops. */
let sharedSize: TestSize;
/** A product sold only in norte. */
const LOCAL_PRODUCT_ID = demoId("product", "bolsa-de-grecas-azul-marino");
const LOCAL_SIZE_ID = demoId("size", "bolsa-de-grecas-azul-marino Unitalla");

beforeAll(async () => {
  server = await startTestServer();
  norte = await server.findShop("norte");
  sharedSize = await createTestSize(server.app, { pieces: 1_000 });
  const added = await addShop(server.app, {
    key: "sur",
    name: "Casa Maguey Sur",
    host: "sur.localhost",
    color: "pink",
    copyFrom: norte,
  });
  if (isRefusal(added)) throw new Error(added.refused);
});
afterAll(() => server.stop());

const cartLines = () => [{ productId: sharedSize.productId, attributeId: sharedSize.sizeId, quantity: 1 }];
const newNorteCartId = async () => (await createTestCart(server.app, norte, [{ ...sharedSize, pieces: 1 }])).id;

async function newNorteOrder(paymentMethod: "MP" | "TB" = "TB"): Promise<Guest & { orderId: string }> {
  const guest = await createTestGuest(server.app, norte);
  const cart = await createTestCart(server.app, norte, [{ ...sharedSize, pieces: 1 }]);
  const placed = await checkOut(server.app, norte, guest.customerId, makeCheckoutInput(cart, guest, { paymentMethod }));
  if (isRefusal(placed)) throw new Error(placed.refused);
  return { ...guest, orderId: placed.orderId };
}

const cartRow = (body?: () => object): Row => ({
  expectedStatus: 200,
  request: async () => ({ params: { id: await newNorteCartId() }, body: body?.() }),
});
const orderRow = (expectedStatus: number, body?: object, method?: "MP"): Row => ({
  expectedStatus,
  request: async () => {
    const { orderId, token } = await newNorteOrder(method);
    return { params: { id: orderId }, token, body };
  },
});

/** A row whose request is about an approved return of an order of norte. */
const returnRow = (expectedStatus: number, body?: object): Row => ({
  expectedStatus,
  request: async () => {
    const { orderId, returnId, token } = await newNorteReturn();
    return { params: { id: orderId, returnId }, token, body };
  },
});

async function newNorteReturn(): Promise<{ orderId: string; returnId: string; token: string }> {
  const { orderId, token } = await newNorteOrder();
  const by = { memberId: null, name: "prueba", ip: null };
  for (const to of ["PAYMENT_ACCEPTED", "SHIPPED"] as const) {
    await moveOrder(server.app, orderId, { to, actor: "prueba", reason: "Prueba", trackingNumber: newId() });
  }
  const order = (await findOrder(server.app.db, norte.id, orderId))!;
  const lines = [
    {
      sizeId: order.lines[0]!.size_id,
      pieces: 1,
      reason: "UNWANTED" as const,
      wish: "REFUND" as const,
      newSizeId: null,
    },
  ];
  const requestedReturn = await requestReturn(server.app, norte, { orderId, lines, note: "", clabe: null, by });
  if (isRefusal(requestedReturn)) throw new Error(requestedReturn.refused);
  const approvedReturn = await approveReturn(server.app, requestedReturn.id, { answer: "", guide: "", by });
  if (isRefusal(approvedReturn)) throw new Error(approvedReturn.refused);
  return { orderId, returnId: approvedReturn.id, token };
}

/** A row whose request has the token of a waiting-list place in norte. */
const placeRow = (expectedStatus: number): Row => ({
  expectedStatus,
  request: async () => {
    const token = newToken();
    await server.app.db
      .insertInto("waiting_list")
      .values({
        id: newId(),
        shop_id: norte.id,
        size_id: sharedSize.sizeId,
        email: `${crypto.randomUUID()}@ejemplo.mx`,
        state: "waiting",
        confirmation_token_hash: hashToken(token),
        confirmed_at: new Date(),
      })
      .execute();
    return { body: { token } };
  },
});

/**
 * For each operation with an id in its path or link: a request with an id of norte. Null for operations without an id,
 * or with ids that are valid in every shop.
 */
const ROWS_BY_OPERATION: Record<OperationName, Row | null> = {
  getApp: null,
  getPriceIncrements: { expectedStatus: 200, request: () => ({ params: { appId: norte.id } }) },
  listAllProducts: null,
  getGoogleFeed: null,
  getProductsTsv: null,
  searchProducts: null,
  listFacets: null,
  listSuggestions: null,
  listSizeNames: null,
  getProduct: { expectedStatus: 200, request: () => ({ params: { id: LOCAL_PRODUCT_ID } }) },
  getProductStock: { expectedStatus: 200, request: () => ({ params: { id: LOCAL_PRODUCT_ID } }) },
  joinWaitingList: {
    // The size is available, so it has no waiting list.
    expectedStatus: 409,
    request: () => ({
      params: { id: LOCAL_PRODUCT_ID, attributeId: LOCAL_SIZE_ID },
      body: { email: "eva@ejemplo.mx" },
    }),
  },
  getWaitingPlace: placeRow(200),
  confirmWaitingPlace: placeRow(200),
  leaveWaitingList: placeRow(200),
  // No piece is offered yet.
  takeOffer: placeRow(409),
  listPresale: null,
  listBrands: null,
  listCategories: null,
  getCategoryMenu: null,
  // Categories are shared by all shops. Their products differ.
  listSubcategories: null,

  createCart: null,
  addToCart: cartRow(() => ({ products: cartLines() })),
  changeQuantity: cartRow(() => ({ productId: sharedSize.productId, attributeId: sharedSize.sizeId, newQuantity: 2 })),
  // The branch's own cart is found. The coupon does not exist.
  setCoupon: { ...cartRow(() => ({ code: "NO-EXISTE" })), expectedStatus: 409 },
  removeCoupon: cartRow(),
  extendCart: cartRow(),
  getCart: cartRow(),
  listGifts: cartRow(),
  listCartCarriers: cartRow(),
  getQuote: cartRow(),
  checkout: {
    expectedStatus: 200,
    request: async () => {
      const { customerId, addressId, token } = await createTestGuest(server.app, norte);
      const body = { customerId, addressId, shippingId: PLAIN_CARRIER, payment_method: "TB" };
      return { params: { id: await newNorteCartId() }, token, body };
    },
  },

  // Customers have one account for all shops (decision 21).
  login: null,
  refreshSession: null,
  logout: null,
  enterCode: null,
  refreshCode: null,
  forgotPassword: null,
  resetPassword: null,
  createCustomer: null,
  findCustomer: null,
  changeCustomer: null,
  changePassword: null,
  addAddress: null,
  changeAddress: null,
  listOrders: null,
  getMeasures: null,
  saveMeasures: null,
  deleteMeasures: null,
  // A customer has one wishlist per shop, and reads only their own.
  getWishlist: null,
  saveToWishlist: null,
  removeFromWishlist: null,
  getInvitations: null,
  changeInvitations: null,
  sendMailboxCode: null,
  confirmMailbox: null,

  listCarriers: null,
  // Every shop has the same postal codes.
  getPostalCode: null,
  getPaymentMethod: null,
  getOrder: orderRow(200),
  getReceipt: orderRow(200),
  listReturns: orderRow(200),
  askForReturn: orderRow(409, {
    lines: [{ attributeId: "x", quantity: 1, reason: "UNWANTED", wish: "REFUND" }],
  }),
  cancelReturn: returnRow(200),
  sendReturn: returnRow(200, { guide: "MX1" }),
  // The request has no file.
  uploadReturnPicture: returnRow(422),
  linkOrder: orderRow(200),
  claimOrder: {
    expectedStatus: 200,
    request: async () => {
      const { orderId, customerId } = await newNorteOrder();
      const key = await createOrderKey(server.app, norte, { orderId, customerId });
      if (isRefusal(key)) throw new Error(key.refused);
      const username = `${crypto.randomUUID()}@ejemplo.mx`;
      const person = { name: "Ana", lastName: "Prueba", phone: "5511112222", email: null, rfc: null };
      const registered = await registerCustomer(server.app, norte, { ...person, username, password: "secreta-1" });
      if (isRefusal(registered)) throw new Error(registered.refused);
      return { params: { id: orderId }, token: registered.session.token, body: { key } };
    },
  },
  cancelOrder: orderRow(200),
  changeOrderAddress: orderRow(200, {
    street: "Calle 1",
    neigh: "Centro",
    postalCode: "06000",
    city: "Cuauhtémoc",
    state: "CDMX",
  }),
  changeOrderPickup: orderRow(409, { shippingId: newId() }),
  payOrder: orderRow(200, undefined, "MP"),
  checkPayment: orderRow(200, { paymentId: null }, "MP"),
  cancelPayment: orderRow(409),
  uploadTransferReceipt: orderRow(422),

  // All shops share presales, their waiting rooms and check-in (decision 21).
  joinRoom: null,
  getQueueStatus: null,
  syncDoor: null,
  scanAtDoor: null,
  reconcileDoor: null,
  undoScan: null,

  // Invoicing is paused in every shop without a PAC. An order is found by number, phone and shop.
  findOrderToInvoice: null,
  requestInvoice: null,
  getInvoiceFile: null,

  listReviews: null,
  createReview: null,
  listProductReviews: { expectedStatus: 200, request: () => ({ params: { id: LOCAL_PRODUCT_ID } }) },
  // A product is reviewed in the shop where it was bought.
  createProductReview: null,
  uploadReviewPicture: null,
  listOwnReviews: null,
  answerInvitations: null,
};

const ROWS = Object.entries(ROWS_BY_OPERATION).flatMap(([name, row]) =>
  row ? [{ name: name as OperationName, row }] : [],
);

test("every operation of the contract has a row or null", () => {
  expect(Object.keys(ROWS_BY_OPERATION).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
});

describe.each(ROWS)("$name with an id of one branch", ({ name, row }) => {
  test("is found in its own branch and in no other shop", async () => {
    expect((await send(name, await row.request(), "sur")).status).toBe(404);
    // The head office may read the increments of its branches (decision 21).
    if (name !== "getPriceIncrements") expect((await send(name, await row.request(), "matriz")).status).toBe(404);
    const ownBranchResponse = await send(name, await row.request(), "norte");
    expect([
      ownBranchResponse.status,
      ownBranchResponse.status === row.expectedStatus ? "" : ownBranchResponse.text,
    ]).toEqual([row.expectedStatus, ""]);
  });
});

describe("goods sold in one branch only", () => {
  const line = { productId: LOCAL_PRODUCT_ID, attributeId: LOCAL_SIZE_ID, quantity: 1 };

  test.each([
    ["searched by its name", "/api/v1/search2?size=50&searchTerm=bolsa%20de%20grecas"],
    ["suggested", "/api/v1/search2/suggestions?searchTerm=bolsa%20de%20grecas"],
    ["in the list of all products", "/products"],
  ])("%s: found in this branch and in no other shop", async (_, path) => {
    expect((await server.call("GET", path, { shop: "norte" })).text).toContain(LOCAL_PRODUCT_ID);
    for (const otherShopKey of ["matriz", "sur"]) {
      const answer = await server.call("GET", path, { shop: otherShopKey });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(LOCAL_PRODUCT_ID);
    }
  });

  test("cannot be added to a cart of another shop, new or existing", async () => {
    const newCartResponse = await server.call("POST", "/api/v1/carts", { shop: "sur", body: { products: [line] } });
    expect(newCartResponse.json).toMatchObject({
      cart: null,
      failed: [{ attributeId: LOCAL_SIZE_ID, reason: "NOT_FOUND" }],
    });
    const sur = await server.findShop("sur");
    const { id } = await createTestCart(server.app, sur, [{ ...sharedSize, pieces: 1 }]);
    const existingCartResponse = await server.call("PUT", `/api/v1/carts/${id}`, {
      shop: "sur",
      body: { products: [line] },
    });
    expect(existingCartResponse.json.failed).toMatchObject([{ attributeId: LOCAL_SIZE_ID, reason: "NOT_FOUND" }]);
    expect(existingCartResponse.json.cart ?? { products: [{}] }).toMatchObject({ products: { length: 1 } });
    const ownBranchResponse = await server.call("POST", "/api/v1/carts", { shop: "norte", body: { products: [line] } });
    expect(ownBranchResponse.json).toMatchObject({ cart: { products: [{ shopPrice: 529 }] }, failed: [] });
  });

  test("a brand that is sold only in another shop is not listed", async () => {
    const brandId = crypto.randomUUID();
    const { productId } = await createTestSize(server.app, { pieces: 1 });
    await server.app.db.insertInto("brands").values({ id: brandId, slug: "solo-norte", name: "Solo Norte" }).execute();
    await server.app.db
      .insertInto("product_brands")
      .values({ product_id: productId, brand_id: brandId, position: 0 })
      .execute();
    await server.app.db.updateTable("products").set({ is_local: true }).where("id", "=", productId).execute();
    await server.app.db
      .insertInto("shop_products")
      .values({ shop_id: norte.id, product_id: productId, price_cents: null })
      .execute();
    const readBrands = async (key: string) => (await server.call("GET", "/api/v1/brands", { shop: key })).text;
    expect(await readBrands("norte")).toContain("Solo Norte");
    expect(await readBrands("sur")).not.toContain("Solo Norte");
  });
});

describe("prices", () => {
  const productId = demoId("product", "bolsa-tote-de-lona-verde-olivo");
  const readPrices = async (key: string) =>
    (await server.call("GET", `/api/v1/products/${productId}`, { shop: key })).json.shops as { shopId: string }[];

  test("a branch sees its own prices, the head office all of them", async () => {
    const [matriz, sur] = [await server.findShop("matriz"), await server.findShop("sur")];
    expect(await readPrices("norte")).toEqual([{ shopId: norte.id, price: 379 }]);
    expect(await readPrices("sur")).toEqual([{ shopId: sur.id, price: 379 }]);
    expect((await readPrices("matriz")).map(({ shopId }) => shopId).toSorted()).toEqual([norte.id, sur.id].toSorted());
    const readIncrementsStatus = (owner: Shop, key: string) =>
      server.call("GET", `/api/v1/app/${owner.id}/prices`, { shop: key }).then(({ status }) => status);
    expect(await readIncrementsStatus(norte, "matriz")).toBe(200);
    expect(await readIncrementsStatus(matriz, "norte")).toBe(404);
  });

  test("a cart has its shop's prices, and another shop cannot find it", async () => {
    const line = {
      productId,
      attributeId: demoId("size", "bolsa-tote-de-lona-verde-olivo Unitalla"),
      quantity: 1,
    };
    const { json } = await server.call("POST", "/api/v1/carts", { shop: "norte", body: { products: [line] } });
    expect(json.cart.products).toMatchObject([{ unitPrice: 379, price: 399 }]);
    expect((await server.call("GET", `/api/v1/carts/${json.cart._id}/quote`, { shop: "matriz" })).status).toBe(404);
    const quote = await server.call("GET", `/api/v1/carts/${json.cart._id}/quote`, { shop: "norte" });
    expect(quote.json.subtotal).toBe(379);
  });
});

test("each shop lists only its own orders of an account, and only its own reviews", async () => {
  const { token } = await openSession(server.app.genericPlanDb, demoId("customer", "ana"));
  const readOrders = async (key: string) => {
    const path = `/api/v1/customers/${demoId("customer", "ana")}/orders?size=50`;
    return (await server.call("GET", path, { shop: key, token })).json.docs as {
      shopTotal: number | null;
      _id: string;
    }[];
  };
  const [norteOrders, headOfficeOrders, surOrders] = [
    await readOrders("norte"),
    await readOrders("matriz"),
    await readOrders("sur"),
  ];
  expect(norteOrders.length).toBeGreaterThan(0);
  expect(norteOrders.every(({ shopTotal }) => shopTotal !== null)).toBe(true);
  expect(headOfficeOrders.length).toBeGreaterThan(0);
  expect(headOfficeOrders.every(({ shopTotal }) => shopTotal === null)).toBe(true);
  expect(surOrders).toEqual([]);

  const review = { title: "Solo del sur", category: "Tienda", review: "Muy bien.", rate: 5 };
  expect((await server.call("POST", "/api/v1/reviews", { shop: "sur", token, body: review })).status).toBe(200);
  const readReviews = async (key: string) => (await server.call("GET", "/api/v1/reviews?size=50", { shop: key })).text;
  expect(await readReviews("sur")).toContain("Solo del sur");
  expect(await readReviews("norte")).not.toContain("Solo del sur");
});

function send(name: OperationName, { params = {}, query = "", body, token }: RequestInput, shopKey: string) {
  const { method, path } = splitOperation(name);
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!);
  return server.call(method, filledPath + query, { body, token, shop: shopKey });
}
