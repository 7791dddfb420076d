import { isRefusal } from "../../domain/refusal.ts";
import { openSession } from "../sessions/sessions.ts";
import { registerCustomer } from "../sign-in/register-customer.ts";
import { createShippedOrder } from "./invoiced-order.ts";
import type { TestServer } from "./test-server.ts";
import { createTestSize, type TestSize } from "./test-size.ts";

export interface CustomerWithShippedOrder {
  customerId: string;
  token: string;
  orderId: string;
  size: TestSize;
}

/** A registered customer with a shipped order of one product, who may therefore review the product. */
export async function createCustomerWithShippedOrder(
  server: TestServer,
  size?: TestSize,
  name = "Mar",
): Promise<CustomerWithShippedOrder> {
  const boughtSize = size ?? (await createTestSize(server.app, { pieces: 5 }));
  const username = `${crypto.randomUUID()}@ejemplo.mx`;
  const person = {
    name,
    lastName: "Paz",
    phone: "5500001111",
    username,
    password: "secreta-1",
    email: null,
    rfc: null,
  };
  const registration = await registerCustomer(server.app, await server.findShop(), person);
  if (isRefusal(registration)) throw new Error(registration.refused);
  const customerId = registration.customer.id;
  const { id: orderId } = await createShippedOrder(server, boughtSize);
  await server.app.db
    .updateTable("orders")
    .set({ customer_id: customerId, customer_email: username })
    .where("id", "=", orderId)
    .execute();
  const { token } = await openSession(server.app.genericPlanDb, customerId);
  return { customerId, token, orderId, size: boughtSize };
}
