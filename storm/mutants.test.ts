import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MUTANTS } from "./mutants.ts";

test.each(MUTANTS)("$name: the line to change occurs once", ({ file, find, replace }) => {
  const text = readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");
  expect(text.split(find)).toHaveLength(2);
  expect(text.replace(find, replace)).not.toBe(text);
});
