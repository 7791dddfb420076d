import { expect, test } from "vitest";
import { isReadable, markUnreadable } from "./readable-text.ts";

test.each([
  ["", true, "nothing"],
  ["Ñandú, 18½ «así»", true, "letters and signs"],
  ["uno\ndos\r\ntres\tcuatro\u000b\u000c\u0085", true, "blanks and line ends"],
  ["👩🏽‍🦰 💩", true, "a pair of surrogates is one letter"],
  ["a\u0000b", false, "NUL"],
  ["\u0007", false, "a bell"],
  ["\u001b[31m", false, "an escape sequence"],
  ["\u007f", false, "delete"],
  ["\u009b", false, "a control character of Latin-1"],
  ["\ud83d", false, "the first half of a pair"],
  ["\udca9 al revés \ud83d", false, "halves in the wrong order"],
])("%j: %s, %s", (text, expected) => {
  expect(isReadable(text)).toBe(expected);
});

test("what a camera read keeps its other letters", () => {
  expect(markUnreadable("a\u0000b\ud83dc 💩")).toBe("a\ufffdb\ufffdc 💩");
  expect(markUnreadable("plano")).toBe("plano");
});
