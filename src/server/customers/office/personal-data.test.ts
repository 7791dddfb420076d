import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_ACTOR } from "../../testing/invoiced-order.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { createTestOrder } from "../../testing/test-order.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { exportCustomer } from "./export-customer.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test("the export and the erasure cover deleted addresses and the other orders of a guest whose order was claimed", async () => {
  const own = await createTestOrder(testApp);
  const claimed = await createTestOrder(testApp);
  const unclaimed = await createTestOrder(testApp, { guest: claimed.guest });
  const { customerId } = own.guest;
  await sql`UPDATE orders SET customer_id = ${customerId}, claimed_from_customer_id = customer_id WHERE id = ${claimed.order.id}`.execute(
    testApp.app.db,
  );
  await sql`UPDATE addresses SET is_deleted = true WHERE customer_id = ${customerId}`.execute(testApp.app.db);

  const personalData = await exportCustomer(testApp.app, customerId, TEST_ACTOR);
  expect(personalData).toMatchObject({
    customer: { addresses: [{ isDeleted: true }, { isDeleted: false }] },
    orders: [own, claimed, unclaimed].map(({ order }) => ({ reference: order.reference })),
  });

  expect(await eraseCustomer(testApp.app, customerId, TEST_ACTOR)).toBe("erased");
  const { rows } = await sql<{ name: string; address: object | null }>`
    SELECT customer_name AS name, address FROM orders
    WHERE id IN (${own.order.id}, ${claimed.order.id}, ${unclaimed.order.id})`.execute(testApp.app.db);
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ name: "Cliente", address: null })));
});

test("a customer is not erased while an order of a guest whose order they claimed is in progress", async () => {
  const own = await createTestOrder(testApp);
  const claimed = await createTestOrder(testApp);
  await createTestOrder(testApp, { guest: claimed.guest, isShipped: false });
  await sql`
    UPDATE orders SET customer_id = ${own.guest.customerId}, claimed_from_customer_id = customer_id
    WHERE id = ${claimed.order.id}`.execute(testApp.app.db);
  expect(await eraseCustomer(testApp.app, own.guest.customerId, TEST_ACTOR)).toEqual({
    refused: "customer_has_orders",
  });
});
