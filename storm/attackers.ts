import { setTimeout as sleep } from "node:timers/promises";
import type { StormContext } from "./shoppers.ts";

const NOTIFICATION_PATH =
  "/api/v1/payments/mercadopago/notifications?source_news=webhooks&type=payment&data.id=131000000001";

/** Attacks the shop until the storm is over. An attack that succeeds is a violation. */
export async function attackUntilOver(context: StormContext): Promise<void> {
  const { oracle, randomBelow, isOver } = context;
  while (!isOver()) {
    const attack = ATTACKS[randomBelow(ATTACKS.length)]!;
    oracle.attackCount++;
    const successSentence = await attack(context);
    if (successSentence !== undefined) oracle.recordViolation(successSentence);
    await sleep(50 + randomBelow(150));
  }
}

/**
 * Each attack returns a sentence that says what the shop wrongly accepted. It returns undefined if the shop refused the
 * attack, if there was no answer, or if there is no order to attack yet.
 */
const ATTACKS: ((context: StormContext) => Promise<string | undefined>)[] = [
  async ({ client, pickOrigin }) => {
    const headers = {
      "x-signature": `ts=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`,
      "x-request-id": "forged",
    };
    const body = { action: "payment.updated", type: "payment", data: { id: "131000000001" } };
    const { outcome } = await client.send(pickOrigin(), "POST", NOTIFICATION_PATH, { body, headers });
    return outcome === "ok" ? "a forged webhook was accepted" : undefined;
  },
  async ({ client, oracle, pickOrigin, randomBelow }) => {
    const orders = [...oracle.orders.values()];
    const [order, otherOrder] = [orders[randomBelow(orders.length)], orders[randomBelow(orders.length)]];
    if (!order || !otherOrder || order.token === otherOrder.token) return undefined;
    const { outcome } = await client.send(pickOrigin(), "GET", `/api/v1/orders/${order.id}`, {
      token: otherOrder.token,
    });
    return outcome === "ok" ? "a customer read an order of another" : undefined;
  },
  async ({ client, oracle, pickOrigin, randomBelow }) => {
    const order = [...oracle.orders.values()][randomBelow(oracle.orders.size)];
    if (!order) return undefined;
    const { outcome } = await client.send(pickOrigin(), "GET", `/api/v1/orders/${order.id}`);
    return outcome === "ok" ? "an order was read without a session" : undefined;
  },
  async ({ client, sizes, pickOrigin, randomBelow }) => {
    const { productId, sizeId } = sizes[randomBelow(sizes.length)]!;
    const quantity = [-1, 0, 1.5, 1e9, "2", null][randomBelow(6)];
    const body = { products: [{ productId, attributeId: sizeId, quantity }] };
    const { outcome } = await client.send(pickOrigin(), "POST", "/api/v1/carts", { body });
    return outcome === "ok" ? `a cart took ${quantity} pieces` : undefined;
  },
  async ({ client, oracle, pickOrigin, randomBelow }) => {
    const order = [...oracle.orders.values()][randomBelow(oracle.orders.size)];
    if (!order) return undefined;
    const { path, body, key } = order.checkout;
    const { outcome } = await client.send(pickOrigin(), "POST", path, {
      body: { ...body, secured: !(body as { secured: boolean }).secured },
      key,
      token: order.token,
    });
    return outcome === "ok" ? "an idempotency key was accepted with another request" : undefined;
  },
  async ({ client, oracle, pickOrigin, randomBelow }) => {
    const order = [...oracle.orders.values()][randomBelow(oracle.orders.size)];
    if (!order) return undefined;
    const form = { intent: "confirmPayment", status: "WAITING_PAYMENT" };
    const answer = await client.send(pickOrigin(), "POST", `/panel/pedidos/${order.id}`, {
      form,
      headers: { cookie: "panel=0123456789012345678901234567890123456789012" },
    });
    // A successful action redirects, too, but not to the sign-in page.
    const isSignInRedirect = answer.status === 302 && answer.location?.startsWith("/panel/entrar");
    return answer.status === 200 || (answer.status === 302 && !isSignInRedirect)
      ? "an order was confirmed without a staff session"
      : undefined;
  },
];
