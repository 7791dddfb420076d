import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CARE_CODES } from "../../domain/care.ts";

test("the drawing file has each care symbol once, in order, and no other symbol", () => {
  const drawings = readFileSync(path.join(import.meta.dirname, "care-symbols.svg"), "utf8");
  expect([...drawings.matchAll(/<symbol id="([^"]+)"/g)].map(([, code]) => code)).toEqual(CARE_CODES);
});
