import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { insertSelect } from "./insert-select.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});

afterAll(() => testApp.stop());

const orderEvent = { order_id: sql`id`, from_status: "NEW", to_status: sql`status`, actor: "prueba", reason: "Prueba" };
const oneOrder = sql`(SELECT id, status FROM orders WHERE status = 'WAITING_PAYMENT' LIMIT 1) o`;

test("a row of the values and expressions is inserted for each row of the source", async () => {
  await insertSelect("order_events", { ...orderEvent, at: undefined }, oneOrder).execute(testApp.app.db);
  const row = await testApp.app.db
    .selectFrom("order_events")
    .selectAll()
    .where("actor", "=", "prueba")
    .executeTakeFirst();
  expect(row).toMatchObject({ from_status: "NEW", reason: "Prueba", at: expect.any(Date) });
});

test("a row without a required column does not compile, and the database refuses it", async () => {
  const { actor: _, ...valuesWithoutActor } = orderEvent;
  // @ts-expect-error -- actor is NOT NULL without a default
  const statement = insertSelect("order_events", valuesWithoutActor, oneOrder);
  await expect(statement.execute(testApp.app.db)).rejects.toThrow(/"actor"/);
});
