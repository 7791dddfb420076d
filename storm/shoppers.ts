import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.ts";
import type { Oracle } from "./oracle.ts";
import { STORM_COUPON, type HotSize } from "./load-storm-data.ts";

/** What shoppers, staff and attackers need: the shop to call, and the random choices of one of them. */
export interface StormContext {
  client: Client;
  oracle: Oracle;
  sizes: readonly HotSize[];
  providerOrigin: string;
  /** The origin of any web process, or of the load balancer. */
  pickOrigin(): string;
  /** A random integer from 0 to `below` - 1. */
  randomBelow(below: number): number;
  isOver(): boolean;
}

interface Person {
  id: string;
  addressId: string;
  token: string;
}

const ADDRESS = {
  street: "Calle 1",
  neigh: "Centro",
  postalCode: "06000",
  city: "Cuauhtémoc",
  state: "Ciudad de México",
};
const WORDS = ["vestido", "blusa", "camisa", "playera"];

/** Acts as a shopper until the storm is over: browses, fills a cart, and may change it, order it and pay. */
export async function shopUntilOver(context: StormContext): Promise<void> {
  let person: Person | undefined;
  while (!context.isOver()) {
    person ??= await register(context);
    if (!person) continue;
    await browse(context);
    const cartId = await fillCart(context);
    if (cartId === undefined) continue;
    if (context.randomBelow(3) === 0) await changeCart(context, cartId);
    if (context.randomBelow(4) === 0) await enterCoupon(context, cartId);
    if (context.randomBelow(10) < 7) await buy(context, person, cartId);
    await sleep(context.randomBelow(200));
  }
}

async function register({ client, oracle, pickOrigin }: StormContext): Promise<Person | undefined> {
  const body = { name: "Lucía", lastName: "Prueba", phone: "5511112222", email: `${crypto.randomUUID()}@ejemplo.mx` };
  const key = crypto.randomUUID();
  const registerAnswer = await client.sendUntilAnswered(pickOrigin, "POST", "/api/v1/customers", { body, key });
  if (registerAnswer?.outcome !== "ok") return undefined;
  const { customer, access_token: token } = registerAnswer.json;
  oracle.customers.add(customer._id);
  const addressAnswer = await client.sendUntilAnswered(
    pickOrigin,
    "POST",
    `/api/v1/customers/${customer._id}/address`,
    {
      body: ADDRESS,
      token,
      key: crypto.randomUUID(),
    },
  );
  return addressAnswer?.outcome === "ok"
    ? { id: customer._id, addressId: addressAnswer.json.addresses[0]._id, token }
    : undefined;
}

async function browse({ client, pickOrigin, randomBelow }: StormContext): Promise<void> {
  const word = WORDS[randomBelow(WORDS.length)]!;
  await client.send(
    pickOrigin(),
    "GET",
    randomBelow(2) === 0 ? `/api/v1/search2?searchTerm=${word}&size=12` : `/?searchTerm=${word}`,
  );
}

async function fillCart({ client, oracle, sizes, pickOrigin, randomBelow }: StormContext): Promise<string | undefined> {
  const firstSize = sizes[randomBelow(sizes.length)]!;
  const secondSize = sizes[randomBelow(sizes.length)]!;
  const chosenSizes = randomBelow(2) === 0 && secondSize !== firstSize ? [firstSize, secondSize] : [firstSize];
  const products = chosenSizes.map(({ productId, sizeId }) => ({
    productId,
    attributeId: sizeId,
    quantity: 1 + randomBelow(2),
  }));
  const addAnswer = await client.sendUntilAnswered(pickOrigin, "POST", "/api/v1/carts", {
    body: { products },
    key: crypto.randomUUID(),
  });
  const cart = addAnswer?.outcome === "ok" ? addAnswer.json.cart : null;
  if (!cart) return undefined;
  oracle.carts.add(cart._id);
  // Every other process must show the cart that one process confirmed.
  const cartAnswer = await client.send(pickOrigin(), "GET", `/api/v1/carts/${cart._id}`);
  if (cartAnswer.outcome === "refused") oracle.recordViolation(`cart ${cart._id} was confirmed and is not found`);
  if (
    cartAnswer.outcome === "ok" &&
    cartAnswer.json.state === "active" &&
    cartAnswer.json.summary.pieces !== cart.summary.pieces
  ) {
    oracle.recordViolation(
      `cart ${cart._id} has ${cartAnswer.json.summary.pieces} pieces instead of ${cart.summary.pieces}`,
    );
  }
  return cart._id;
}

