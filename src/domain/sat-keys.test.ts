import { expect, test } from "vitest";
import {
  CHARGE_SAT_KEYS,
  BILLING_SERVICE_KEYS,
  GLOBAL_SALE_KEYS,
  isListedProductKey,
  isUnitKey,
  resolveSatKeys,
} from "./sat-keys.ts";

const keysOfProduct = { productKey: "53102500" };
const keysOfCategory = { productKey: "53111600", unitKey: "PR" };
const keysOfShop = { productKey: "53103000" };

test.each([
  [[keysOfProduct, keysOfCategory, keysOfShop], "53102500", "PR", "Par"],
  [[null, keysOfCategory, keysOfShop], "53111600", "PR", "Par"],
  [[undefined, {}, keysOfShop], "53103000", "H87", "Pieza"],
  [[], "01010101", "H87", "Pieza"],
])("%o: key %s, unit %s", (chosenKeys, productKey, unitKey, unitName) => {
  expect(resolveSatKeys(...chosenKeys)).toEqual({ productKey, unitKey, unitName });
});

test("only keys of the list are listed keys, and the keys that the code itself sets are in the list", () => {
  expect(["53102500", "53100000", "10101500", "5310250", "5310250a"].map(isListedProductKey)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  const fixedKeys = [...Object.values(CHARGE_SAT_KEYS), GLOBAL_SALE_KEYS, BILLING_SERVICE_KEYS];
  expect(fixedKeys.filter(({ productKey, unitKey }) => !isListedProductKey(productKey) || !isUnitKey(unitKey))).toEqual(
    [],
  );
  expect(["H87", "XYZ", "constructor"].map(isUnitKey)).toEqual([true, false, false]);
});
