import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../contract/api.ts";
import { OPERATIONS, splitOperation, type OperationName } from "../../contract/operations.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { insertAddress } from "../customers/queries.ts";
import { registerCustomer } from "../sign-in/register-customer.ts";
import { newId } from "../db/new-id.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { openSession } from "../sessions/sessions.ts";
import { hashToken } from "../sessions/token.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, PLAIN_CARRIER, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

/** All callers: an anonymous caller, two guests, two customers, and staff assisting customer A. */
const CALLERS = ["anonymous", "guestA", "guestB", "customerA", "customerB", "assistedA"] as const;
type Caller = (typeof CALLERS)[number];
type Owner = Exclude<Caller, "anonymous" | "assistedA">;

interface OwnerIds {
  id: string;
  addressId: string;
  orderId: string;
}

interface RequestInput {
  params?: Record<string, string>;
  query?: string;
  body?: object;
}

interface Row {
  /** Whose data the request is about, or what is special about it. Absent if the operation has only one row. */
  situation?: string;
  /** The expected statuses, in the order of CALLERS. */
  expectedStatuses: readonly [number, number, number, number, number, number];
  request?(call: { caller: Caller; token: string | undefined; ids: OwnerIds }): RequestInput | Promise<RequestInput>;
}

const PASSWORD = "secreta-1";
const PERSON = { name: "Ana", lastName: "Prueba", phone: "5511112222" };
const ADDRESS = { street: "Calle 1", neigh: "Centro", postalCode: "06000", city: "Cuauhtémoc", state: "CDMX" };
const STAFF = "Marta, de atención a clientes";

const sameStatusForAllCallers = (status: number): Row["expectedStatuses"] => [
  status,
  status,
  status,
  status,
  status,
  status,
];
/** Accessible to customer A and to staff who assist them. Refused without a session, not found for other customers. */
const STATUSES_FOR_CUSTOMER_A = [401, 404, 404, 200, 404, 200] as const;
/** Like `STATUSES_FOR_CUSTOMER_A`, but guests are refused like callers without a session. */
const STATUSES_FOR_ACCOUNT_A = [401, 401, 401, 200, 404, 200] as const;
/** Accessible only to guest A. */
const STATUSES_FOR_GUEST_A = [401, 200, 404, 404, 404, 404] as const;

let server: TestServer;
let size: TestSize;
const idsByOwner = {} as Record<Owner, OwnerIds>;

beforeAll(async () => {
  // With a CDN, so that the responses that a CDN may cache are marked.
  server = await startTestServer({ CDN_PURGE_URL: "http://127.0.0.1:9/purge" });
  size = await createTestSize(server.app, { pieces: 1_000 });
  for (const owner of ["guestA", "guestB", "customerA", "customerB"] as const)
    idsByOwner[owner] = await createOwner(owner);
});
afterAll(() => server.stop());

async function createOwner(owner: Owner): Promise<OwnerIds> {
  const headOffice = await server.findShop();
  const isGuest = owner.startsWith("guest");
  const registered = await registerCustomer(server.app, headOffice, {
    ...PERSON,
    username: isGuest ? null : `${owner.toLowerCase()}@ejemplo.mx`,
    password: isGuest ? null : PASSWORD,
    email: null,
    rfc: null,
  });
  if (isRefusal(registered)) throw new Error(registered.refused);
  const { id } = registered.customer;
  const { neigh: neighborhood, ...address } = ADDRESS;
  const addressId = (await insertAddress(server.app.db, id, { ...address, neighborhood }))!;
  const cart = await createTestCart(server.app, headOffice, [{ ...size, pieces: 1 }]);
  const placed = await checkOut(
    server.app,
    headOffice,
    id,
    makeCheckoutInput(cart, { customerId: id, addressId, token: "" }),
  );
  if (isRefusal(placed)) throw new Error(placed.refused);
  return { id, addressId, orderId: placed.orderId };
}