async function changeCart({ client, pickOrigin, randomBelow }: StormContext, cartId: string): Promise<void> {
  const cartAnswer = await client.send(pickOrigin(), "GET", `/api/v1/carts/${cartId}`);
  const line = cartAnswer.json?.products?.[0];
  if (!line) return;
  const body = { productId: line.productId, attributeId: line.attributeId, newQuantity: 1 + randomBelow(3) };
  await client.send(pickOrigin(), "PUT", `/api/v1/carts/${cartId}/update`, { body, key: crypto.randomUUID() });
}

async function enterCoupon({ client, pickOrigin }: StormContext, cartId: string): Promise<void> {
  await client.send(pickOrigin(), "PUT", `/api/v1/carts/${cartId}/coupon`, { body: { code: STORM_COUPON } });
}

async function buy(context: StormContext, person: Person, cartId: string): Promise<void> {
  const { client, oracle, pickOrigin, randomBelow } = context;
  const carriersAnswer = await client.send(pickOrigin(), "GET", "/api/v1/shippings");
  const carrier = carriersAnswer.json?.docs?.[randomBelow(carriersAnswer.json.docs.length)];
  if (!carrier) return;
  const checkout = {
    path: `/api/v1/carts/${cartId}/checkout`,
    body: {
      customerId: person.id,
      addressId: person.addressId,
      shippingId: carrier._id,
      secured: randomBelow(3) === 0,
      payment_method: randomBelow(4) === 0 ? "TB" : "MP",
    },
    key: crypto.randomUUID(),
  };
  const call = { body: checkout.body, key: checkout.key, token: person.token };
  const [answer] = await Promise.all([
    client.sendUntilAnswered(pickOrigin, "POST", checkout.path, call),
    // Some shoppers change the cart in another tab at the same time.
    ...(randomBelow(4) === 0 ? [sleep(randomBelow(30)).then(() => changeCart(context, cartId))] : []),
  ]);
  if (!answer) return void oracle.unansweredCheckouts.push({ cartId, token: person.token, checkout });
  if (answer.outcome !== "ok" || answer.json.status !== "OK") return;
  const { order, preferenceId } = answer.json;
  oracle.recordConfirmedOrder({
    id: order._id,
    cartId,
    totalPesos: order.total,
    pieces: countPieces(order),
    token: person.token,
    checkout,
  });
  if (preferenceId) await pay(context, preferenceId);
}

function countPieces(order: { products: { quantity: number }[] }): number {
  return order.products.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Pays on the provider's page: by a card that is approved or declined, or by a voucher that may be paid later. Some
 * shoppers pay twice.
 */
async function pay({ client, providerOrigin, randomBelow }: StormContext, preferenceId: string): Promise<void> {
  const paymentOutcome = ["APRO", "APRO", "APRO", "OTHE", "CONT"][randomBelow(5)]!;
  const body = { pref_id: preferenceId, outcome: paymentOutcome };
  const payAnswer = await client.send(providerOrigin, "POST", "/sandbox/mp/checkout/v1/pay", { body });
  if (paymentOutcome === "CONT" && payAnswer.outcome === "ok" && randomBelow(2) === 0) {
    const approval = { act: "approve", payment_id: payAnswer.json.payment_id };
    await client.send(providerOrigin, "POST", "/sandbox/mp/control", { body: approval });
  }
  if (randomBelow(12) === 0)
    await client.send(providerOrigin, "POST", "/sandbox/mp/checkout/v1/pay", { body: { ...body, outcome: "APRO" } });
}
