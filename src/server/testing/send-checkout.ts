import { expect } from "vitest";
import type { TestServer } from "./test-server.ts";

type Options = NonNullable<Parameters<TestServer["call"]>[2]>;

/**
 * Sends a checkout with an `Idempotency-Key`, as browsers do. If it succeeds, checks that the order in the response,
 * which is built from the written values, equals the order that is read afterwards. Only the latter may have an
 * invoice deadline.
 */
export async function sendCheckout(server: TestServer, cartId: string, { headers, ...options }: Options) {
  const answer = await server.call("POST", `/api/v1/carts/${cartId}/checkout`, {
    ...options,
    headers: { "Idempotency-Key": crypto.randomUUID(), ...headers },
  });
  if (answer.status !== 200) return answer;
  const { token, shop } = options;
  const orderAnswer = await server.call("GET", `/api/v1/orders/${answer.json.order._id}`, {
    token: token!,
    shop: shop!,
  });
  const { invoiceDeadline: _deadline, ...order } = orderAnswer.json;
  expect(answer.json.order).toEqual(order);
  return answer;
}
