import { expect, test } from "vitest";
import { isStorableText, replaceUnstorableCharacters } from "./storable-text.ts";

test.each([
  ["", true, "nothing"],
  ["Ñandú, 18½ «así»", true, "letters and signs"],
  ["uno\ndos\r\ntres\tcuatro\u000b\u000c\u0085", true, "whitespace and line breaks"],
  ["👩🏽‍🦰 💩", true, "a surrogate pair is one character"],
  ["a\u0000b", false, "NUL"],
  ["\u0007", false, "a bell"],
  ["\u001b[31m", false, "an escape sequence"],
  ["\u007f", false, "delete"],
  ["\u009b", false, "a control character of Latin-1"],
  ["\ud83d", false, "an unpaired high surrogate"],
  ["\udca9 al revés \ud83d", false, "surrogates in the wrong order"],
])("%j can be stored: %s, %s", (text, expected) => {
  expect(isStorableText(text)).toBe(expected);
});

test("characters of a scanned text that cannot be stored are replaced, and the others stay", () => {
  expect(replaceUnstorableCharacters("a\u0000b\ud83dc 💩")).toBe("a\ufffdb\ufffdc 💩");
  expect(replaceUnstorableCharacters("plano")).toBe("plano");
});
