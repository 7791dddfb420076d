import { expect, test } from "vitest";
import { oneTypoPattern, withSwappedLetters } from "./typo-pattern.ts";

/** PostgreSQL's \m and \M are the beginning and the end of a word. */
const matchesTypoPattern = (typed: string, name: string): boolean =>
  new RegExp(oneTypoPattern(typed)!.replaceAll(/\\[mM]/g, String.raw`\b`)).test(name);

test.each([
  ["garsia", "garcia", "a wrong letter"],
  ["karcia", "garcia", "a wrong first letter"],
  ["garcua", "ana garcia lopez", "among other words"],
  ["hernandes", "hernandez", "a wrong last letter"],
  ["garca", "garcia", "a missing letter"],
  ["arcia", "garcia", "a missing first letter"],
  ["garci", "garcia", "a missing last letter"],
  ["garrcia", "garcia", "an additional letter"],
  ["gracia", "garcia", "two swapped letters"],
  ["jaun", "juan", "in a short name"],
])("%s finds %s: %s", (typed, name) => expect(matchesTypoPattern(typed, name)).toBe(true));

test.each([
  ["garsia", "gomez garzon", "another name"],
  ["garsua", "garcia", "two wrong letters"],
  ["juan", "juarez", "the beginning of a longer name"],
])("%s does not find %s: %s", (typed, name) => expect(matchesTypoPattern(typed, name)).toBe(false));

test.each(["ana", "mx0012", "a".repeat(21), ""])("%j has no pattern", (word) =>
  expect(oneTypoPattern(word)).toBeNull(),
);

test.each([
  ["blsua", "blusa", "in the middle"],
  ["lbusa", "blusa", "at the beginning"],
  ["bluas", "blusa", "at the end"],
  ["blsuas", "blusa", "of a plural"],
  ["panatlones", "pantalon", "of a plural in -es"],
])("%s with two letters swapped is %s: %s", (typed, word) => expect(withSwappedLetters(typed)).toContain(word));

test.each(["ana", "mx0012", "a".repeat(21), "", "aaaa"])("%j has no swapped letters", (word) =>
  expect(withSwappedLetters(word)).toEqual([]),
);