/** A new session of this caller for each call, so that one call cannot end the session of the next. */
async function createTokenOf(caller: Caller): Promise<string | undefined> {
  if (caller === "anonymous") return undefined;
  if (caller === "assistedA")
    return (await openSession(server.app.genericPlanDb, idsByOwner.customerA.id, STAFF)).token;
  return (await openSession(server.app.genericPlanDb, idsByOwner[caller].id)).token;
}

const idsOf = (caller: Caller): OwnerIds =>
  idsByOwner[caller === "anonymous" || caller === "assistedA" ? "customerA" : caller];

const newCartId = async () => (await createTestCart(server.app, await server.findShop(), [{ ...size, pieces: 1 }])).id;
const makeForgedLinkRequest = () => ({ body: { token: "A".repeat(43) } });
const cartLines = () => [{ productId: size.productId, attributeId: size.sizeId, quantity: 1 }];
const checkoutBody = (customerId: string, addressId: string) => ({
  customerId,
  addressId,
  shippingId: PLAIN_CARRIER,
  payment_method: "TB",
});

/** A request for a return. It is refused because of its order, before its lines are read. */
const RETURN_REQUEST = {
  lines: [{ attributeId: newId(), quantity: 1, reason: "UNWANTED", wish: "REFUND" }],
};

/** An order is accessible to its owner, and so are its receipt and its returns. */
const ORDER_ROWS: Row[] = [
  {
    situation: "customer A",
    expectedStatuses: [404, 404, 404, 200, 404, 200],
    request: () => ({ params: { id: idsByOwner.customerA.orderId } }),
  },
  {
    situation: "guest A",
    expectedStatuses: [404, 200, 404, 404, 404, 404],
    request: () => ({ params: { id: idsByOwner.guestA.orderId } }),
  },
];

/**
 * The expected status per caller for each operation. If an operation is missing here, this file does not
 * compile and the first test fails.
 */
