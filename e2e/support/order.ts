import type { APIRequestContext, Page } from "@playwright/test";
import { demoId } from "../../demo/load/demo-id.ts";
import { waitForMailMatch } from "./mail.ts";
import { expect, sizeOf, claimProductInM } from "./shop.ts";

export interface PlacedOrder {
  _id: string;
  reference: string;
}

export interface Buyer {
  customerId: string;
  token: string;
  addressId: string;
}

const PERSON = { name: "Nora", lastName: "Campos Gil", phone: "5512344321" };
const ADDRESS = {
  street: "Álvaro Obregón 7",
  neigh: "Roma Norte",
  postalCode: "06700",
  city: "Cuauhtémoc",
  state: "Ciudad de México",
};

/** Creates a customer with an address: a guest, or registered if `details` has a user name and password. */
export async function createBuyer(request: APIRequestContext, details: object = {}): Promise<Buyer> {
  const registration = await post(request, "/api/v1/customers", { ...PERSON, ...details });
  const token: string = registration.access_token;
  const customerId: string = registration.customer._id;
  const { addresses } = await post(request, `/api/v1/customers/${customerId}/address`, ADDRESS, token);
  return { customerId, token, addressId: addresses[0]._id };
}

/** Orders one piece in M of a garment that no other test uses. The default payment is a bank transfer. */
export async function placeOrder(
  request: APIRequestContext,
  buyer: Buyer,
  method: "MP" | "TB" = "TB",
): Promise<PlacedOrder> {
  const product = await claimProductInM(request);
  return placeSizeOrder(request, buyer, { productId: product._id, attributeId: sizeOf(product, "M")._id }, method);
}

/** Orders one piece of this garment by bank transfer. */
export function placeGarmentOrder(
  request: APIRequestContext,
  buyer: Buyer,
  { slug, size }: { slug: string; size: string },
): Promise<PlacedOrder> {
  const sizeToOrder = { productId: demoId("product", slug), attributeId: demoId("size", `${slug} ${size}`) };
  return placeSizeOrder(request, buyer, sizeToOrder, "TB");
}

/** Orders one piece of this size, to be sent by a carrier or collected at the shop's pickup point. */
export async function placeSizeOrder(
  request: APIRequestContext,
  buyer: Buyer,
  sizeToOrder: { productId: string; attributeId: string },
  method: "MP" | "TB",
  shippingKind: "carrier" | "pickup" = "carrier",
): Promise<PlacedOrder> {
  const line = { ...sizeToOrder, quantity: 1 };
  const { cart } = await post(request, "/api/v1/carts", { products: [line] });
  const { docs } = (await (await request.get("/api/v1/shippings")).json()) as { docs: { _id: string; kind: string }[] };
  const checkoutAnswer = await post(
    request,
    `/api/v1/carts/${cart._id}/checkout`,
    {
      customerId: buyer.customerId,
      addressId: shippingKind === "pickup" ? null : buyer.addressId,
      shippingId: docs.find((choice) => choice.kind === shippingKind)!._id,
      secured: false,
      payment_method: method,
    },
    buyer.token,
  );
  return checkoutAnswer.order;
}

/** Orders tickets by bank transfer, one by default. They need neither an address nor a carrier. */
export async function placeTicketOrder(
  request: APIRequestContext,
  buyer: Buyer,
  { slug, seat, pieces = 1 }: { slug: string; seat: string; pieces?: number },
): Promise<PlacedOrder> {
  const line = { productId: demoId("product", slug), attributeId: demoId("size", `${slug} ${seat}`), quantity: pieces };
  const { cart } = await post(request, "/api/v1/carts", { products: [line] });
  const { customerId, token } = buyer;
  const checkout = { customerId, addressId: null, shippingId: null, secured: false, payment_method: "TB" };
  return (await post(request, `/api/v1/carts/${cart._id}/checkout`, checkout, token)).order;
}

/** Stores this buyer's session in the browser, for the head office or for the origin of a branch. */
export async function signInAs(page: Page, buyer: Buyer, type: "guest" | "registered", origin = ""): Promise<void> {
  const storedSession = JSON.stringify({ token: buyer.token, customerId: buyer.customerId, type });
  await page.goto(`${origin}/aviso-de-privacidad`);
  await page.evaluate((session) => localStorage.setItem("escaparate.session", session), storedSession);
}

/** Waits for the order's mail. Returns the path and query of its link to the order. */
export async function waitForOrderLink(request: APIRequestContext, email: string, orderId: string): Promise<string> {
  return waitForMailMatch(request, email, new RegExp(`/orders/${orderId}\\?key=[\\w-]+`));
}

// oxlint-disable-next-line typescript/no-explicit-any -- an API response, which the tests inspect
async function post(request: APIRequestContext, path: string, data: object, token?: string): Promise<any> {
  const answer = await request.post(path, {
    data,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}
