import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestGuest, type Guest } from "../testing/checkout-fixtures.ts";
import { findCustomersForOrder } from "./find-customers-for-order.ts";
import { findCustomers } from "./office/find-customers.ts";

let testApp: TestApp;
let guest: Guest;

beforeAll(async () => {
  testApp = await startTestApp();
  guest = await createTestGuest(testApp.app, await testApp.findShop());
  await testApp.app.db
    .updateTable("customers")
    .set({ name: "Ximena", last_name: "Zubiría Olmos", phone: "8112345678" })
    .where("id", "=", guest.customerId)
    .execute();
});
afterAll(() => testApp.stop());

const findCustomerIdsForOrder = async (term: string) =>
  (await findCustomersForOrder(testApp.app.db, term, "all")).map(({ id }) => id);
const findCustomerIds = async (term: string) =>
  (await findCustomers(testApp.app.db, { shops: "all", term }, 50)).map(({ id }) => id);

test.each([
  ["Zubiria", "without accents"],
  ["Zuviría", "a wrong letter"],
  ["jimena zubiria", "a wrong first letter"],
  ["Zubira", "a missing letter"],
  ["Ximenna Olmos", "an extra letter"],
  ["Oloms", "two swapped letters"],
])("staff find a customer by %j: %s", async (term) => {
  expect(await findCustomerIdsForOrder(term)).toEqual([guest.customerId]);
  expect(await findCustomerIds(term)).toEqual([guest.customerId]);
});

test.each(["Zuvirria", "Zubiría Martínez", "8112345679", "olm5", ""])(
  "staff do not find a customer by %j",
  async (term) => {
    expect(await findCustomerIdsForOrder(term)).not.toContain(guest.customerId);
  },
);

test("a search that a name matches exactly does not find customers with similar names", async () => {
  const other = await createTestGuest(testApp.app, await testApp.findShop());
  await testApp.app.db
    .updateTable("customers")
    .set({ last_name: "Zuviría" })
    .where("id", "=", other.customerId)
    .execute();
  expect(await findCustomerIds("Zuviría")).toEqual([other.customerId]);
});
