import { expect, test } from "vitest";
import { hasValidCheckDigit, isRfc, normalizeRfc, personKind } from "./rfc.ts";

test.each([
  ["eku9003173c9", "EKU9003173C9", "in lower case"],
  [" EKU-900317-3C9 ", "EKU9003173C9", "with hyphens and blanks"],
  ["EKU 900317\u00a03C9", "EKU9003173C9", "with non-breaking spaces"],
  ["\u200eEKU900317\u20133C9", "EKU9003173C9", "pasted, with a direction mark and a dash"],
  ["oño120726rx3", "OÑO120726RX3", "with ñ"],
  ["On\u0303o120726rx3", "OÑO120726RX3", "with a decomposed ñ"],
  ["h&e951128469", "H&E951128469", "with &"],
])("%j is %s: %s", (typed, rfc, _why) => expect(normalizeRfc(typed)).toBe(rfc));

test.each([
  ["EKU9003173C9", true, "of a company"],
  ["CACX7605101P8", true, "of a person"],
  ["H&E951128469", true, "with &, which is not alphanumeric"],
  ["IAÑL750210963", true, "with Ñ"],
  ["XAXX010101000", true, "generic"],
  ["EKU9013173C9", false, "month 13"],
  ["EKU9002303C9", false, "February 30"],
  ["EKU0002293C9", true, "February 29 of 2000"],
  ["EKU0102293C9", false, "February 29 of 2001 or 1901"],
  ["EKU9004313C9", false, "April 31"],
  ["EKU9003003C9", false, "day 0"],
  ["EKU9003173CB", false, "its last character is neither a digit nor A"],
  ["EK9003173C9", false, "eleven characters"],
  ["EKUUU9003173C9", false, "fourteen characters"],
  ["EKU٩٠٠٣١٧3C9", false, "digits of another script"],
  ["EKU9003173C9\n", false, "with a trailing line break"],
  ["", false, "nothing"],
])("%j is a possible RFC: %s (%s)", (rfc, isPossible, _why) => expect(isRfc(rfc)).toBe(isPossible));

test("twelve characters are a company, thirteen a person", () => {
  expect([personKind("EKU9003173C9"), personKind("CACX7605101P8")]).toEqual(["company", "person"]);
});

test.each([
  ["EKU9003173C9", true],
  ["H&E951128469", true],
  ["OÑO120726RX3", true],
  ["ZUÑ920208KL4", true],
  ["L&O950913MSA", true],
  ["CACX7605101P8", true],
  ["IAÑL750210963", true],
  ["XAXX010101000", true],
  ["EKU9003173C8", false],
  ["MCI7306249Y1", false], // An existing RFC: a wrong check digit is only a hint.
])("the check digit of %s is valid: %s", (rfc, isValid) => expect(hasValidCheckDigit(rfc)).toBe(isValid));
