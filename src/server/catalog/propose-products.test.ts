import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { createTestSize } from "../testing/test-size.ts";
import { proposeProducts } from "./propose-products.ts";
import type { Filters } from "./search.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
  await sql`UPDATE products SET is_published = false`.execute(office.app.db);
  for (const priceCents of [100_00, 200_00, 300_00]) await createTestSize(office.app, { pieces: 5, priceCents });
  await createTestSize(office.app, { pieces: 0, priceCents: 400_00 });
});
afterAll(() => office.stop());

const below = (maxPriceCents: number): Filters => ({ maxPriceCents });

test.each<[name: string, groups: Filters[][], index: number | undefined, productCount: number | undefined]>([
  ["the longest list of a group", [[below(100_00), below(250_00), below(1)]], 1, 2],
  ["the first of equally long ones", [[below(100_00), below(150_00)]], 0, 1],
  ["the first group that has products", [[below(1)], [], [below(100_00)], [{}]], 1, 1],
  ["only products in stock", [[below(1), below(2)], [{}]], 2, 3],
  ["nothing if all are empty", [[below(1)], [{ term: "xyzzyplugh" }]], undefined, undefined],
])("an empty list gets a proposal: %s", async (_, groups, index, productCount) => {
  const proposal = await proposeProducts(office.app, await office.findShop(), groups);
  expect(proposal?.index).toBe(index);
  expect(proposal?.products.length).toBe(productCount);
});
