import { expect, test } from "vitest";
import { COUNTRIES } from "./countries.ts";
import { readCountry } from "./read-country.ts";

test.each([
  ["México", "MEX"],
  ["mexico", "MEX"],
  ["MEX", "MEX"],
  [" mx ", "MEX"],
  ["CN", "CHN"],
  ["Estados Unidos", "USA"],
  ["ZZ", { refused: "country_unknown" }],
  ["ZZZ", { refused: "country_unknown" }],
  ["Atlántida", { refused: "country_unknown" }],
  ["", { refused: "country_unknown" }],
])("the country %j is read as %o", (typed, expected) => expect(readCountry(typed)).toEqual(expected));

test("every country is read by its code and by its name", () => {
  for (const { code, name } of COUNTRIES) expect([readCountry(code), readCountry(name)]).toEqual([code, code]);
});
