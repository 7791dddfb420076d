import { expect, test } from "vitest";
import { readQuery } from "./read-query.ts";

test("a day in a query is its first instant in Mexico City, and a day that does not exist counts as absent", () => {
  const query = readQuery("http://shop/panel/pedidos?del=2026-11-22&al=2026-02-31&otro=22/11/2026");
  expect(query.day("del")).toEqual(new Date("2026-11-22T06:00:00Z"));
  expect(query.day("al")).toBeUndefined();
  expect(query.day("otro")).toBeUndefined();
  expect(query.day("ninguno")).toBeUndefined();
});
