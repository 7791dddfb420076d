import { expect, test } from "vitest";
import { REFUSAL_TEXT } from "./refusal-text.ts";

const texts = Object.entries(REFUSAL_TEXT).flatMap(([name, text]) =>
  typeof text === "string" ? [{ name, text }] : Object.values(text).map((each: string) => ({ name, text: each })),
);

test("no sentence is repeated", () => {
  const repeatedTexts = Object.values(Object.groupBy(texts, ({ text }) => text)).filter((same) => same!.length > 1);
  expect(repeatedTexts).toEqual([]);
});

test("a sentence starts with a capital or «, and contains no refusal's name", () => {
  expect(texts.filter(({ text }) => !/^[«\p{Lu}][^_]+$/u.test(text.replace("INVOICING_KEY", "")))).toEqual([]);
});