const ROWS_BY_OPERATION: Record<OperationName, Row[]> = {
  getApp: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  getPriceIncrements: [
    { expectedStatuses: sameStatusForAllCallers(200), request: () => ({ params: { appId: demoId("shop", "norte") } }) },
  ],
  listAllProducts: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  getGoogleFeed: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  getProductsTsv: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  searchProducts: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  listFacets: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  listSuggestions: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  listSizeNames: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  getProduct: [{ expectedStatuses: sameStatusForAllCallers(200), request: () => ({ params: { id: size.productId } }) }],
  getProductStock: [
    { expectedStatuses: sameStatusForAllCallers(200), request: () => ({ params: { id: size.productId } }) },
  ],
  // A presale requires an access code, not a session.
  listPresale: [{ situation: "no code", expectedStatuses: sameStatusForAllCallers(401) }],
  // The link in the email gives access to a place, without a session.
  joinWaitingList: [
    {
      situation: "an available size",
      expectedStatuses: sameStatusForAllCallers(409),
      request: () => ({
        params: { id: size.productId, attributeId: size.sizeId },
        body: { email: "customera@ejemplo.mx" },
      }),
    },
  ],
  getWaitingPlace: [
    { situation: "a forged link", expectedStatuses: sameStatusForAllCallers(404), request: makeForgedLinkRequest },
  ],
  confirmWaitingPlace: [
    { situation: "a forged link", expectedStatuses: sameStatusForAllCallers(404), request: makeForgedLinkRequest },
  ],
  leaveWaitingList: [
    { situation: "a forged link", expectedStatuses: sameStatusForAllCallers(404), request: makeForgedLinkRequest },
  ],
  takeOffer: [
    { situation: "a forged link", expectedStatuses: sameStatusForAllCallers(404), request: makeForgedLinkRequest },
  ],
  joinRoom: [
    {
      situation: "no code",
      expectedStatuses: sameStatusForAllCallers(401),
      request: () => ({ body: { visitor: "A".repeat(43) } }),
    },
  ],
  // A visitor's secret gives access to their place.
  getQueueStatus: [
    {
      situation: "no secret",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({ query: `?presale=${newId()}` }),
    },
  ],
  listBrands: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  listCategories: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  getCategoryMenu: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  listSubcategories: [
    {
      expectedStatuses: sameStatusForAllCallers(200),
      request: () => ({ params: { id: demoId("category", "mujer") } }),
    },
  ],

  // A cart's id is its key (rule CART-7): anyone with the id may use it.
  createCart: [
    { expectedStatuses: sameStatusForAllCallers(200), request: () => ({ body: { products: cartLines() } }) },
  ],
  addToCart: [
    {
      expectedStatuses: sameStatusForAllCallers(200),
      request: async () => ({ params: { id: await newCartId() }, body: { products: cartLines() } }),
    },
  ],
  changeQuantity: [
    {
      expectedStatuses: sameStatusForAllCallers(200),
      request: async () => ({
        params: { id: await newCartId() },
        body: { productId: size.productId, attributeId: size.sizeId, newQuantity: 2 },
      }),
    },
  ],
  setCoupon: [
    {
      situation: "an unknown coupon",
      expectedStatuses: sameStatusForAllCallers(409),
      request: async () => ({ params: { id: await newCartId() }, body: { code: "NO-EXISTE" } }),
    },
  ],
  removeCoupon: [
    { expectedStatuses: sameStatusForAllCallers(200), request: async () => ({ params: { id: await newCartId() } }) },
  ],
  extendCart: [
    { expectedStatuses: sameStatusForAllCallers(200), request: async () => ({ params: { id: await newCartId() } }) },
  ],
  getCart: [
    { expectedStatuses: sameStatusForAllCallers(200), request: async () => ({ params: { id: await newCartId() } }) },
  ],
  listGifts: [
    { expectedStatuses: sameStatusForAllCallers(200), request: async () => ({ params: { id: await newCartId() } }) },
  ],
  listCartCarriers: [
    { expectedStatuses: sameStatusForAllCallers(200), request: async () => ({ params: { id: await newCartId() } }) },
  ],
  getQuote: [
    { expectedStatuses: sameStatusForAllCallers(200), request: async () => ({ params: { id: await newCartId() } }) },
  ],
  checkout: [
    {
      situation: "customer A",
      expectedStatuses: STATUSES_FOR_CUSTOMER_A,
      request: async () => ({
        params: { id: await newCartId() },
        body: checkoutBody(idsByOwner.customerA.id, idsByOwner.customerA.addressId),
      }),
    },
    {
      situation: "guest A",
      expectedStatuses: STATUSES_FOR_GUEST_A,
      request: async () => ({
        params: { id: await newCartId() },
        body: checkoutBody(idsByOwner.guestA.id, idsByOwner.guestA.addressId),
      }),
    },
    {
      situation: "the caller, to the address of customer A",
      expectedStatuses: STATUSES_FOR_CUSTOMER_A,
      request: async ({ ids }) => ({
        params: { id: await newCartId() },
        body: checkoutBody(ids.id, idsByOwner.customerA.addressId),
      }),
    },
  ],

  login: [
    {
      expectedStatuses: sameStatusForAllCallers(200),
      request: () => ({ body: { username: "customera@ejemplo.mx", password: PASSWORD } }),
    },
  ],
  refreshSession: [
    {
      situation: "the caller's own session",
      expectedStatuses: [401, 200, 200, 200, 200, 200],
      request: ({ token }) => ({ body: { token: token ?? "A".repeat(43) } }),
    },
  ],
  logout: [{ expectedStatuses: sameStatusForAllCallers(204) }],
  enterCode: [{ expectedStatuses: sameStatusForAllCallers(200), request: () => ({ body: { code: "PRIMAVERA" } }) }],
  refreshCode: [{ expectedStatuses: sameStatusForAllCallers(200), request: () => ({ body: { code: "PRIMAVERA" } }) }],
  forgotPassword: [
    { expectedStatuses: sameStatusForAllCallers(202), request: () => ({ body: { username: "customera@ejemplo.mx" } }) },
  ],
  resetPassword: [
    {
      situation: "a forged link",
      expectedStatuses: sameStatusForAllCallers(422),
      request: () => ({ body: { token: "A".repeat(43), password: PASSWORD } }),
    },
  ],

  createCustomer: [
    { situation: "a guest", expectedStatuses: sameStatusForAllCallers(200), request: () => ({ body: PERSON }) },
  ],
  findCustomer: [{ expectedStatuses: sameStatusForAllCallers(200), request: () => ({ query: "?phone=5511112222" }) }],
  changeCustomer: [
    {
      situation: "customer A",
      expectedStatuses: STATUSES_FOR_CUSTOMER_A,
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: PERSON }),
    },
    {
      situation: "guest A",
      expectedStatuses: STATUSES_FOR_GUEST_A,
      request: () => ({ params: { id: idsByOwner.guestA.id }, body: PERSON }),
    },
  ],
  changePassword: [
    {
      situation: "customer A",
      expectedStatuses: [401, 404, 404, 200, 404, 403],
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: { current: PASSWORD, value: PASSWORD } }),
    },
    {
      situation: "guest A, who has no password",
      expectedStatuses: [401, 404, 404, 404, 404, 404],
      request: () => ({ params: { id: idsByOwner.guestA.id }, body: { current: PASSWORD, value: PASSWORD } }),
    },
  ],
  getMeasures: [
    { expectedStatuses: STATUSES_FOR_ACCOUNT_A, request: () => ({ params: { id: idsByOwner.customerA.id } }) },
  ],
  saveMeasures: [
    {
      expectedStatuses: STATUSES_FOR_ACCOUNT_A,
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: { chest: 92.5, waist: 74 } }),
    },
  ],
  deleteMeasures: [
    { expectedStatuses: STATUSES_FOR_ACCOUNT_A, request: () => ({ params: { id: idsByOwner.customerA.id } }) },
  ],
  getWishlist: [
    { expectedStatuses: STATUSES_FOR_ACCOUNT_A, request: () => ({ params: { id: idsByOwner.customerA.id } }) },
  ],
  saveToWishlist: [
    {
      expectedStatuses: STATUSES_FOR_ACCOUNT_A,
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: { products: [{ _id: size.productId }] } }),
    },
  ],
  removeFromWishlist: [
    {
      expectedStatuses: STATUSES_FOR_ACCOUNT_A,
      request: () => ({ params: { id: idsByOwner.customerA.id, productId: size.productId } }),
    },
  ],
  getInvitations: [
    { expectedStatuses: STATUSES_FOR_ACCOUNT_A, request: () => ({ params: { id: idsByOwner.customerA.id } }) },
  ],
  changeInvitations: [
    {
      expectedStatuses: STATUSES_FOR_ACCOUNT_A,
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: { wanted: true } }),
    },
  ],
  sendMailboxCode: [
    {
      situation: "customer A",
      expectedStatuses: [401, 404, 404, 202, 404, 202],
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: { email: "customera@ejemplo.mx" } }),
    },
    {
      situation: "guest A",
      expectedStatuses: [401, 202, 404, 404, 404, 404],
      request: () => ({ params: { id: idsByOwner.guestA.id }, body: { email: "guesta@ejemplo.mx" } }),
    },
  ],
  confirmMailbox: [
    {
      situation: "customer A, a wrong code",
      expectedStatuses: [401, 404, 404, 422, 404, 422],
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: { code: "000000" } }),
    },
  ],
  addAddress: [
    {
      situation: "customer A",
      expectedStatuses: STATUSES_FOR_CUSTOMER_A,
      request: () => ({ params: { id: idsByOwner.customerA.id }, body: ADDRESS }),
    },
    {
      situation: "guest A",
      expectedStatuses: STATUSES_FOR_GUEST_A,
      request: () => ({ params: { id: idsByOwner.guestA.id }, body: ADDRESS }),
    },
  ],
  changeAddress: [
    {
      situation: "customer A",
      expectedStatuses: STATUSES_FOR_CUSTOMER_A,
      request: () => ({
        params: { id: idsByOwner.customerA.id, addressId: idsByOwner.customerA.addressId },
        body: ADDRESS,
      }),
    },
    {
      situation: "guest A",
      expectedStatuses: STATUSES_FOR_GUEST_A,
      request: () => ({ params: { id: idsByOwner.guestA.id, addressId: idsByOwner.guestA.addressId }, body: ADDRESS }),
    },
    {
      situation: "the caller, with an address of customer A",
      expectedStatuses: STATUSES_FOR_CUSTOMER_A,
      request: ({ ids }) => ({ params: { id: ids.id, addressId: idsByOwner.customerA.addressId }, body: ADDRESS }),
    },
  ],
  listOrders: [
    {
      situation: "customer A",
      expectedStatuses: STATUSES_FOR_CUSTOMER_A,
      request: () => ({ params: { id: idsByOwner.customerA.id } }),
    },
    {
      situation: "guest A",
      expectedStatuses: STATUSES_FOR_GUEST_A,
      request: () => ({ params: { id: idsByOwner.guestA.id } }),
    },
  ],

  listCarriers: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  getPostalCode: [{ expectedStatuses: sameStatusForAllCallers(200), request: () => ({ params: { code: "06700" } }) }],
  getPaymentMethod: [{ expectedStatuses: sameStatusForAllCallers(200), request: () => ({ params: { key: "TB" } }) }],
  getOrder: ORDER_ROWS,
  getReceipt: ORDER_ROWS,
  listReturns: ORDER_ROWS,
  askForReturn: [
    {
      situation: "customer A, whose order has not arrived",
      expectedStatuses: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: idsByOwner.customerA.orderId }, body: RETURN_REQUEST }),
    },
    {
      situation: "guest A",
      expectedStatuses: [404, 409, 404, 404, 404, 404],
      request: () => ({ params: { id: idsByOwner.guestA.orderId }, body: RETURN_REQUEST }),
    },
  ],
  cancelReturn: [
    {
      situation: "customer A, who has no return",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({ params: { id: idsByOwner.customerA.orderId, returnId: newId() } }),
    },
  ],
  sendReturn: [
    {
      situation: "customer A, who has no return",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({ params: { id: idsByOwner.customerA.orderId, returnId: newId() }, body: { guide: "MX1" } }),
    },
  ],
  cancelOrder: [
    {
      situation: "customer B",
      expectedStatuses: [404, 404, 404, 404, 200, 404],
      request: () => ({ params: { id: idsByOwner.customerB.orderId } }),
    },
  ],
  changeOrderAddress: [
    {
      situation: "customer A",
      expectedStatuses: [404, 404, 404, 200, 404, 200],
      request: () => ({ params: { id: idsByOwner.customerA.orderId }, body: ADDRESS }),
    },
  ],
  changeOrderPickup: [
    {
      situation: "customer A, whose order is not a pick-up",
      expectedStatuses: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: idsByOwner.customerA.orderId }, body: { shippingId: newId() } }),
    },
  ],
  uploadReturnPicture: [
    {
      situation: "customer A, who has no return",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({ params: { id: idsByOwner.customerA.orderId, returnId: newId() } }),
    },
  ],
  payOrder: [
    {
      situation: "customer A, by transfer: there is nothing to pay online",
      expectedStatuses: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: idsByOwner.customerA.orderId } }),
    },
    {
      situation: "guest A",
      expectedStatuses: [404, 409, 404, 404, 404, 404],
      request: () => ({ params: { id: idsByOwner.guestA.orderId } }),
    },
  ],
  checkPayment: [
    {
      situation: "customer A",
      expectedStatuses: [404, 404, 404, 200, 404, 200],
      request: () => ({ params: { id: idsByOwner.customerA.orderId }, body: { paymentId: null } }),
    },
  ],
  cancelPayment: [
    {
      situation: "customer A, with nothing pending",
      expectedStatuses: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: idsByOwner.customerA.orderId } }),
    },
  ],
  uploadTransferReceipt: [
    {
      situation: "customer A, without a file",
      expectedStatuses: [404, 404, 404, 422, 404, 422],
      request: () => ({ params: { id: idsByOwner.customerA.orderId } }),
    },
  ],
  linkOrder: [
    {
      situation: "customer A, who can open it with their account",
      expectedStatuses: [401, 404, 404, 404, 404, 404],
      request: () => ({ params: { id: idsByOwner.customerA.orderId } }),
    },
    {
      situation: "guest A",
      expectedStatuses: STATUSES_FOR_GUEST_A,
      request: () => ({ params: { id: idsByOwner.guestA.orderId } }),
    },
  ],
  claimOrder: [
    {
      situation: "guest B, without the key from the email",
      expectedStatuses: [401, 401, 401, 404, 404, 404],
      request: () => ({ params: { id: idsByOwner.guestB.orderId }, body: { key: "A".repeat(43) } }),
    },
  ],

  // The order's phone number gives access, not a session. With another number nothing is revealed.
  findOrderToInvoice: [
    {
      situation: "another phone",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({ params: { reference: "1001" }, query: "?phone=5500000000" }),
    },
  ],
  requestInvoice: [
    {
      situation: "another phone",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({
        body: {
          orderId: "1001",
          phone: "5500000000",
          receiver: { rfc: "XAXX010101000", name: "X", postalCode: "06000", fiscalReg: "616", usoCFDI: "S01" },
        },
      }),
    },
  ],
  getInvoiceFile: [
    {
      situation: "an invoice that does not exist",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({ params: { uuid: "5FB2822E-396D-4725-8521-CDC4BDD20CCF", format: "xml" } }),
    },
  ],

  // Check-in requires a scanner's key, not a session.
  syncDoor: [{ expectedStatuses: sameStatusForAllCallers(401) }],
  scanAtDoor: [
    {
      expectedStatuses: sameStatusForAllCallers(401),
      request: () => ({ body: { _id: crypto.randomUUID(), ticket: "0000000000" } }),
    },
  ],
  reconcileDoor: [
    {
      expectedStatuses: sameStatusForAllCallers(401),
      request: () => ({
        body: {
          scans: [
            { _id: crypto.randomUUID(), ticket: "0000000000", shown: "valid", scannedOn: new Date().toISOString() },
          ],
        },
      }),
    },
  ],
  undoScan: [
    { expectedStatuses: sameStatusForAllCallers(401), request: () => ({ params: { id: crypto.randomUUID() } }) },
  ],

  listReviews: [{ expectedStatuses: sameStatusForAllCallers(200) }],
  createReview: [
    {
      expectedStatuses: [401, 401, 401, 200, 200, 200],
      request: async () => {
        // Each caller writes one review, because a second one requires a received product.
        await sql`DELETE FROM reviews WHERE title = 'Bien'`.execute(server.app.db);
        return { body: { title: "Bien", category: "Tienda", review: "Todo bien.", rate: 5 } };
      },
    },
  ],
  listProductReviews: [
    { expectedStatuses: sameStatusForAllCallers(200), request: () => ({ params: { id: size.productId } }) },
  ],
  // The orders of the callers have not arrived.
  createProductReview: [
    {
      expectedStatuses: [401, 401, 401, 409, 409, 409],
      request: () => ({ params: { id: size.productId }, body: { rating: 5, fit: null, text: "Bien." } }),
    },
  ],
  uploadReviewPicture: [
    { expectedStatuses: [401, 401, 401, 409, 409, 409], request: () => ({ params: { id: size.productId } }) },
  ],
  answerInvitations: [
    {
      situation: "a forged link",
      expectedStatuses: sameStatusForAllCallers(404),
      request: () => ({ body: { token: "A".repeat(43), wanted: false } }),
    },
  ],
  listOwnReviews: [
    { expectedStatuses: STATUSES_FOR_ACCOUNT_A, request: () => ({ params: { id: idsByOwner.customerA.id } }) },
  ],
};

