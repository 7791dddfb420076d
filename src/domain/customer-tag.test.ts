import { expect, test } from "vitest";
import { normalizeTag, readTags } from "./customer-tag.ts";

test.each([
  ["VIP, mayorista", ["mayorista", "vip"], "lower case, in order"],
  [" vip ,, Vip", ["vip"], "each tag once, empty parts are ignored"],
  ["Clienta   frecuente", ["clienta frecuente"], "single spaces"],
  ["", [], "none"],
])("%j has the tags %j: %s", (typed, tags) => {
  expect(readTags(typed)).toEqual(tags);
});

test("a tag has at most 30 characters and no comma, a customer at most 20 tags", () => {
  expect(readTags("a".repeat(31))).toEqual({ refused: "customer_tag_wrong" });
  expect(readTags(Array.from({ length: 21 }, (_, n) => `t${n}`).join(","))).toEqual({ refused: "customer_tags_many" });
  expect(normalizeTag("vip, mayorista")).toBeNull();
});
