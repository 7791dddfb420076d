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
import { newCart, PLAIN_CARRIER, checkoutInput } from "../testing/shopper.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

/** All actors: an anonymous caller, two guests, two customers, and staff assisting customer A. */
const ACTORS = ["anonymous", "guestA", "guestB", "customerA", "customerB", "assistedA"] as const;
type Actor = (typeof ACTORS)[number];
type Owner = Exclude<Actor, "anonymous" | "assistedA">;

interface Person {
  id: string;
  addressId: string;
  orderId: string;
}

interface Request {
  params?: Record<string, string>;
  query?: string;
  body?: object;
}

interface Row {
  /** The requested object, if an operation has several rows. */
  of?: string;
  /** The expected statuses, in the order of ACTORS. */
  expected: readonly [number, number, number, number, number, number];
  request?(asking: { actor: Actor; token: string | undefined; own: Person }): Request | Promise<Request>;
}

const PASSWORD = "secreta-1";
const PERSON = { name: "Ana", lastName: "Prueba", phone: "5511112222" };
const ADDRESS = { street: "Calle 1", neigh: "Centro", postalCode: "06000", city: "Cuauhtémoc", state: "CDMX" };
const STAFF = "Marta, de atención a clientes";

const allActors = (status: number): Row["expected"] => [status, status, status, status, status, status];
/** Accessible to customer A and to staff who assist them. Not found for others. */
const CUSTOMER_A = [401, 404, 404, 200, 404, 200] as const;
/** The same, and guests are refused like callers without a session. */
const ACCOUNT_A = [401, 401, 401, 200, 404, 200] as const;
/** Accessible only to guest A. */
const GUEST_A = [401, 200, 404, 404, 404, 404] as const;

let shop: TestServer;
let size: TestSize;
const people = {} as Record<Owner, Person>;

beforeAll(async () => {
  // With a CDN, so that the answers a CDN may keep are marked.
  shop = await startTestServer({ CDN_PURGE_URL: "http://127.0.0.1:9/purge" });
  size = await createTestSize(shop.app, { pieces: 1_000 });
  for (const owner of ["guestA", "guestB", "customerA", "customerB"] as const)
    people[owner] = await createPerson(owner);
});
afterAll(() => shop.stop());

async function createPerson(owner: Owner): Promise<Person> {
  const tenant = await shop.shop();
  const isGuest = owner.startsWith("guest");
  const registered = await registerCustomer(shop.app, tenant, {
    ...PERSON,
    username: isGuest ? null : `${owner.toLowerCase()}@ejemplo.mx`,
    password: isGuest ? null : PASSWORD,
    email: null,
    rfc: null,
  });
  if (isRefusal(registered)) throw new Error(registered.refused);
  const { id } = registered.customer;
  const { neigh: neighborhood, ...address } = ADDRESS;
  const addressId = (await insertAddress(shop.app.db, id, { ...address, neighborhood }))!;
  const cart = await newCart(shop.app, tenant, [{ ...size, pieces: 1 }]);
  const placed = await checkOut(shop.app, tenant, id, checkoutInput(cart, { customerId: id, addressId, token: "" }));
  if (isRefusal(placed)) throw new Error(placed.refused);
  return { id, addressId, orderId: placed.orderId };
}

/** A new session of this actor for each call, so that one call cannot end the session of the next. */
async function tokenOf(actor: Actor): Promise<string | undefined> {
  if (actor === "anonymous") return undefined;
  if (actor === "assistedA") return (await openSession(shop.app.genericPlanDb, people.customerA.id, STAFF)).token;
  return (await openSession(shop.app.genericPlanDb, people[actor].id)).token;
}

const ownOf = (actor: Actor): Person => people[actor === "anonymous" || actor === "assistedA" ? "customerA" : actor];

const newCartId = async () => (await newCart(shop.app, await shop.shop(), [{ ...size, pieces: 1 }])).id;
const forgedWaitingPlace = () => ({ body: { token: "A".repeat(43) } });
const lines = () => [{ productId: size.productId, attributeId: size.sizeId, quantity: 1 }];
const checkoutBody = (customerId: string, addressId: string) => ({
  customerId,
  addressId,
  shippingId: PLAIN_CARRIER,
  payment_method: "TB",
});