/** Operations whose responses may be of any size. Therefore no shared cache stores them. */
const STREAMED_OPERATIONS = new Set<OperationName>(["listAllProducts", "getGoogleFeed", "getProductsTsv"]);

const CASES = Object.entries(ROWS_BY_OPERATION).flatMap(([name, rows]) =>
  rows.map((row) => ({ name: name as OperationName, row, title: row.situation ? `${name}: ${row.situation}` : name })),
);

test("every operation of the contract has a row", () => {
  expect(Object.keys(ROWS_BY_OPERATION).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  expect(CASES.every(({ row }) => row.expectedStatuses.length === CALLERS.length)).toBe(true);
});

describe.each(CASES)("$title", ({ name, row }) => {
  test.each(CALLERS.map((caller, index) => [caller, row.expectedStatuses[index]!] as const))(
    "%s: %i",
    async (caller, expectedStatus) => {
      const token = await createTokenOf(caller);
      const { status, headers, text } = await send(name, row, caller, token, token);
      expect([status, status === expectedStatus ? "" : text]).toEqual([expectedStatus, ""]);
      const isShared = /s-maxage/.test(headers.get("cache-control") ?? "") || headers.has("surrogate-key");
      const mayBeShared = caller === "anonymous" && API[name].cache !== "private" && status === 200;
      expect({ isShared }).toEqual({ isShared: mayBeShared && !STREAMED_OPERATIONS.has(name) });
      if (status >= 400) expect(headers.get("content-type")).toContain("application/problem+json");
    },
  );
});

describe("an invalid token", () => {
  const invalidTokens: [kind: string, token: () => Promise<string>][] = [
    ["forged", async () => "A".repeat(43)],
    ["truncated", async () => (await createTokenOf("customerA"))!.slice(0, -1)],
    ["with a character appended", async () => `${await createTokenOf("customerA")}A`],
    ["with upper and lower case swapped", async () => swapCase((await createTokenOf("customerA"))!)],
    [
      "expired",
      async () => createEndedToken((hash) => sql`UPDATE sessions SET expires_at = now() WHERE token_hash = ${hash}`),
    ],
    ["logged out", async () => createEndedToken((hash) => sql`DELETE FROM sessions WHERE token_hash = ${hash}`)],
    [
      "replaced some time ago",
      async () =>
        createEndedToken(
          (hash) => sql`UPDATE sessions SET replaced_at = now() - interval '1 minute' WHERE token_hash = ${hash}`,
        ),
    ],
    ["forged, of an assisted session", async () => `su_${"A".repeat(43)}`],
    ["the customer's id", async () => idsByOwner.customerA.id],
  ];
  /**
   * Operations that refuse an anonymous caller also refuse an invalid token, except those that refuse a missing code or
   * a token in the body. An order cannot be read with an invalid token.
   */
  const protectedCases = CASES.filter(
    ({ name, row }) =>
      (row.expectedStatuses[0] === 401 && !["refreshSession", "listPresale", "joinRoom"].includes(name)) ||
      name === "getOrder" ||
      name === "getReceipt",
  );

  test.each(invalidTokens)("%s: 401 wherever a caller is required", async (_, createToken) => {
    for (const { name, row, title } of protectedCases) {
      const { status } = await send(name, row, "customerA", await createToken(), undefined);
      expect([title, status]).toEqual([title, 401]);
    }
  });

  test.each(["Basic YW5hOmRlbW8xMjM0", "Bearer", "Bearer ", "Bearer x y", "bearer\t", "Token abc"])(
    "the header %j: 401",
    async (header) => {
      const path = `/api/v1/customers/${idsByOwner.customerA.id}/orders`;
      expect((await server.call("GET", path, { headers: { Authorization: header } })).status).toBe(401);
    },
  );

  async function createEndedToken(end: (hash: Buffer) => ReturnType<typeof sql>): Promise<string> {
    const token = (await createTokenOf("customerA"))!;
    await end(hashToken(token)).execute(server.app.db);
    return token;
  }
});

/** Sends a row's request as `caller` with this token. `bodyToken` is the token in bodies that contain one. */
async function send(name: OperationName, row: Row, caller: Caller, token?: string, bodyToken?: string) {
  const { method, path } = splitOperation(name);
  const ids = idsOf(caller);
  const { params = {}, query = "", body } = (await row.request?.({ caller, token: bodyToken, ids })) ?? {};
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!);
  return server.call(method, filledPath + query, { body, token });
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
