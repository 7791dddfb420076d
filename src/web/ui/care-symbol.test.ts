import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CARE_CODES } from "../../domain/care.ts";

test("every care symbol is drawn once, and no other", () => {
  const drawings = readFileSync(path.join(import.meta.dirname, "care-symbols.svg"), "utf8");
  expect([...drawings.matchAll(/<symbol id="([^"]+)"/g)].map(([, code]) => code)).toEqual(CARE_CODES);
});