/** Decided by the order before its lines are read. */
const RETURN_REQUEST = {
  lines: [{ attributeId: newId(), quantity: 1, reason: "UNWANTED", wish: "REFUND" }],
};

/** An order is accessible to its owner, and so is its receipt. */
const ORDER_ROWS: Row[] = [
  {
    of: "customer A",
    expected: [404, 404, 404, 200, 404, 200],
    request: () => ({ params: { id: people.customerA.orderId } }),
  },
  {
    of: "guest A",
    expected: [404, 200, 404, 404, 404, 404],
    request: () => ({ params: { id: people.guestA.orderId } }),
  },
];

/**
 * The expected status per actor for each operation. An operation without a row does not compile, and fails the first
 * test.
 */
const TABLE: Record<OperationName, Row[]> = {
  getApp: [{ expected: allActors(200) }],
  getPriceIncrements: [{ expected: allActors(200), request: () => ({ params: { appId: demoId("shop", "norte") } }) }],
  listAllProducts: [{ expected: allActors(200) }],
  getGoogleFeed: [{ expected: allActors(200) }],
  getProductsTsv: [{ expected: allActors(200) }],
  searchProducts: [{ expected: allActors(200) }],
  listFacets: [{ expected: allActors(200) }],
  listSuggestions: [{ expected: allActors(200) }],
  listSizeNames: [{ expected: allActors(200) }],
  getProduct: [{ expected: allActors(200), request: () => ({ params: { id: size.productId } }) }],
  getProductStock: [{ expected: allActors(200), request: () => ({ params: { id: size.productId } }) }],
  // A code opens the presale, not a session.
  listPresale: [{ of: "no code", expected: allActors(401) }],
  // The link from the email opens a place, without a session.
  joinWaitingList: [
    {
      of: "an available size",
      expected: allActors(409),
      request: () => ({
        params: { id: size.productId, attributeId: size.sizeId },
        body: { email: "customera@ejemplo.mx" },
      }),
    },
  ],
  getWaitingPlace: [{ of: "a forged link", expected: allActors(404), request: forgedWaitingPlace }],
  confirmWaitingPlace: [{ of: "a forged link", expected: allActors(404), request: forgedWaitingPlace }],
  leaveWaitingList: [{ of: "a forged link", expected: allActors(404), request: forgedWaitingPlace }],
  takeOffer: [{ of: "a forged link", expected: allActors(404), request: forgedWaitingPlace }],
  joinRoom: [{ of: "no code", expected: allActors(401), request: () => ({ body: { visitor: "A".repeat(43) } }) }],
  // A visitor's secret opens their place.
  getQueueStatus: [{ of: "no secret", expected: allActors(404), request: () => ({ query: `?presale=${newId()}` }) }],
  listBrands: [{ expected: allActors(200) }],
  listCategories: [{ expected: allActors(200) }],
  getCategoryMenu: [{ expected: allActors(200) }],
  listSubcategories: [{ expected: allActors(200), request: () => ({ params: { id: demoId("category", "mujer") } }) }],

  // A cart's id is its key (rule CART-7): anyone with the id may use it.
  createCart: [{ expected: allActors(200), request: () => ({ body: { products: lines() } }) }],
  addToCart: [
    {
      expected: allActors(200),
      request: async () => ({ params: { id: await newCartId() }, body: { products: lines() } }),
    },
  ],
  changeQuantity: [
    {
      expected: allActors(200),
      request: async () => ({
        params: { id: await newCartId() },
        body: { productId: size.productId, attributeId: size.sizeId, newQuantity: 2 },
      }),
    },
  ],
  setCoupon: [
    {
      of: "an unknown coupon",
      expected: allActors(409),
      request: async () => ({ params: { id: await newCartId() }, body: { code: "NO-EXISTE" } }),
    },
  ],
  removeCoupon: [{ expected: allActors(200), request: async () => ({ params: { id: await newCartId() } }) }],
  extendCart: [{ expected: allActors(200), request: async () => ({ params: { id: await newCartId() } }) }],
  getCart: [{ expected: allActors(200), request: async () => ({ params: { id: await newCartId() } }) }],
  listGifts: [{ expected: allActors(200), request: async () => ({ params: { id: await newCartId() } }) }],
  listCartCarriers: [{ expected: allActors(200), request: async () => ({ params: { id: await newCartId() } }) }],
  getQuote: [{ expected: allActors(200), request: async () => ({ params: { id: await newCartId() } }) }],
  checkout: [
    {
      of: "customer A",
      expected: CUSTOMER_A,
      request: async () => ({
        params: { id: await newCartId() },
        body: checkoutBody(people.customerA.id, people.customerA.addressId),
      }),
    },
    {
      of: "guest A",
      expected: GUEST_A,
      request: async () => ({
        params: { id: await newCartId() },
        body: checkoutBody(people.guestA.id, people.guestA.addressId),
      }),
    },
    {
      of: "the actor, to the address of customer A",
      expected: CUSTOMER_A,
      request: async ({ own }) => ({
        params: { id: await newCartId() },
        body: checkoutBody(own.id, people.customerA.addressId),
      }),
    },
  ],

  login: [
    {
      expected: allActors(200),
      request: () => ({ body: { username: "customera@ejemplo.mx", password: PASSWORD } }),
    },
  ],
  refreshSession: [
    {
      of: "the actor's own session",
      expected: [401, 200, 200, 200, 200, 200],
      request: ({ token }) => ({ body: { token: token ?? "A".repeat(43) } }),
    },
  ],
  logout: [{ expected: allActors(204) }],
  enterCode: [{ expected: allActors(200), request: () => ({ body: { code: "PRIMAVERA" } }) }],
  refreshCode: [{ expected: allActors(200), request: () => ({ body: { code: "PRIMAVERA" } }) }],
  forgotPassword: [{ expected: allActors(202), request: () => ({ body: { username: "customera@ejemplo.mx" } }) }],
  resetPassword: [
    {
      of: "a forged link",
      expected: allActors(422),
      request: () => ({ body: { token: "A".repeat(43), password: PASSWORD } }),
    },
  ],

  createCustomer: [{ of: "a guest", expected: allActors(200), request: () => ({ body: PERSON }) }],
  findCustomer: [{ expected: allActors(200), request: () => ({ query: "?phone=5511112222" }) }],
  changeCustomer: [
    { of: "customer A", expected: CUSTOMER_A, request: () => ({ params: { id: people.customerA.id }, body: PERSON }) },
    { of: "guest A", expected: GUEST_A, request: () => ({ params: { id: people.guestA.id }, body: PERSON }) },
  ],
  changePassword: [
    {
      of: "customer A",
      expected: [401, 404, 404, 200, 404, 403],
      request: () => ({ params: { id: people.customerA.id }, body: { current: PASSWORD, value: PASSWORD } }),
    },
    {
      of: "guest A, who has no password",
      expected: [401, 404, 404, 404, 404, 404],
      request: () => ({ params: { id: people.guestA.id }, body: { current: PASSWORD, value: PASSWORD } }),
    },
  ],
  getMeasures: [{ expected: ACCOUNT_A, request: () => ({ params: { id: people.customerA.id } }) }],
  saveMeasures: [
    {
      expected: ACCOUNT_A,
      request: () => ({ params: { id: people.customerA.id }, body: { chest: 92.5, waist: 74 } }),
    },
  ],
  deleteMeasures: [{ expected: ACCOUNT_A, request: () => ({ params: { id: people.customerA.id } }) }],
  getWishlist: [{ expected: ACCOUNT_A, request: () => ({ params: { id: people.customerA.id } }) }],
  saveToWishlist: [
    {
      expected: ACCOUNT_A,
      request: () => ({ params: { id: people.customerA.id }, body: { products: [{ _id: size.productId }] } }),
    },
  ],
  removeFromWishlist: [
    { expected: ACCOUNT_A, request: () => ({ params: { id: people.customerA.id, productId: size.productId } }) },
  ],
  getInvitations: [{ expected: ACCOUNT_A, request: () => ({ params: { id: people.customerA.id } }) }],
  changeInvitations: [
    { expected: ACCOUNT_A, request: () => ({ params: { id: people.customerA.id }, body: { wanted: true } }) },
  ],
  sendMailboxCode: [
    {
      of: "customer A",
      expected: [401, 404, 404, 202, 404, 202],
      request: () => ({ params: { id: people.customerA.id }, body: { email: "customera@ejemplo.mx" } }),
    },
    {
      of: "guest A",
      expected: [401, 202, 404, 404, 404, 404],
      request: () => ({ params: { id: people.guestA.id }, body: { email: "guesta@ejemplo.mx" } }),
    },
  ],
  confirmMailbox: [
    {
      of: "customer A, a wrong code",
      expected: [401, 404, 404, 422, 404, 422],
      request: () => ({ params: { id: people.customerA.id }, body: { code: "000000" } }),
    },
  ],
  addAddress: [
    { of: "customer A", expected: CUSTOMER_A, request: () => ({ params: { id: people.customerA.id }, body: ADDRESS }) },
    { of: "guest A", expected: GUEST_A, request: () => ({ params: { id: people.guestA.id }, body: ADDRESS }) },
  ],
  changeAddress: [
    {
      of: "customer A",
      expected: CUSTOMER_A,
      request: () => ({
        params: { id: people.customerA.id, addressId: people.customerA.addressId },
        body: ADDRESS,
      }),
    },
    {
      of: "guest A",
      expected: GUEST_A,
      request: () => ({ params: { id: people.guestA.id, addressId: people.guestA.addressId }, body: ADDRESS }),
    },
    {
      of: "the actor, with an address of customer A",
      expected: CUSTOMER_A,
      request: ({ own }) => ({ params: { id: own.id, addressId: people.customerA.addressId }, body: ADDRESS }),
    },
  ],
  listOrders: [
    { of: "customer A", expected: CUSTOMER_A, request: () => ({ params: { id: people.customerA.id } }) },
    { of: "guest A", expected: GUEST_A, request: () => ({ params: { id: people.guestA.id } }) },
  ],

  listCarriers: [{ expected: allActors(200) }],
  getPostalCode: [{ expected: allActors(200), request: () => ({ params: { code: "06700" } }) }],
  getPaymentMethod: [{ expected: allActors(200), request: () => ({ params: { key: "TB" } }) }],
  getOrder: ORDER_ROWS,
  getReceipt: ORDER_ROWS,
  listReturns: ORDER_ROWS,
  askForReturn: [
    {
      of: "customer A, whose order has not arrived",
      expected: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: people.customerA.orderId }, body: RETURN_REQUEST }),
    },
    {
      of: "guest A",
      expected: [404, 409, 404, 404, 404, 404],
      request: () => ({ params: { id: people.guestA.orderId }, body: RETURN_REQUEST }),
    },
  ],
  cancelReturn: [
    {
      of: "customer A, who has no return",
      expected: allActors(404),
      request: () => ({ params: { id: people.customerA.orderId, returnId: newId() } }),
    },
  ],
  sendReturn: [
    {
      of: "customer A, who has no return",
      expected: allActors(404),
      request: () => ({ params: { id: people.customerA.orderId, returnId: newId() }, body: { guide: "MX1" } }),
    },
  ],
  cancelOrder: [
    {
      of: "customer B",
      expected: [404, 404, 404, 404, 200, 404],
      request: () => ({ params: { id: people.customerB.orderId } }),
    },
  ],
  changeOrderAddress: [
    {
      of: "customer A",
      expected: [404, 404, 404, 200, 404, 200],
      request: () => ({ params: { id: people.customerA.orderId }, body: ADDRESS }),
    },
  ],
  changeOrderPickup: [
    {
      of: "customer A, whose order is sent",
      expected: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: people.customerA.orderId }, body: { shippingId: newId() } }),
    },
  ],
  uploadReturnPicture: [
    {
      of: "customer A, who has no return",
      expected: allActors(404),
      request: () => ({ params: { id: people.customerA.orderId, returnId: newId() } }),
    },
  ],
  payOrder: [
    {
      of: "customer A, by transfer: there is nothing to pay online",
      expected: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: people.customerA.orderId } }),
    },
    {
      of: "guest A",
      expected: [404, 409, 404, 404, 404, 404],
      request: () => ({ params: { id: people.guestA.orderId } }),
    },
  ],
  checkPayment: [
    {
      of: "customer A",
      expected: [404, 404, 404, 200, 404, 200],
      request: () => ({ params: { id: people.customerA.orderId }, body: { paymentId: null } }),
    },
  ],
  cancelPayment: [
    {
      of: "customer A, with nothing pending",
      expected: [404, 404, 404, 409, 404, 409],
      request: () => ({ params: { id: people.customerA.orderId } }),
    },
  ],
  uploadTransferReceipt: [
    {
      of: "customer A, without a file",
      expected: [404, 404, 404, 422, 404, 422],
      request: () => ({ params: { id: people.customerA.orderId } }),
    },
  ],
  linkOrder: [
    {
      of: "customer A, who can open it with their account",
      expected: [401, 404, 404, 404, 404, 404],
      request: () => ({ params: { id: people.customerA.orderId } }),
    },
    { of: "guest A", expected: GUEST_A, request: () => ({ params: { id: people.guestA.orderId } }) },
  ],
  claimOrder: [
    {
      of: "guest B, without the key from the email",
      expected: [401, 401, 401, 404, 404, 404],
      request: () => ({ params: { id: people.guestB.orderId }, body: { key: "A".repeat(43) } }),
    },
  ],

  // The phone opens it, not a session. Without either, nothing is revealed.
  findOrderToInvoice: [
    {
      of: "another phone",
      expected: allActors(404),
      request: () => ({ params: { reference: "1001" }, query: "?phone=5500000000" }),
    },
  ],
  requestInvoice: [
    {
      of: "another phone",
      expected: allActors(404),
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
      of: "an invoice that does not exist",
      expected: allActors(404),
      request: () => ({ params: { uuid: "5FB2822E-396D-4725-8521-CDC4BDD20CCF", format: "xml" } }),
    },
  ],

  // A scanner's key opens check-in, not a session.
  syncDoor: [{ expected: allActors(401) }],
  scanAtDoor: [
    { expected: allActors(401), request: () => ({ body: { _id: crypto.randomUUID(), ticket: "0000000000" } }) },
  ],
  reconcileDoor: [
    {
      expected: allActors(401),
      request: () => ({
        body: {
          scans: [
            { _id: crypto.randomUUID(), ticket: "0000000000", shown: "valid", scannedOn: new Date().toISOString() },
          ],
        },
      }),
    },
  ],
  undoScan: [{ expected: allActors(401), request: () => ({ params: { id: crypto.randomUUID() } }) }],

  listReviews: [{ expected: allActors(200) }],
  createReview: [
    {
      expected: [401, 401, 401, 200, 200, 200],
      request: async () => {
        // Each of them writes one: a second one requires a received product.
        await sql`DELETE FROM reviews WHERE title = 'Bien'`.execute(shop.app.db);
        return { body: { title: "Bien", category: "Tienda", review: "Todo bien.", rate: 5 } };
      },
    },
  ],
  listProductReviews: [{ expected: allActors(200), request: () => ({ params: { id: size.productId } }) }],
  // Their orders have not arrived.
  createProductReview: [
    {
      expected: [401, 401, 401, 409, 409, 409],
      request: () => ({ params: { id: size.productId }, body: { rating: 5, fit: null, text: "Bien." } }),
    },
  ],
  uploadReviewPicture: [
    { expected: [401, 401, 401, 409, 409, 409], request: () => ({ params: { id: size.productId } }) },
  ],
  answerInvitations: [
    {
      of: "a forged link",
      expected: allActors(404),
      request: () => ({ body: { token: "A".repeat(43), wanted: false } }),
    },
  ],
  listOwnReviews: [{ expected: ACCOUNT_A, request: () => ({ params: { id: people.customerA.id } }) }],
};

