import { afterAll, beforeAll, expect, test } from "vitest";
import { CONSOLE_ACTOR } from "../../change-log/change-log.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { changeCustomerTags } from "./change-customer-tags.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.stop());

test("a customer has at most 20 tags, however they are added", async () => {
  const { db } = testApp.app;
  const { id } = await db.selectFrom("customers").select("id").limit(1).executeTakeFirstOrThrow();
  const add = (...tags: string[]) => changeCustomerTags(db, id, { add: tags, remove: [] }, CONSOLE_ACTOR);
  const listTagRows = () => db.selectFrom("customer_tags").select("tag").where("customer_id", "=", id).execute();
  await changeCustomerTags(db, id, { add: [], remove: (await listTagRows()).map(({ tag }) => tag) }, CONSOLE_ACTOR);
  expect(await add(...Array.from({ length: 19 }, (_, n) => `etiqueta ${n}`))).toBe("tagged");
  const results = await Promise.all([add("una"), add("otra")]);
  expect(results).toContainEqual("tagged");
  expect(results).toContainEqual({ refused: "customer_tags_many" });
  expect(await listTagRows()).toHaveLength(20);
  expect(await add("etiqueta 1")).toBe("tagged");
});