/** Of any length, so that no cache keeps them. */
const STREAMED = new Set<OperationName>(["listAllProducts", "getGoogleFeed", "getProductsTsv"]);

const CASES = Object.entries(TABLE).flatMap(([name, rows]) =>
  rows.map((row) => ({ name: name as OperationName, row, title: row.of ? `${name} of ${row.of}` : name })),
);

test("every operation of the contract has a row", () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  expect(CASES.every(({ row }) => row.expected.length === ACTORS.length)).toBe(true);
});

describe.each(CASES)("$title", ({ name, row }) => {
  test.each(ACTORS.map((actor, index) => [actor, row.expected[index]!] as const))("%s: %i", async (actor, expected) => {
    const token = await tokenOf(actor);
    const { status, headers, text } = await send(name, row, actor, token, token);
    expect([status, status === expected ? "" : text]).toEqual([expected, ""]);
    const isShared = /s-maxage/.test(headers.get("cache-control") ?? "") || headers.has("surrogate-key");
    const mayBeShared = actor === "anonymous" && API[name].cache !== "private" && status === 200;
    expect({ isShared }).toEqual({ isShared: mayBeShared && !STREAMED.has(name) });
    if (status >= 400) expect(headers.get("content-type")).toContain("application/problem+json");
  });
});

describe("an invalid token", () => {
  const invalidTokens: [kind: string, token: () => Promise<string>][] = [
    ["forged", async () => "A".repeat(43)],
    ["truncated", async () => (await tokenOf("customerA"))!.slice(0, -1)],
    ["with a character appended", async () => `${await tokenOf("customerA")}A`],
    ["with upper and lower case swapped", async () => swapCase((await tokenOf("customerA"))!)],
    [
      "expired",
      async () => tokenEndedBy((hash) => sql`UPDATE sessions SET expires_at = now() WHERE token_hash = ${hash}`),
    ],
    ["logged out", async () => tokenEndedBy((hash) => sql`DELETE FROM sessions WHERE token_hash = ${hash}`)],
    [
      "replaced some time ago",
      async () =>
        tokenEndedBy(
          (hash) => sql`UPDATE sessions SET replaced_at = now() - interval '1 minute' WHERE token_hash = ${hash}`,
        ),
    ],
    ["assisted and expired", async () => `su_${"A".repeat(43)}`],
    ["the customer's id", async () => people.customerA.id],
  ];
  /** Operations that refuse an anonymous caller also refuse such a token, and an order cannot be read with it. */
  const protectedCases = CASES.filter(
    ({ name, row }) =>
      (row.expected[0] === 401 && !["refreshSession", "listPresale", "joinRoom"].includes(name)) ||
      name === "getOrder" ||
      name === "getReceipt",
  );

  test.each(invalidTokens)("%s: 401 wherever a caller is required", async (_, make) => {
    for (const { name, row, title } of protectedCases) {
      const { status } = await send(name, row, "customerA", await make(), undefined);
      expect([title, status]).toEqual([title, 401]);
    }
  });

  test.each(["Basic YW5hOmRlbW8xMjM0", "Bearer", "Bearer ", "Bearer x y", "bearer\t", "Token abc"])(
    "the header %j: 401",
    async (header) => {
      const path = `/api/v1/customers/${people.customerA.id}/orders`;
      expect((await shop.call("GET", path, { headers: { Authorization: header } })).status).toBe(401);
    },
  );

  async function tokenEndedBy(end: (hash: Buffer) => ReturnType<typeof sql>): Promise<string> {
    const token = (await tokenOf("customerA"))!;
    await end(hashToken(token)).execute(shop.app.db);
    return token;
  }
});

/** Sends a row's request as `actor` with this token. `bodyToken` is the token in bodies that contain one. */
async function send(name: OperationName, row: Row, actor: Actor, token?: string, bodyToken?: string) {
  const { method, path } = splitOperation(name);
  const own = ownOf(actor);
  const { params = {}, query = "", body } = (await row.request?.({ actor, token: bodyToken, own })) ?? {};
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!);
  return shop.call(method, filled + query, { body, token });
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
